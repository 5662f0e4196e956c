// SPDX-License-Identifier: MIT
// What a replay writes into the past, so that questions about that time are answered as if it had
// been known then.
#include <algorithm>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

struct StoredVersion {
  VisitId visit = 0;
  std::string source;
  Time at{};
  bool withdrawn = false;
  Fields fields;
};

std::vector<StoredVersion> versions_of(sqlite::Database& db, PaperId paper) {
  std::vector<StoredVersion> versions;
  auto row = db.statement(
                   "SELECT visit, source, at, withdrawn, fields FROM version"
                   " WHERE paper = ?1 ORDER BY number")
                 .with(paper);
  while (row.next())
    versions.push_back({row.integer(0), row.text(1), row.time(2), row.integer(3) != 0,
                        decode_fields(row.text(4))});
  return versions;
}

void replace_versions(sqlite::Database& db, PaperId paper,
                      const std::vector<StoredVersion>& versions) {
  db.statement("DELETE FROM version WHERE paper = ?1").run(paper);
  std::int64_t number = 0;
  for (const StoredVersion& version : versions)
    db.statement(
          "INSERT INTO version(paper, number, visit, source, at, withdrawn, fields)"
          " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        .run(paper, ++number, reference(version.visit), version.source, version.at,
             version.withdrawn, encode_fields(version.fields));
  db.statement("UPDATE paper SET version = ?2 WHERE id = ?1").run(paper, number);
}

std::optional<Value> value_in(const Fields& fields, const std::string& name) {
  const auto found = fields.find(name);
  if (found == fields.end()) return std::nullopt;
  return found->second;
}

void set(Fields& fields, const Change& change) {
  if (change.after)
    fields.insert_or_assign(change.field, *change.after);
  else
    fields.erase(change.field);
}

// Changes what still has the value that was known before.
void carry(Fields& fields, const Fields& known, std::vector<Change>& changes) {
  std::erase_if(changes, [&](const Change& change) {
    return value_in(fields, change.field) != value_in(known, change.field);
  });
  for (const Change& change : changes) set(fields, change);
}

// The versions with one more at its place in time; later ones learn what they could not know.
std::vector<StoredVersion> with_late(std::vector<StoredVersion> versions, StoredVersion late,
                                     const LateWrite& write) {
  const auto next = std::find_if(versions.begin(), versions.end(),
                                 [&](const auto& version) { return version.at > late.at; });
  const Fields known = next == versions.begin() ? Fields{} : std::prev(next)->fields;
  late.fields = known;
  if (write.fields) {
    late.fields.insert(write.fields->begin(), write.fields->end());
  } else {
    for (const Change& change : write.changes) set(late.fields, change);
    auto changes = write.changes;
    for (auto version = next; version != versions.end(); ++version)
      carry(version->fields, known, changes);
  }
  late.withdrawn = write.withdrawn || (next != versions.begin() && std::prev(next)->withdrawn);
  if (late.withdrawn)
    for (auto version = next; version != versions.end(); ++version) version->withdrawn = true;

  if (next != versions.end() && next->fields == late.fields) {
    next->at = late.at;
    next->visit = late.visit;
    next->source = late.source;
  } else if (next == versions.begin() || std::prev(next)->fields != late.fields) {
    versions.insert(next, std::move(late));
  }
  return versions;
}

// Everything one late word has in common.
struct LateMoment {
  sqlite::Database& db;
  VisitId visit;
  std::string_view source;
  Time at;
};

