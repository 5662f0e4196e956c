// SPDX-License-Identifier: MIT
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/catalogue.hpp>

#include "store/event_sql.hpp"
#include "store/opening.hpp"
#include "store/paper_rows.hpp"

namespace paperwatch {

struct Catalogue::Connection {
  std::unique_ptr<sqlite::Database> database;
};

namespace {

std::size_t count_rows(sqlite::Database& db, const char* sql) {
  auto row = db.statement(sql).with();
  return row.next() ? static_cast<std::size_t>(row.integer(0)) : 0;
}

}  // namespace

Catalogue::Catalogue(const std::filesystem::path& file)
    : connection_(std::make_unique<Connection>(Connection{open_for_reading(file)})) {}
Catalogue::~Catalogue() = default;

std::int64_t Catalogue::revision() {
  auto row = connection_->database->statement("PRAGMA data_version").with();
  return row.next() ? row.integer(0) : 0;
}

std::vector<Event> Catalogue::events(const Events& wanted) {
  std::string sql = fmt::format("SELECT {} FROM event WHERE id < ?1", event_columns);
  sql += wanted.source ? " AND source = ?2" : " AND ?2 = ''";
  sql += kinds_sql(wanted.kinds);
  if (!wanted.baseline) sql += " AND baseline = 0";
  sql += " ORDER BY id DESC LIMIT ?3";
  std::vector<Event> events;
  auto row = connection_->database->statement(sql).with(
      wanted.before.value_or(std::numeric_limits<EventId>::max()), wanted.source.value_or(""),
      wanted.limit);
  while (row.next()) events.push_back(read_event(row));
  return events;
}

void Catalogue::papers(const Papers& wanted, const std::function<bool(PaperId, PaperRow*)>& look) {
  const char* const sql = wanted.source
                              ? "SELECT paper FROM standing WHERE source = ?1 AND paper < ?2"
                                " ORDER BY paper DESC"
                              : "SELECT id FROM paper WHERE ?1 = '' AND id < ?2"
                                " AND merged_into IS NULL ORDER BY id DESC";
  sqlite::Database& db = *connection_->database;
  const sqlite::Reading reading(db);
  PaperReader reader(db, std::nullopt);
  auto row = db.statement(sql).with(wanted.source.value_or(""),
                                    wanted.before.value_or(std::numeric_limits<PaperId>::max()));
  while (row.next()) {
    const PaperId paper = row.integer(0);
    const auto places = reader.places(paper);
    const auto state = state_in(places, wanted.source);
    std::optional<PaperRow> found;
    if (state && is_wanted(wanted.state, *state)) found = reader.row(paper, places);
    if (found) found->state = *state;
    if (!look(paper, found ? &*found : nullptr)) return;
  }
}

Catalogue::Totals Catalogue::totals() {
  sqlite::Database& db = *connection_->database;
  const sqlite::Reading reading(db);
  // A plain count is answered from the pages' headers; merged papers are few and have an index.
  return {.papers = count_rows(db, "SELECT count(*) FROM paper") -
                    count_rows(db, "SELECT count(*) FROM paper WHERE merged_into IS NOT NULL"),
          .waiting = count_rows(db, "SELECT count(*) FROM delivery WHERE state = 'waiting'"),
          .failed = count_rows(db, "SELECT count(*) FROM delivery WHERE state = 'failed'")};
}

}  // namespace paperwatch
