// SPDX-License-Identifier: MIT
// A merge undone.
//
// What was written while the two were one stays as it is, so that questions about that time have
// the answers of that time. From the split on each of the two stands as its own sources show it;
// for that, what changed since the merge is given to the paper whose source showed the change. In
// a source that listed both, both are as they were: only its pages can tell which changed.
#include <algorithm>
#include <set>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/merge_record.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

struct StandingMerge {
  std::int64_t id = 0;
  PaperId kept = 0, gone = 0;
  Time at{};
  BeforeMerge before;
  std::set<std::string> theirs, shared;  // sources that listed only the paper that went; both
};

std::optional<StandingMerge> newest_merge(sqlite::Database& db, PaperId kept) {
  auto row = db.statement(
                   "SELECT id, kept, gone, at, before FROM merge"
                   " WHERE kept = ?1 AND undone IS NULL ORDER BY id DESC LIMIT 1")
                 .with(kept);
  if (!row.next()) return std::nullopt;
  StandingMerge merge;
  merge.id = row.integer(0);
  merge.kept = row.integer(1);
  merge.gone = row.integer(2);
  merge.at = row.time(3);
  merge.before = decode_before_merge(row.text(4));
  for (const auto& one : merge.before.standings)
    (one.kept ? merge.shared : merge.theirs).insert(one.source);
  return merge;
}

// A content and the source that showed it last.
struct Content {
  Fields fields;
  std::string source;
  bool withdrawn = false;
};

Content content_at(sqlite::Database& db, PaperId paper, std::int64_t number) {
  auto row = db.statement(
                   "SELECT fields, source, withdrawn FROM version"
                   " WHERE paper = ?1 AND number = ?2")
                 .with(paper, number);
  if (!row.next()) return {};
  return {decode_fields(row.text(0)), row.text(1), row.integer(2) != 0};
}

std::int64_t newest_number(sqlite::Database& db, PaperId paper) {
  return newest_version(db, paper).number;
}

void add_changes(Content& content, const Content& before, const Content& after) {
  for (const Change& change : differences(before.fields, after.fields)) {
    if (change.after)
      content.fields.insert_or_assign(change.field, *change.after);
    else
      content.fields.erase(change.field);
  }
  content.source = after.source;
  content.withdrawn |= after.withdrawn && !before.withdrawn;
}

bool is_withdrawn(sqlite::Database& db, PaperId paper) {
  auto row = db.statement("SELECT withdrawn FROM paper WHERE id = ?1").with(paper);
  return row.next() && row.integer(0) != 0;
}

void write_content(sqlite::Database& db, PaperId paper, const Content& content, Time at) {
  const std::int64_t number = newest_number(db, paper);
  const Content newest = content_at(db, paper, number);
  db.statement("UPDATE paper SET withdrawn = ?2 WHERE id = ?1").run(paper, content.withdrawn);
  if (content.fields == newest.fields && content.withdrawn == newest.withdrawn) return;
  db.statement(
        "INSERT INTO version(paper, number, visit, source, at, withdrawn, fields)"
        " VALUES(?1, ?2, NULL, ?3, ?4, ?5, ?6)")
      .run(paper, number + 1, content.source, at, content.withdrawn, encode_fields(content.fields));
  db.statement("UPDATE paper SET version = ?2 WHERE id = ?1").run(paper, number + 1);
}

// Standings name their fields by what differs from a version: they are read before the versions
// change and written after.
struct SourceStanding {
  std::string source;
  StandingRow row;
};

std::vector<SourceStanding> standings_of(sqlite::Database& db, PaperId paper) {
  std::vector<std::string> sources;
  {
    auto row = db.statement("SELECT source FROM standing WHERE paper = ?1").with(paper);
    while (row.next()) sources.push_back(row.text(0));
  }
  std::vector<SourceStanding> standings;
  for (const auto& source : sources)
    if (auto row = read_standing(db, source, paper)) standings.push_back({source, std::move(*row)});
  return standings;
}

