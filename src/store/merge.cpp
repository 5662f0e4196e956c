// SPDX-License-Identifier: MIT
// Two papers that turn out to be one.
//
// Aliases, versions and events stay where they are and are found through paper.merged_into. Only
// standings move, as a paper has one state per source; how they were is kept with the merge.
#include <algorithm>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/merge_record.hpp"
#include "store/paper_rows.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

std::vector<std::string> sources_of(sqlite::Database& db, PaperId paper) {
  std::vector<std::string> sources;
  auto row = db.statement("SELECT source FROM standing WHERE paper = ?1").with(paper);
  while (row.next()) sources.push_back(row.text(0));
  return sources;
}

// What a source that listed both says of the one: the better state, with its content.
StandingRow united(const std::optional<StandingRow>& kept, const StandingRow& gone) {
  if (!kept) return gone;
  const bool keep = rank(kept->standing.state) <= rank(gone.standing.state);
  StandingRow row = keep ? *kept : gone;
  row.first_seen = std::min(kept->first_seen, gone.first_seen);
  row.last_seen = std::max(kept->last_seen, gone.last_seen);
  return row;
}

std::vector<StandingsBefore> move_standings(sqlite::Database& db, VisitId visit, Time at,
                                            PaperId kept, PaperId gone) {
  const NewestVersion newest = newest_version(db, kept);
  std::vector<StandingsBefore> moved;
  for (const std::string& source : sources_of(db, gone)) {
    auto old = read_standing(db, source, gone);
    if (!old) continue;
    StandingsBefore one{source, read_standing(db, source, kept), std::move(*old)};
    const StandingRow row = united(one.kept, one.gone);
    write_standing(db, source, kept, row, newest);
    if (!one.kept || one.kept->standing.state != row.standing.state)
      write_standing_change(db, source, kept, at, row, visit);
    db.statement("DELETE FROM standing WHERE source = ?1 AND paper = ?2").run(source, gone);
    moved.push_back(std::move(one));
  }
  return moved;
}

BeforeMerge content_before(sqlite::Database& db, PaperId kept) {
  BeforeMerge before;
  auto row = db.statement("SELECT version, withdrawn FROM paper WHERE id = ?1").with(kept);
  if (row.next()) before = {row.integer(0), row.integer(1) != 0, {}};
  return before;
}

// Who says that two papers are one no longer says that they are two.
void forget_parting(sqlite::Database& db, PaperId kept, PaperId gone) {
  const Merges merges(db);
  for (const PaperId a : merges.family(kept))
    for (const PaperId b : merges.family(gone))
      db.statement(
            "DELETE FROM parting WHERE (kept = ?1 AND gone = ?2) OR (kept = ?2 AND gone = ?1)")
          .run(a, b);
}

void merge_one(sqlite::Database& db, VisitId visit, Time at, const MergeWrite& merge) {
  const PaperId kept = current_paper(db, merge.kept);
  const PaperId gone = current_paper(db, merge.gone);
  if (kept == gone) return;
  if (visit == 0) forget_parting(db, kept, gone);
  BeforeMerge before = content_before(db, kept);
  before.standings = move_standings(db, visit, at, kept, gone);
  db.statement("UPDATE paper SET merged_into = ?2, merged_at = ?3 WHERE id = ?1")
      .run(gone, kept, at);
  db.statement(
        "INSERT INTO merge(kept, gone, key, visit, at, before)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
      .run(kept, gone, merge.key, reference(visit), at, encode_before_merge(before));
}

}  // namespace

void Store::merge(VisitId visit, Time at, const std::vector<MergeWrite>& merges) {
  sqlite::Writing writing(connection_->db);
  if (!merges.empty()) note_written(connection_->db, visit);
  for (const MergeWrite& one : merges) merge_one(connection_->db, visit, at, one);
  connection_->forget_merges();
  writing.commit();
}

}  // namespace paperwatch
