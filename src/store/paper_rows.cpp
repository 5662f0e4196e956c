// SPDX-License-Identifier: MIT
#include "store/paper_rows.hpp"

#include <algorithm>
#include <utility>

#include "store/codec.hpp"

namespace paperwatch {

int rank(ListingState state) {
  switch (state) {
    case ListingState::listed:
      return 0;
    case ListingState::missing:
      return 1;
    case ListingState::left:
      return 2;
    case ListingState::removed:
      return 3;
  }
  return 4;
}

PaperReader::PaperReader(sqlite::Database& db, std::optional<Time> as_of)
    : db_(db), as_of_(as_of), merges_(db, as_of) {}

std::vector<PaperReader::Place> PaperReader::places(PaperId paper) {
  std::vector<Place> places;
  // The log holds changes of state; a paper that stayed listed may have shown a version since
  // (one without a visit is a person's doing).
  const char* const sql = as_of_
                              ? "SELECT c.source, c.state, max(c.last_seen, coalesce("
                                "(SELECT max(v.at) FROM version v WHERE v.paper = c.paper"
                                " AND v.source = c.source AND v.visit IS NOT NULL AND v.at >= c.at"
                                " AND v.at <= ?2), 0)), max(c.at)"
                                " FROM standing_change c"
                                " WHERE c.paper = ?1 AND c.at <= ?2 GROUP BY c.source"
                                " HAVING c.state <> 'parted'"
                              : "SELECT source, state, last_seen FROM standing"
                                " WHERE paper = ?1 AND ?2 ORDER BY source";
  {
    auto row = db_.statement(sql).with(paper, as_of_.value_or(Time::max()));
    while (row.next())
      places.push_back({row.text(0), decode_listing_state(row.text(1)), row.time(2)});
  }
  for (Place& place : places)
    if (place.state == ListingState::listed)
      place.last_seen = std::max(place.last_seen, proof(place.source).value_or(Time::min()));
  return places;
}

// A visit that proves absence has seen all papers that it left listed.
std::optional<Time> PaperReader::proof(const std::string& source) {
  const auto [found, is_new] = proofs_.try_emplace(source);
  if (is_new) found->second = last_proof(db_, source, as_of_);
  return found->second;
}

std::optional<PaperRow> PaperReader::row(PaperId paper, const std::vector<Place>& places) {
  auto row = shown(paper, places);
  if (row) add_keys(*row);
  return row;
}

std::optional<PaperRow> PaperReader::shown(PaperId paper, const std::vector<Place>& places) {
  auto row = head(paper);
  if (!row) return std::nullopt;
  row->last_seen = row->first_seen;
  row->state = ListingState::removed;
  for (const Place& place : places) {
    if (rank(place.state) < rank(row->state)) row->state = place.state;
    row->last_seen = std::max(row->last_seen, place.last_seen);
    if (rank(place.state) <= rank(ListingState::missing)) row->sources.push_back(place.source);
  }
  add_version(*row);
  return row;
}

std::optional<PaperRow> PaperReader::head(PaperId paper) {
  PaperRow head;
  head.id = paper;
  auto& find = db_.statement("SELECT key, first_seen, withdrawn FROM paper WHERE id = ?1");
  for (const PaperId member : merges_.family(paper)) {
    auto row = find.with(member);
    if (!row.next()) return std::nullopt;
    if (member == paper) {
      head.key = row.text(0);
      head.first_seen = row.time(1);
      head.withdrawn = row.integer(2) != 0;
    }
    head.first_seen = std::min(head.first_seen, row.time(1));
  }
  return head;
}

void PaperReader::add_version(PaperRow& paper) {
  auto row = db_.statement(
                    "SELECT number, fields, withdrawn FROM version"
                    " WHERE paper = ?1 AND at <= ?2 ORDER BY number DESC LIMIT 1")
                 .with(paper.id, as_of_.value_or(Time::max()));
  if (!row.next()) return;
  paper.version = row.integer(0);
  paper.fields = decode_fields(row.text(1));
  if (as_of_) paper.withdrawn = row.integer(2) != 0;
}

void PaperReader::add_keys(PaperRow& paper) {
  paper.aliases.push_back(paper.key);
  auto& find = db_.statement(
      "SELECT key FROM alias WHERE paper = ?1 AND at <= ?2"
      " ORDER BY at, key");
  for (const PaperId member : merges_.family(paper.id)) {
    auto row = find.with(member, as_of_.value_or(Time::max()));
    while (row.next()) {
      std::string key = row.text(0);
      const auto known = std::find(paper.aliases.begin(), paper.aliases.end(), key);
      if (known == paper.aliases.end()) paper.aliases.push_back(std::move(key));
    }
  }
}

bool is_wanted(PaperQuery::State wanted, ListingState state) {
  switch (wanted) {
    case PaperQuery::State::current:
      return state == ListingState::listed || state == ListingState::missing;
    case PaperQuery::State::missing:
      return state == ListingState::missing;
    case PaperQuery::State::removed:
      return state == ListingState::removed;
    case PaperQuery::State::all:
      return true;
  }
  return false;
}

std::optional<ListingState> state_in(const std::vector<PaperReader::Place>& places,
                                     const std::optional<std::string>& source) {
  std::optional<ListingState> best;
  for (const auto& place : places) {
    if (source && place.source != *source) continue;
    if (!best || rank(place.state) < rank(*best)) best = place.state;
  }
  return best;
}

}  // namespace paperwatch
