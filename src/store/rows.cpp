// SPDX-License-Identifier: MIT
#include "store/rows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "store/codec.hpp"

namespace paperwatch {

Merges::Merges(sqlite::Database& db, std::optional<Time> as_of) {
  const Time moment = as_of.value_or(Time::max());
  auto row = db.statement(
                   "SELECT gone, kept FROM merge"
                   " WHERE at <= ?1 AND (undone IS NULL OR undone > ?1)")
                 .with(moment);
  while (row.next()) into_.emplace(row.integer(0), row.integer(1));
  for (const auto& [gone, kept] : into_) gone_[current(gone)].push_back(gone);
}

PaperId Merges::current(PaperId paper) const {
  for (auto found = into_.find(paper); found != into_.end(); found = into_.find(paper))
    paper = found->second;
  return paper;
}

std::vector<PaperId> Merges::family(PaperId paper) const {
  std::vector<PaperId> members{paper};
  const auto gone = gone_.find(paper);
  if (gone == gone_.end()) return members;
  members.insert(members.end(), gone->second.begin(), gone->second.end());
  std::sort(members.begin() + 1, members.end());
  return members;
}

Partings::Partings(sqlite::Database& db, const Merges& merges) {
  auto row = db.statement("SELECT kept, gone FROM parting").with();
  while (row.next()) {
    const PaperId kept = merges.current(row.integer(0)), gone = merges.current(row.integer(1));
    apart_[kept].push_back(gone);
    apart_[gone].push_back(kept);
  }
}

std::vector<PaperId> Partings::from(PaperId paper) const {
  const auto found = apart_.find(paper);
  return found == apart_.end() ? std::vector<PaperId>{} : found->second;
}

PaperId current_paper(sqlite::Database& db, PaperId paper) {
  auto& find = db.statement("SELECT merged_into FROM paper WHERE id = ?1");
  for (;;) {
    auto row = find.with(paper);
    if (!row.next() || row.is_null(0)) return paper;
    paper = row.integer(0);
  }
}

NewestVersion newest_version(sqlite::Database& db, PaperId paper) {
  auto row = db.statement(
                   "SELECT number, fields FROM version WHERE paper = ?1"
                   " ORDER BY number DESC LIMIT 1")
                 .with(paper);
  if (!row.next()) return {};
  return {row.integer(0), decode_fields(row.text(1))};
}

std::optional<StandingRow> read_standing(sqlite::Database& db, std::string_view source,
                                         PaperId paper, const NewestVersion& newest) {
  auto row = db.statement(
                   "SELECT s.state, s.missed, s.missed_since, s.withdrawn, s.first_seen,"
                   " s.last_seen, s.fields, s.pending, s.pending_seen, v.fields, s.version"
                   " FROM standing s LEFT JOIN version v"
                   " ON v.paper = s.paper AND v.number = s.version AND v.number <> ?3"
                   " WHERE s.source = ?1 AND s.paper = ?2")
                 .with(source, paper, newest.number);
  if (!row.next()) return std::nullopt;
  Fields base;
  if (!row.is_null(9))
    base = decode_fields(row.text(9));
  else if (row.integer(10) == newest.number)
    base = newest.fields;
  StandingRow found{{.state = decode_listing_state(row.text(0)),
                     .fields = std::move(base),
                     .missed = static_cast<int>(row.integer(1)),
                     .missed_since = row.optional_time(2),
                     .withdrawn = row.integer(3) != 0,
                     .pending = row.is_null(7) ? Fields{} : decode_fields(row.text(7)),
                     .pending_seen = static_cast<int>(row.integer(8))},
                    row.time(4),
                    row.time(5)};
  if (!row.is_null(6))
    found.standing.fields = apply_patch(std::move(found.standing.fields), row.text(6));
  return found;
}

void write_standing(sqlite::Database& db, std::string_view source, PaperId paper,
                    const StandingRow& row, const NewestVersion& newest) {
  const Standing& here = row.standing;
  const auto pending =
      here.pending.empty() ? std::nullopt : std::optional(encode_fields(here.pending));
  db.statement(
        "INSERT OR REPLACE INTO standing(source, paper, state, missed, missed_since,"
        " withdrawn, first_seen, last_seen, version, fields, pending, pending_seen)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")
      .run(source, paper, name_of(here.state), here.missed, here.missed_since, here.withdrawn,
           row.first_seen, row.last_seen, newest.number, encode_patch(newest.fields, here.fields),
           pending, here.pending_seen);
}

void write_standing_change(sqlite::Database& db, std::string_view source, PaperId paper, Time at,
                           const StandingRow& row, VisitId visit) {
  // A clock that was set back must not put a later change before an earlier one.
  db.statement(
        "INSERT OR REPLACE INTO standing_change(paper, source, at, state, last_seen, visit)"
        " SELECT ?1, ?2, max(?3, coalesce(max(at), ?3)), ?4, ?5, ?6"
        " FROM standing_change WHERE paper = ?1 AND source = ?2")
      .run(paper, source, at, name_of(row.standing.state), row.last_seen, reference(visit));
}

void note_written(sqlite::Database& db, VisitId visit) {
  db.statement("UPDATE visit SET wrote = 1 WHERE id = ?1 AND wrote = 0").run(visit);
}

namespace {

// Of the visits that were folded into the one after `last`, the newest that ended by `as_of`.
std::optional<Time> folded_proof(sqlite::Database& db, std::string_view source, VisitId last,
                                 Time as_of) {
  auto row = db.statement(
                   "SELECT folded FROM visit WHERE source = ?1 AND id > ?2"
                   " AND outcome IN ('complete', 'unchanged') ORDER BY id LIMIT 1")
                 .with(source, last);
  std::optional<Time> newest;
  if (!row.next()) return newest;
  for (const Time end : decode_times(row.text(0)))
    if (end <= as_of) newest = std::max(newest.value_or(end), end);
  return newest;
}

}  // namespace

std::optional<Time> last_proof(sqlite::Database& db, std::string_view source,
                               std::optional<Time> as_of, std::optional<VisitId> before) {
  std::optional<Time> proof;
  VisitId last = 0;
  {
    auto row = db.statement(
                     "SELECT id, finished FROM visit WHERE source = ?1 AND id < ?2"
                     " AND outcome IN ('complete', 'unchanged') AND finished <= ?3"
                     " ORDER BY id DESC LIMIT 1")
                   .with(source, before.value_or(std::numeric_limits<VisitId>::max()),
                         as_of.value_or(Time::max()));
    if (row.next()) {
      last = row.integer(0);
      proof = row.time(1);
    }
  }
  if (!as_of) return proof;
  const auto folded = folded_proof(db, source, last, *as_of);
  return folded && (!proof || *folded > *proof) ? folded : proof;
}

std::optional<std::int64_t> reference(std::int64_t id) {
  if (id == 0) return std::nullopt;
  return id;
}

const char* const event_columns =
    "id, kind, source, visit, at, baseline, paper, summary, changes, count, also, message, late";

Event read_event(const sqlite::Rows& row) {
  Event event;
  event.id = row.integer(0);
  event.kind = decode_event_kind(row.text(1));
  event.source = row.text(2);
  event.visit = row.integer(3);
  event.at = row.time(4);
  event.baseline = row.integer(5) != 0;
  if (!row.is_null(7)) event.paper = decode_summary(row.text(7));
  if (event.paper) event.paper->id = row.integer(6);
  if (!row.is_null(8)) event.changes = decode_changes(row.text(8));
  if (!row.is_null(9)) event.count = decode_count_change(row.text(9));
  if (!row.is_null(10)) event.also = decode_texts(row.text(10));
  event.message = row.text(11);
  event.late = row.integer(12) != 0;
  return event;
}

}  // namespace paperwatch
