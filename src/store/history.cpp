// SPDX-License-Identifier: MIT
// The story of one paper.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/store.hpp>

#include "base/text.hpp"
#include "base/time.hpp"
#include "core/identity.hpp"
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

// A key by which a source's records are this paper, and who brought it.
struct SharedKey {
  std::string key, source;
  std::optional<VisitId> visit;
};

// The keys of what a source shows by which the paper was known, strongest first.
std::vector<SharedKey> keys_shown(sqlite::Database& db, const std::vector<PaperId>& family,
                                  std::string_view source, const Fields& shown) {
  const Keys names = keys_of(shown, {"doi", "arxiv_id", "url", "title"}, source);
  std::vector<std::string> keys = names.strong;
  if (!names.title.empty()) keys.push_back(names.title);
  std::vector<SharedKey> shared;
  auto& find = db.statement("SELECT source, visit FROM alias WHERE key = ?1 AND paper = ?2");
  for (const std::string& key : keys) {
    for (const PaperId member : family) {
      auto row = find.with(key, member);
      if (!row.next()) continue;
      const auto visit = row.is_null(1) ? std::nullopt : std::optional(row.integer(1));
      shared.push_back({key, row.text(0), visit});
      break;
    }
  }
  return shared;
}

std::vector<std::string> keys_from(sqlite::Database& db, const std::vector<PaperId>& family,
                                   std::string_view source) {
  std::vector<std::string> keys;
  for (const PaperId member : family) {
    auto row =
        db.statement("SELECT key FROM alias WHERE paper = ?1 AND source = ?2 ORDER BY at, key")
            .with(member, source);
    while (row.next()) keys.push_back(row.text(0));
  }
  return keys;
}

std::string text_of_shared(const SharedKey& shared, std::string_view source) {
  const std::string visit = shared.visit ? fmt::format(" in visit {}", *shared.visit) : "";
  if (shared.source == source) return fmt::format("{} (first seen here{})", shared.key, visit);
  return fmt::format("{} (known from {}{})", shared.key, shared.source, visit);
}

// Why what a source shows is this paper.
std::string reason(sqlite::Database& db, const std::vector<PaperId>& family,
                   std::string_view source, const Fields& shown) {
  std::vector<std::string> keys;
  for (const auto& shared : keys_shown(db, family, source, shown))
    keys.push_back(text_of_shared(shared, source));
  if (!keys.empty()) return "shows " + join(keys, ", ");
  const auto brought = keys_from(db, family, source);
  if (!brought.empty()) return "first seen here as " + join(brought, ", ");
  return "matched a key known before";
}

std::vector<std::string> merges_of(sqlite::Database& db, const std::vector<PaperId>& family) {
  std::vector<std::string> lines;
  for (const PaperId member : family) {
    auto row = db.statement(
                     "SELECT m.at, m.gone, p.key, m.key, m.visit, m.undone FROM merge m"
                     " JOIN paper p ON p.id = m.gone WHERE m.kept = ?1 ORDER BY m.id")
                   .with(member);
    while (row.next()) {
      std::string line =
          fmt::format("{} paper {} ({}) ", rfc3339(row.time(0)), row.integer(1), row.text(2));
      line += row.text(3).empty() ? "was merged into this one by hand"
                                  : "turned out to be this one: both have " + row.text(3);
      if (!row.is_null(4)) line += fmt::format(" (visit {})", row.integer(4));
      if (!row.is_null(5)) line += fmt::format("; split off again {}", rfc3339(row.time(5)));
      lines.push_back(std::move(line));
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
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
    history.listed.push_back({place.source, place.state, standing->first_seen, place.last_seen,
                              reason(db, family, place.source, standing->standing.fields)});
  }
  return history;
}

}  // namespace paperwatch