PaperId known_paper(const LateMoment& moment, const LateWrite& write) {
  sqlite::Database& db = moment.db;
  if (write.paper != 0) {
    const PaperId paper = current_paper(db, write.paper);
    db.statement("UPDATE paper SET first_seen = min(first_seen, ?2) WHERE id = ?1")
        .run(paper, moment.at);
    return paper;
  }
  db.statement("INSERT INTO paper(key, version, withdrawn, first_seen) VALUES(?1, 0, ?2, ?3)")
      .run(write.key, write.withdrawn, moment.at);
  const PaperId paper = db.last_id();
  std::vector<std::string> keys{write.key};
  keys.insert(keys.end(), write.new_keys.begin(), write.new_keys.end());
  for (const auto& key : keys)
    db.statement(
          "INSERT OR IGNORE INTO alias(key, twin, paper, source, visit, at)"
          " VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
        .run(key, key.starts_with("title:") ? paper : 0, paper, moment.source,
             reference(moment.visit), moment.at);
  return paper;
}

bool is_newest_change(const LateMoment& moment, PaperId paper) {
  auto row =
      moment.db
          .statement("SELECT 1 FROM standing_change WHERE paper = ?1 AND source = ?2 AND at > ?3")
          .with(paper, moment.source, moment.at);
  return !row.next();
}

void note_state(const LateMoment& moment, PaperId paper, ListingState state) {
  moment.db
      .statement(
          "INSERT OR IGNORE INTO standing_change(paper, source, at, state, last_seen, visit)"
          " VALUES(?1, ?2, ?3, ?4, ?3, ?5)")
      .run(paper, moment.source, moment.at, name_of(state), reference(moment.visit));
}

// The standing in this source as it is to be now.
StandingRow stand(const LateMoment& moment, PaperId paper, const LateWrite& write,
                  std::optional<StandingRow> before, const Fields& known) {
  if (!before) return {write.here, moment.at, moment.at};
  auto changes = write.changes;
  carry(before->standing.fields, known, changes);
  before->standing.withdrawn |= write.withdrawn;
  before->first_seen = std::min(before->first_seen, moment.at);
  if (write.state && is_newest_change(moment, paper) && before->standing.state != *write.state) {
    before->standing.state = *write.state;
    before->standing.missed = 0;
    before->standing.missed_since.reset();
  }
  return std::move(*before);
}

Fields known_at(const std::vector<StoredVersion>& versions, Time at) {
  Fields known;
  for (const auto& version : versions)
    if (version.at <= at) known = version.fields;
  return known;
}

void write_history(const LateMoment& moment, PaperId paper, const LateWrite& write) {
  sqlite::Database& db = moment.db;
  std::vector<std::pair<std::string, StandingRow>> others;
  {
    std::vector<std::string> sources;
    auto row = db.statement("SELECT source FROM standing WHERE paper = ?1 AND source <> ?2")
                   .with(paper, moment.source);
    while (row.next()) sources.push_back(row.text(0));
    for (const auto& source : sources)
      if (auto standing = read_standing(db, source, paper))
        others.emplace_back(source, std::move(*standing));
  }
  auto versions = versions_of(db, paper);
  const StandingRow here = stand(moment, paper, write, read_standing(db, moment.source, paper),
                                 known_at(versions, moment.at));
  if (write.state) note_state(moment, paper, *write.state);

  if (write.fields || !write.changes.empty()) {
    versions = with_late(std::move(versions),
                         {moment.visit, std::string(moment.source), moment.at, false, {}}, write);
    replace_versions(db, paper, versions);
  }
  if (write.withdrawn) db.statement("UPDATE paper SET withdrawn = 1 WHERE id = ?1").run(paper);
  // Standings name their fields by what differs from the newest version.
  const NewestVersion newest = newest_version(db, paper);
  write_standing(db, moment.source, paper, here, newest);
  for (const auto& [source, standing] : others) write_standing(db, source, paper, standing, newest);
}

}  // namespace

PaperId Store::write_late(VisitId visit, std::string_view source, Time at, const LateWrite& write) {
  sqlite::Writing writing(connection_->db);
  const LateMoment moment{connection_->db, visit, source, at};
  note_written(connection_->db, visit);
  const PaperId paper = known_paper(moment, write);
  write_history(moment, paper, write);
  // What the source's pages showed need not be all that is known of their papers any more.
  connection_->db.statement("UPDATE page SET records = NULL WHERE source = ?1").run(source);
  writing.commit();
  return paper;
}

}  // namespace paperwatch
