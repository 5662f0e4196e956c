// SPDX-License-Identifier: MIT
// What a visit reads and writes of papers.
#include <algorithm>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

using Owners = std::unordered_map<std::string, std::vector<PaperId>>;

std::vector<PaperId> owners_of(sqlite::Database& db, const Merges& merges, std::string_view key) {
  std::vector<PaperId> owners;
  auto row = db.statement("SELECT paper FROM alias WHERE key = ?1").with(key);
  while (row.next()) owners.push_back(merges.current(row.integer(0)));
  std::sort(owners.begin(), owners.end());
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  return owners;
}

// The permanent key first, then the others in the order in which they came.
std::vector<std::string> keys_of(sqlite::Database& db, const Merges& merges, PaperId paper,
                                 const std::string& permanent) {
  std::vector<std::string> keys{permanent};
  for (const PaperId member : merges.family(paper)) {
    auto row = db.statement("SELECT key FROM alias WHERE paper = ?1 ORDER BY at, key").with(member);
    while (row.next())
      if (std::string key = row.text(0); std::find(keys.begin(), keys.end(), key) == keys.end())
        keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<std::string> other_sources(sqlite::Database& db, PaperId paper,
                                       std::string_view source) {
  std::vector<std::string> others;
  auto row = db.statement(
                   "SELECT source FROM standing WHERE paper = ?1 AND source <> ?2"
                   " AND state IN ('listed', 'missing') ORDER BY source")
                 .with(paper, source);
  while (row.next()) others.push_back(row.text(0));
  return others;
}

std::optional<KnownPaper> read_known(sqlite::Database& db, const Merges& merges,
                                     const Partings& partings, std::string_view source,
                                     PaperId paper) {
  KnownPaper known;
  known.id = merges.current(paper);
  {
    auto row = db.statement("SELECT key, withdrawn FROM paper WHERE id = ?1").with(known.id);
    if (!row.next()) return std::nullopt;
    known.key = row.text(0);
    known.withdrawn = row.integer(1) != 0;
  }
  known.keys = keys_of(db, merges, known.id, known.key);
  NewestVersion newest = newest_version(db, known.id);
  if (auto row = read_standing(db, source, known.id, newest)) known.here = std::move(row->standing);
  known.fields = std::move(newest.fields);
  known.version = newest.number;
  known.others = other_sources(db, known.id, source);
  known.apart = partings.from(known.id);
  return known;
}

bool is_title(std::string_view key) {
  return key.starts_with("title:");
}

// A strong key stays with its first owner; only titles are shared.
void add_alias(sqlite::Database& db, std::string_view key, PaperId paper, std::string_view source,
               VisitId visit, Time at) {
  db.statement(
        "INSERT OR IGNORE INTO alias(key, twin, paper, source, visit, at)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
      .run(key, is_title(key) ? paper : 0, paper, source, reference(visit), at);
}

// Everything the writing of one visit has in common.
struct Visiting {
  sqlite::Database& db;
  VisitId visit;
  std::string_view source;
  Time at;
};

PaperId insert_paper(const Visiting& now, const PaperWrite& write) {
  now.db.statement("INSERT INTO paper(key, version, withdrawn, first_seen) VALUES(?1, ?2, ?3, ?4)")
      .run(write.key, write.version ? 1 : 0, write.withdrawn, now.at);
  return now.db.last_id();
}

void insert_version(const Visiting& now, PaperId paper, std::int64_t number,
                    const PaperWrite& write) {
  now.db
      .statement(
          "INSERT INTO version(paper, number, visit, source, at, withdrawn, fields)"
          " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
      .run(paper, number, reference(now.visit), now.source, now.at, write.withdrawn,
           encode_fields(*write.version));
}

NewestVersion write_version(const Visiting& now, PaperId paper, const PaperWrite& write) {
  NewestVersion newest = newest_version(now.db, paper);
  if (!write.version) {
    now.db.statement("UPDATE paper SET withdrawn = ?2 WHERE id = ?1 AND withdrawn <> ?2")
        .run(paper, write.withdrawn);
    return newest;
  }
  newest.number += 1;
  newest.fields = *write.version;
  insert_version(now, paper, newest.number, write);
  now.db.statement("UPDATE paper SET version = ?2, withdrawn = ?3 WHERE id = ?1")
      .run(paper, newest.number, write.withdrawn);
  return newest;
}

void write_here(const Visiting& now, PaperId paper, const Standing& here,
                const NewestVersion& newest) {
  const auto before = read_standing(now.db, now.source, paper, newest);
  StandingRow row{here, before ? before->first_seen : now.at,
                  here.state == ListingState::listed || !before ? now.at : before->last_seen};
  write_standing(now.db, now.source, paper, row, newest);
  if (!before || before->standing.state != here.state)
    write_standing_change(now.db, now.source, paper, now.at, row, now.visit);
}

void write_keys(const Visiting& now, PaperId paper, const PaperWrite& write) {
  for (const std::string& key : write.new_keys)
    add_alias(now.db, key, paper, now.source, now.visit, now.at);
}

// Of a paper that is new nothing has to be looked up.
PaperId write_new_paper(const Visiting& now, const PaperWrite& write) {
  const PaperId paper = insert_paper(now, write);
  if (std::find(write.new_keys.begin(), write.new_keys.end(), write.key) == write.new_keys.end())
    add_alias(now.db, write.key, paper, now.source, now.visit, now.at);
  write_keys(now, paper, write);
  NewestVersion newest;
  if (write.version) {
    insert_version(now, paper, 1, write);
    newest = {1, *write.version};
  }
  write_standing(now.db, now.source, paper, {write.here, now.at, now.at}, newest);
  now.db
      .statement(
          "INSERT INTO standing_change(paper, source, at, state, last_seen, visit)"
          " VALUES(?1, ?2, ?3, ?4, ?3, ?5)")
      .run(paper, now.source, now.at, name_of(write.here.state), reference(now.visit));
  return paper;
}

PaperId write_paper(const Visiting& now, const PaperWrite& write) {
  if (write.paper == 0) return write_new_paper(now, write);
  const PaperId paper = current_paper(now.db, write.paper);
  write_keys(now, paper, write);
  write_here(now, paper, write.here, write_version(now, paper, write));
  return paper;
}

// Absences are known from the moment their visit ended.
Time end_of(sqlite::Database& db, VisitId visit) {
  auto row = db.statement("SELECT max(started, finished) FROM visit WHERE id = ?1").with(visit);
  if (!row.next())
    throw StoreError("absences belong to a visit that is not stored",
                     "this is a fault of paperwatch; please report it");
  return row.time(0);
}

void write_absence(const Visiting& now, std::optional<Time> proof, const AbsenceWrite& absence) {
  const PaperId paper = current_paper(now.db, absence.paper);
  auto row = read_standing(now.db, now.source, paper);
  if (!row) return;
  const ListingState before = row->standing.state;
  // Visits without news do not touch the papers they list: the last one that proved all of them
  // is when this one was last seen.
  if (before == ListingState::listed && proof) row->last_seen = std::max(row->last_seen, *proof);
  row->standing.state = absence.state;
  // What waits to settle has to be seen in visits in a row.
  now.db
      .statement(
          "UPDATE standing SET state = ?3, missed = ?4, missed_since = ?5, last_seen = ?6,"
          " pending = NULL, pending_seen = 0 WHERE source = ?1 AND paper = ?2")
      .run(now.source, paper, name_of(absence.state), absence.missed, absence.missed_since,
           row->last_seen);
  if (before != absence.state)
    write_standing_change(now.db, now.source, paper, now.at, *row, now.visit);
}

}  // namespace

Owners Store::owners(const std::vector<std::string>& keys) {
  const sqlite::Reading reading(connection_->db);
  const auto merges = connection_->merges();
  Owners owners;
  for (const std::string& key : keys) {
    if (owners.contains(key)) continue;
    if (auto found = owners_of(connection_->db, *merges, key); !found.empty())
      owners.emplace(key, std::move(found));
  }
  return owners;
}

std::vector<KnownPaper> Store::known(std::string_view source, const std::vector<PaperId>& papers) {
  const sqlite::Reading reading(connection_->db);
  const auto merges = connection_->merges();
  const auto partings = connection_->partings();
  std::vector<KnownPaper> all;
  all.reserve(papers.size());
  for (const PaperId paper : papers)
    if (auto known = read_known(connection_->db, *merges, *partings, source, paper))
      all.push_back(std::move(*known));
  return all;
}

std::vector<Listed> Store::listed(std::string_view source) {
  std::vector<Listed> all;
  auto row = connection_->db
                 .statement(
                     // Not by the key, which holds all that the source ever showed.
                     "SELECT paper, state, missed, missed_since, pending IS NOT NULL FROM standing"
                     " INDEXED BY standing_listed WHERE source = ?1 AND state IN ('listed', "
                     "'missing') ORDER BY paper")
                 .with(source);
  while (row.next())
    all.push_back({row.integer(0), decode_listing_state(row.text(1)),
                   static_cast<int>(row.integer(2)), row.optional_time(3), row.integer(4) != 0});
  return all;
}

bool Store::has_open_standings(std::string_view source) {
  auto row = connection_->db
                 .statement(
                     "SELECT 1 FROM standing INDEXED BY standing_open WHERE source = ?1"
                     " AND (state = 'missing' OR pending IS NOT NULL) LIMIT 1")
                 .with(source);
  return row.next();
}

PaperId Store::current(PaperId paper) {
  if (connection_->in_transaction) return connection_->merges()->current(paper);
  return current_paper(connection_->db, paper);
}

std::vector<PaperId> Store::write_papers(VisitId visit, std::string_view source, Time at,
                                         const std::vector<PaperWrite>& papers) {
  sqlite::Writing writing(connection_->db);
  const Visiting now{connection_->db, visit, source, at};
  std::vector<PaperId> ids;
  ids.reserve(papers.size());
  if (!papers.empty()) note_written(connection_->db, visit);
  for (const PaperWrite& write : papers) ids.push_back(write_paper(now, write));
  writing.commit();
  return ids;
}

void Store::write_absences(VisitId visit, std::string_view source,
                           const std::vector<AbsenceWrite>& papers) {
  if (papers.empty()) return;
  sqlite::Writing writing(connection_->db);
  const Visiting now{connection_->db, visit, source, end_of(connection_->db, visit)};
  const auto proof = last_proof(connection_->db, source, std::nullopt, visit);
  note_written(connection_->db, visit);
  for (const AbsenceWrite& absence : papers) write_absence(now, proof, absence);
  writing.commit();
}

}  // namespace paperwatch
