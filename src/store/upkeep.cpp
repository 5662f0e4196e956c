// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/upkeep.hpp>

#include "store/codec.hpp"
#include "store/opening.hpp"
#include "store/search_index.hpp"

namespace paperwatch {

struct Upkeep::Connection {
  std::unique_ptr<sqlite::Database> database;
};

namespace {

// So many visits of a source are never folded: the ones that people look at.
constexpr int kept_whole = 50;
// A run of visits that may still go on is folded when it has so many, so that each is written anew
// once, and none at every turn.
constexpr std::size_t at_once = 32;
constexpr std::size_t longest = 512;  // visits in one row

// A visit without news, and whether it found just what the visit before it had found.
struct Quiet {
  VisitId id = 0;
  Time finished{};
  bool continues = false;
};

using Run = std::vector<Quiet>;

// Counted no further than matters.
std::size_t count_quiet(sqlite::Database& db, std::string_view source, Time limit) {
  auto row = db.statement(
                   "SELECT count(*) FROM (SELECT 1 FROM visit WHERE source = ?1 AND finished < ?2"
                   " AND outcome = 'unchanged' AND wrote = 0 AND folded IS NULL LIMIT ?3)")
                 .with(source, limit, at_once);
  return row.next() ? static_cast<std::size_t>(row.integer(0)) : 0;
}

VisitId first_kept_whole(sqlite::Database& db, std::string_view source) {
  auto row =
      db.statement("SELECT id FROM visit WHERE source = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2")
          .with(source, kept_whole - 1);
  return row.next() ? row.integer(0) : 0;
}

// Events are the only thing that a visit without news may have brought to a source.
void spare_visits_with_events(sqlite::Database& db, std::string_view source, Time limit) {
  db.statement(
        "UPDATE visit SET wrote = 1 WHERE source = ?1 AND finished < ?2 AND outcome = 'unchanged'"
        " AND wrote = 0 AND folded IS NULL AND (problem IS NOT NULL OR review IS NOT NULL"
        " OR EXISTS (SELECT 1 FROM event WHERE event.visit = visit.id)"
        " OR EXISTS (SELECT 1 FROM evidence WHERE evidence.visit = visit.id))")
      .run(source, limit);
}

std::vector<Quiet> quiet_visits(sqlite::Database& db, std::string_view source, Time limit) {
  std::vector<Quiet> visits;
  const VisitId end = first_kept_whole(db, source);
  auto row = db.statement(
                   "SELECT v.id, v.finished, b.outcome = 'unchanged' AND b.wrote = 0"
                   " AND b.folded IS NULL AND b.pages = v.pages AND b.records = v.records"
                   " AND b.papers = v.papers AND b.stated IS v.stated AND b.observed IS v.observed"
                   " AND b.\"full\" = v.\"full\""
                   " FROM visit v LEFT JOIN visit b ON b.id = (SELECT max(id) FROM visit"
                   " WHERE source = ?1 AND id < v.id)"
                   " WHERE v.source = ?1 AND v.finished < ?2 AND v.outcome = 'unchanged'"
                   " AND v.wrote = 0 AND v.folded IS NULL AND +v.id < ?3 ORDER BY v.finished")
                 .with(source, limit, end);
  while (row.next()) visits.push_back({row.integer(0), row.time(1), row.integer(2) != 0});
  return visits;
}

std::vector<Run> runs_of(const std::vector<Quiet>& visits) {
  std::vector<Run> runs;
  for (const Quiet& visit : visits) {
    if (runs.empty() || !visit.continues || runs.back().size() == longest) runs.emplace_back();
    runs.back().push_back(visit);
  }
  return runs;
}

// The last one stays, and knows when the others ended.
std::size_t fold(sqlite::Database& db, const Run& run) {
  std::vector<Time> ends;
  for (const Quiet& visit : run) ends.push_back(visit.finished);
  ends.pop_back();
  const std::string folded = encode_times(ends);
  db.statement("UPDATE visit SET folded = ?2 WHERE id = ?1")
      .run(run.back().id, sqlite::Blob{folded});
  for (std::size_t i = 0; i + 1 < run.size(); ++i)
    db.statement("DELETE FROM visit WHERE id = ?1").run(run[i].id);
  return run.size() - 1;
}

}  // namespace

Upkeep::Upkeep(const std::filesystem::path& file)
    : connection_(std::make_unique<Connection>(Connection{open_for_writing(file)})) {
  // Nothing refers to what is folded, and to make sure of that SQLite would read whole tables.
  connection_->database->execute("PRAGMA foreign_keys = OFF");
}

Upkeep::~Upkeep() = default;

bool Upkeep::index_papers(std::size_t most) {
  return paperwatch::index_papers(*connection_->database, most);
}

std::size_t Upkeep::fold_visits(std::string_view source, Time limit) {
  sqlite::Database& db = *connection_->database;
  if (count_quiet(db, source, limit) < at_once) return 0;
  sqlite::Writing writing(db);
  spare_visits_with_events(db, source, limit);
  auto runs = runs_of(quiet_visits(db, source, limit));
  if (!runs.empty() && runs.back().size() < at_once) runs.pop_back();
  std::size_t saved = 0;
  for (const Run& run : runs) saved += fold(db, run);
  writing.commit();
  return saved;
}

}  // namespace paperwatch
