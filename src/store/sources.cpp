// SPDX-License-Identifier: MIT
// What is remembered of sources and of the pages last applied.
#include <algorithm>
#include <set>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

SourceMemory read_source(const sqlite::Rows& row) {
  SourceMemory memory = decode_source_memory(row.text(3));
  memory.source = row.text(0);
  memory.health = parse_health(row.text(1)).value_or(Health::fresh);
  memory.next_visit = row.optional_time(2);
  return memory;
}

// A visit without news offers the same pages again: nothing is written then.
void write_page(sqlite::Database& db, std::string_view source, const PageMemory& page) {
  const std::string papers = encode_ids(page.papers), records = encode_hashes(page.records);
  db.statement(
        "INSERT INTO page(source, number, body_hash, memory, papers, records)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)"
        " ON CONFLICT(source, number) DO UPDATE SET body_hash = excluded.body_hash,"
        " memory = excluded.memory, papers = excluded.papers, records = excluded.records"
        " WHERE body_hash <> excluded.body_hash OR memory <> excluded.memory"
        " OR papers <> excluded.papers OR records IS NOT excluded.records")
      .run(source, page.number, page.body_hash, encode_page_memory(page), sqlite::Blob{papers},
           sqlite::Blob{records});
}

// What is known of a paper that took in another need not be what its record shows.
void forget_merged(PageMemory& page, const Merges& merges) {
  for (std::size_t i = 0; i < page.papers.size(); ++i) {
    const PaperId current = merges.current(page.papers[i]);
    if (current == page.papers[i]) continue;
    page.papers[i] = current;
    if (i < page.records.size()) page.records[i] = 0;
  }
}

std::set<std::int64_t> page_numbers(sqlite::Database& db, std::string_view source) {
  std::set<std::int64_t> numbers;
  auto row = db.statement("SELECT number FROM page WHERE source = ?1").with(source);
  while (row.next()) numbers.insert(row.integer(0));
  return numbers;
}

}  // namespace

SourceMemory Store::source(std::string_view id) {
  auto row =
      connection_->db.statement("SELECT id, health, next_visit, memory FROM source WHERE id = ?1")
          .with(id);
  if (row.next()) return read_source(row);
  SourceMemory fresh;
  fresh.source = id;
  return fresh;
}

std::vector<SourceMemory> Store::sources() {
  std::vector<SourceMemory> all;
  auto row =
      connection_->db.statement("SELECT id, health, next_visit, memory FROM source ORDER BY id")
          .with();
  while (row.next()) all.push_back(read_source(row));
  return all;
}

void Store::save(const SourceMemory& memory) {
  connection_->db
      .statement(
          "INSERT OR REPLACE INTO source(id, health, next_visit, memory)"
          " VALUES(?1, ?2, ?3, ?4)")
      .run(memory.source, name_of(memory.health), memory.next_visit, encode_source_memory(memory));
}

std::vector<PageMemory> Store::pages(std::string_view source) {
  const sqlite::Reading reading(connection_->db);
  const auto merges = connection_->merges();
  std::vector<PageMemory> pages;
  auto row = connection_->db
                 .statement(
                     "SELECT number, body_hash, memory, papers, records FROM page"
                     " WHERE source = ?1 ORDER BY number")
                 .with(source);
  while (row.next()) {
    PageMemory page = decode_page_memory(row.text(2));
    page.number = static_cast<int>(row.integer(0));
    page.body_hash = row.text(1);
    page.papers = decode_ids(row.text(3));
    if (!row.is_null(4)) page.records = decode_hashes(row.text(4));
    forget_merged(page, *merges);
    pages.push_back(std::move(page));
  }
  return pages;
}

void Store::replace_pages(std::string_view source, const std::vector<PageMemory>& pages) {
  sqlite::Writing writing(connection_->db);
  std::set<std::int64_t> left_over = page_numbers(connection_->db, source);
  for (const PageMemory& page : pages) {
    write_page(connection_->db, source, page);
    left_over.erase(page.number);
  }
  for (const std::int64_t number : left_over)
    connection_->db.statement("DELETE FROM page WHERE source = ?1 AND number = ?2")
        .run(source, number);
  writing.commit();
}

}  // namespace paperwatch
