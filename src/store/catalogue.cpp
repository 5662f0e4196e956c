// SPDX-License-Identifier: MIT
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/catalogue.hpp>

#include "store/event_sql.hpp"
#include "store/feed_papers.hpp"
#include "store/opening.hpp"
#include "store/paper_rows.hpp"
#include "store/search_index.hpp"

namespace paperwatch {

struct Catalogue::Connection {
  std::unique_ptr<sqlite::Database> database;
};

namespace {

std::size_t count_rows(sqlite::Database& db, const char* sql) {
  auto row = db.statement(sql).with();
  return row.next() ? static_cast<std::size_t>(row.integer(0)) : 0;
}

// The papers that can be what is wanted, newest first. ?1 source, ?2 before, ?3 words.
const char* candidates_sql(const Catalogue::Papers& wanted) {
  if (wanted.words.kind != WordFilter::Kind::anything)
    return "SELECT rowid AS paper FROM search WHERE search MATCH ?3 AND rowid < ?2 AND ?1 IS NOT "
           "NULL"
           " UNION SELECT paper FROM unsearched WHERE paper < ?2 ORDER BY paper DESC";
  if (wanted.source)
    return "SELECT paper FROM standing WHERE source = ?1 AND paper < ?2 AND ?3 = ''"
           " ORDER BY paper DESC";
  return "SELECT id FROM paper WHERE ?1 = '' AND id < ?2 AND ?3 = '' AND merged_into IS NULL"
         " ORDER BY id DESC";
}

std::string words_of(const Catalogue::Papers& wanted) {
  return wanted.words.kind == WordFilter::Kind::anything ? "" : match_text(wanted.words);
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
  sqlite::Database& db = *connection_->database;
  const sqlite::Reading reading(db);
  PaperReader reader(db, std::nullopt);
  auto row =
      db.statement(candidates_sql(wanted))
          .with(wanted.source.value_or(""),
                wanted.before.value_or(std::numeric_limits<PaperId>::max()), words_of(wanted));
  while (row.next()) {
    const PaperId paper = row.integer(0);
    if (reader.merges().current(paper) != paper) continue;
    const auto places = reader.places(paper);
    const auto state = state_in(places, wanted.source);
    std::optional<PaperRow> found;
    if (state && is_wanted(wanted.state, *state)) found = reader.row(paper, places);
    if (found) found->state = *state;
    if (!look(paper, found ? &*found : nullptr)) return;
  }
}

std::vector<Store::FeedPaper> Catalogue::feed_papers(const FeedSearch& search) {
  return read_feed_papers(*connection_->database, search);
}

Catalogue::Totals Catalogue::totals() {
  sqlite::Database& db = *connection_->database;
  const sqlite::Reading reading(db);
  // Papers are numbered one after the other and never deleted; merged ones are few and have an
  // index.
  return {.papers = count_rows(db, "SELECT max(id) FROM paper") -
                    count_rows(db, "SELECT count(*) FROM paper WHERE merged_into IS NOT NULL"),
          .waiting = count_rows(db, "SELECT count(*) FROM delivery WHERE state = 'waiting'"),
          .failed = count_rows(db, "SELECT count(*) FROM delivery WHERE state = 'failed'")};
}

}  // namespace paperwatch
