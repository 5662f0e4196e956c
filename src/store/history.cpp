// SPDX-License-Identifier: MIT
// The story of one paper, and of the papers a feed shows.
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/store.hpp>

#include "base/text.hpp"
#include "base/time.hpp"
#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/paper_rows.hpp"

namespace paperwatch {

namespace {

void add_versions(sqlite::Database& db, PaperId member, std::vector<VersionRow>& versions) {
  Fields before;
  auto row = db.statement(
                   "SELECT number, visit, source, at, fields FROM version"
                   " WHERE paper = ?1 ORDER BY number")
                 .with(member);
  while (row.next()) {
    VersionRow version{.number = row.integer(0),
                       .visit = row.integer(1),
                       .source = row.text(2),
                       .at = row.time(3),
                       .fields = decode_fields(row.text(4)),
                       .changes = {}};
    if (version.number > 1) version.changes = differences(before, version.fields);
    before = version.fields;
    versions.push_back(std::move(version));
  }
}

// Those of papers that became part of it too, each compared within its own life.
std::vector<VersionRow> versions_of(sqlite::Database& db, const std::vector<PaperId>& family) {
  std::vector<VersionRow> versions;
  for (const PaperId member : family) add_versions(db, member, versions);
  std::stable_sort(versions.begin(), versions.end(),
                   [](const VersionRow& a, const VersionRow& b) { return a.at < b.at; });
  return versions;
}

std::vector<std::string> keys_from(sqlite::Database& db, const std::vector<PaperId>& family,
                                   std::string_view source) {
  std::vector<std::string> keys;
  for (const PaperId member : family) {
    auto row = db.statement(
                     "SELECT key, visit FROM alias WHERE paper = ?1 AND source = ?2"
                     " ORDER BY at, key")
                   .with(member, source);
    while (row.next())
      keys.push_back(row.is_null(1) ? row.text(0)
                                    : fmt::format("{} (visit {})", row.text(0), row.integer(1)));
  }
  return keys;
}

// The keys among the fields a source shows that the paper was known by already.
std::vector<std::string> keys_shown(const Fields& shown, const std::vector<std::string>& aliases) {
  constexpr std::pair<std::string_view, std::string_view> named[]{
      {"doi:", "doi"}, {"arxiv:", "arxiv_id"}, {"url:", "url"}};
  std::vector<std::string> keys;
  for (const auto& [prefix, field] : named) {
    std::string key = fmt::format("{}{}", prefix, text_of(shown, field));
    if (std::find(aliases.begin(), aliases.end(), key) != aliases.end())
      keys.push_back(std::move(key));
  }
  return keys;
}

std::string reason(sqlite::Database& db, const std::vector<PaperId>& family, const PaperRow& paper,
                   std::string_view source, const Fields& shown) {
  const auto brought = keys_from(db, family, source);
  const auto shared = keys_shown(shown, paper.aliases);
  if (!brought.empty()) return "known here as " + join(brought, ", ");
  if (!shared.empty()) return "shows " + join(shared, ", ");
  return "matched a key known before";
}

std::vector<std::string> merges_of(sqlite::Database& db, const std::vector<PaperId>& family) {
  std::vector<std::string> lines;
  for (const PaperId member : family) {
    auto row = db.statement(
                     "SELECT m.at, m.gone, p.key, m.key FROM merge m"
                     " JOIN paper p ON p.id = m.gone WHERE m.kept = ?1 ORDER BY m.id")
                   .with(member);
    while (row.next())
      lines.push_back(fmt::format("{} paper {} ({}) turned out to be this one: both have {}",
                                  rfc3339(row.time(0)), row.integer(1), row.text(2), row.text(3)));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The papers of the newest events, newest first.
std::vector<PaperId> newest_papers(sqlite::Database& db, const Merges& merges,
                                   std::string_view source, std::size_t limit) {
  const char* const sql =
      source.empty() ? "SELECT paper FROM event WHERE id > 0 AND ?1 = '' AND paper IS NOT NULL"
                       " ORDER BY id DESC"
                     : "SELECT paper FROM event WHERE source = ?1 AND paper IS NOT NULL"
                       " ORDER BY id DESC";
  std::vector<PaperId> papers;
  std::set<PaperId> seen;
  auto row = db.statement(sql).with(source);
  while (papers.size() < limit && row.next()) {
    const PaperId paper = merges.current(row.integer(0));
    if (seen.insert(paper).second) papers.push_back(paper);
  }
  return papers;
}

std::vector<Event> events_of(sqlite::Database& db, const Merges& merges, PaperId paper,
                             std::string_view source) {
  std::vector<Event> events;
  auto& find =
      db.statement(fmt::format("SELECT {} FROM event WHERE paper = ?1"
                               " AND (?2 = '' OR source = ?2) ORDER BY id",
                               event_columns));
  for (const PaperId member : merges.family(paper)) {
    auto row = find.with(member, source);
    while (row.next()) events.push_back(read_event(row));
  }
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.id < b.id; });
  return events;
}

}  // namespace

std::optional<PaperHistory> Store::history(PaperId asked) {
  sqlite::Database& db = connection_->db;
  const sqlite::Reading reading(db);
  PaperReader reader(db, std::nullopt);
  const PaperId paper = reader.merges().current(asked);
  const auto family = reader.merges().family(paper);
  const auto places = reader.places(paper);
  auto row = reader.row(paper, places);
  if (!row) return std::nullopt;
  PaperHistory history{std::move(*row), versions_of(db, family), {}, merges_of(db, family)};
  for (const auto& place : places) {
    const auto standing = read_standing(db, place.source, paper);
    if (!standing) continue;
    history.listed.push_back(
        {place.source, place.state, standing->first_seen, place.last_seen,
         reason(db, family, history.paper, place.source, standing->standing.fields)});
  }
  return history;
}

std::vector<Store::FeedPaper> Store::feed_papers(std::string_view source, std::size_t limit) {
  sqlite::Database& db = connection_->db;
  const sqlite::Reading reading(db);
  PaperReader reader(db, std::nullopt);
  std::vector<FeedPaper> papers;
  for (const PaperId paper : newest_papers(db, reader.merges(), source, limit)) {
    auto row = reader.row(paper, reader.places(paper));
    if (!row) continue;
    papers.push_back({std::move(*row), events_of(db, reader.merges(), paper, source)});
  }
  return papers;
}

}  // namespace paperwatch
