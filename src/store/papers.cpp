// SPDX-License-Identifier: MIT
// What is known, and how much of it.
#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/connection.hpp"
#include "store/paper_rows.hpp"

namespace paperwatch {

namespace {

// Newest first. Of a source: all that it ever listed; the past has only the log to ask.
std::vector<PaperId> candidates(sqlite::Database& db, const PaperQuery& query) {
  const char* const sql =
      query.source && !query.as_of
          ? "SELECT paper FROM standing WHERE source = ?1 AND ?2 ORDER BY paper DESC"
          : "SELECT id FROM paper WHERE id > 0 AND first_seen <= ?2"
            " AND ?1 IS NOT NULL ORDER BY id DESC";
  std::vector<PaperId> papers;
  auto row = db.statement(sql).with(query.source.value_or(""), query.as_of.value_or(Time::max()));
  while (row.next()) papers.push_back(row.integer(0));
  return papers;
}

std::optional<PaperId> parse_id(std::string_view text) {
  PaperId id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return id;
}

std::size_t count(sqlite::Database& db, const char* sql) {
  auto row = db.statement(sql).with();
  return row.next() ? static_cast<std::size_t>(row.integer(0)) : 0;
}

}  // namespace

std::vector<PaperRow> Store::papers(const PaperQuery& query) {
  const sqlite::Reading reading(connection_->db);
  PaperReader reader(connection_->db, query.as_of);
  std::vector<PaperRow> papers;
  for (const PaperId paper : candidates(connection_->db, query)) {
    if (papers.size() >= query.limit.value_or(std::numeric_limits<std::size_t>::max())) break;
    if (reader.merges().current(paper) != paper) continue;
    const auto places = reader.places(paper);
    const auto state = state_in(places, query.source);
    if (!state || !is_wanted(query.state, *state)) continue;
    auto row = reader.row(paper, places);
    if (!row) continue;
    row->state = *state;
    papers.push_back(std::move(*row));
  }
  std::reverse(papers.begin(), papers.end());
  return papers;
}

std::optional<PaperId> Store::find_paper(const std::vector<std::string>& keys) {
  sqlite::Database& db = connection_->db;
  for (const std::string& key : keys) {
    auto row = db.statement("SELECT min(paper) FROM alias WHERE key = ?1").with(key);
    if (row.next() && !row.is_null(0)) return current_paper(db, row.integer(0));
  }
  for (const std::string& key : keys) {
    const auto id = parse_id(key);
    if (!id) continue;
    auto row = db.statement("SELECT 1 FROM paper WHERE id = ?1").with(*id);
    if (row.next()) return current_paper(db, *id);
  }
  return std::nullopt;
}

Store::Counts Store::counts() {
  sqlite::Database& db = connection_->db;
  const sqlite::Reading reading(db);
  return {.papers = count(db, "SELECT count(*) FROM paper WHERE merged_into IS NULL"),
          .events = count(db, "SELECT count(*) FROM event"),
          .visits = count(db, "SELECT count(*) FROM visit"),
          .waiting = count(db, "SELECT count(*) FROM delivery WHERE state = 'waiting'"),
          .failed = count(db, "SELECT count(*) FROM delivery WHERE state = 'failed'")};
}

std::map<std::string, std::size_t> Store::listed_counts() {
  std::map<std::string, std::size_t> counts;
  auto row =
      connection_->db.statement("SELECT source, papers FROM listing WHERE papers > 0").with();
  while (row.next()) counts.emplace(row.text(0), static_cast<std::size_t>(row.integer(1)));
  return counts;
}

}  // namespace paperwatch