void part_contents(sqlite::Database& db, const StandingMerge& merge,
                   const std::vector<SourceStanding>& standings, Time at) {
  Content kept = content_at(db, merge.kept, merge.before.version);
  Content gone = content_at(db, merge.gone, newest_number(db, merge.gone));
  kept.withdrawn = merge.before.withdrawn;
  gone.withdrawn = is_withdrawn(db, merge.gone);
  Content before = content_at(db, merge.kept, merge.before.version);
  const std::int64_t newest = newest_number(db, merge.kept);
  for (std::int64_t number = merge.before.version + 1; number <= newest; ++number) {
    const Content after = content_at(db, merge.kept, number);
    if (!merge.shared.contains(after.source))
      add_changes(merge.theirs.contains(after.source) ? gone : kept, before, after);
    before = after;
  }
  for (const auto& [source, row] : standings)
    if (!merge.shared.contains(source))
      (merge.theirs.contains(source) ? gone : kept).withdrawn |= row.standing.withdrawn;
  write_content(db, merge.kept, kept, at);
  write_content(db, merge.gone, gone, at);
}

void note_parted(sqlite::Database& db, PaperId paper, const SourceStanding& left, Time at) {
  db.statement(
        "INSERT OR REPLACE INTO standing_change(paper, source, at, state, last_seen, visit)"
        " VALUES(?1, ?2, ?3, ?4, ?5, NULL)")
      .run(paper, left.source, at, parted_state, left.row.last_seen);
}

void part_standings(sqlite::Database& db, const StandingMerge& merge,
                    const std::vector<SourceStanding>& standings, Time at) {
  const NewestVersion kept = newest_version(db, merge.kept), gone = newest_version(db, merge.gone);
  for (const auto& standing : standings) {
    if (merge.shared.contains(standing.source)) continue;
    if (!merge.theirs.contains(standing.source)) {
      write_standing(db, standing.source, merge.kept, standing.row, kept);
      continue;
    }
    write_standing(db, standing.source, merge.gone, standing.row, gone);
    write_standing_change(db, standing.source, merge.gone, at, standing.row, 0);
    db.statement("DELETE FROM standing WHERE source = ?1 AND paper = ?2")
        .run(standing.source, merge.kept);
    note_parted(db, merge.kept, standing, at);
  }
  for (const auto& one : merge.before.standings) {
    if (!one.kept) continue;
    write_standing(db, one.source, merge.kept, *one.kept, kept);
    write_standing_change(db, one.source, merge.kept, at, *one.kept, 0);
    write_standing(db, one.source, merge.gone, one.gone, gone);
    write_standing_change(db, one.source, merge.gone, at, one.gone, 0);
  }
}

// Keys that only their sources brought since go with them.
void part_keys(sqlite::Database& db, const StandingMerge& merge) {
  for (const auto& source : merge.theirs)
    db.statement(
          "UPDATE OR REPLACE alias SET paper = ?2, twin = CASE twin WHEN 0 THEN 0 ELSE ?2 END"
          " WHERE paper = ?1 AND source = ?3 AND at >= ?4")
        .run(merge.kept, merge.gone, source, merge.at);
}

}  // namespace

std::optional<Parting> Store::split(PaperId paper, Time at) {
  sqlite::Database& db = connection_->db;
  sqlite::Writing writing(db);
  const auto merge = newest_merge(db, current_paper(db, paper));
  if (!merge) return std::nullopt;
  const auto standings = standings_of(db, merge->kept);
  db.statement("UPDATE merge SET undone = ?2 WHERE id = ?1").run(merge->id, at);
  db.statement("UPDATE paper SET merged_into = NULL, merged_at = NULL WHERE id = ?1")
      .run(merge->gone);
  part_contents(db, *merge, standings, at);
  part_standings(db, *merge, standings, at);
  part_keys(db, *merge);
  db.statement("INSERT OR REPLACE INTO parting(kept, gone, at) VALUES(?1, ?2, ?3)")
      .run(merge->kept, merge->gone, at);
  writing.commit();
  connection_->forget_merges();

  Parting parting{merge->kept, merge->gone, {}};
  std::set<std::string> sources;
  for (const auto& standing : standings) sources.insert(standing.source);
  parting.sources.assign(sources.begin(), sources.end());
  return parting;
}

}  // namespace paperwatch
