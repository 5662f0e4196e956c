// SPDX-License-Identifier: MIT
// Papers as they are listed, now or as they were at a moment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/store.hpp>

#include "store/rows.hpp"
#include "store/sqlite.hpp"

namespace paperwatch {

// Smaller is better: listed, missing, left, removed.
int rank(ListingState state);

// Reads papers as of one moment; to be used within one Reading.
class PaperReader {
 public:
  PaperReader(sqlite::Database& db, std::optional<Time> as_of);

  struct Place {
    std::string source;
    ListingState state = ListingState::listed;
    Time last_seen{};
  };
  // In all sources that ever showed it, by name.
  std::vector<Place> places(PaperId paper);
  // With the best state of its places.
  std::optional<PaperRow> row(PaperId paper, const std::vector<Place>& places);
  // The same without its aliases.
  std::optional<PaperRow> shown(PaperId paper, const std::vector<Place>& places);

  const Merges& merges() const { return merges_; }

 private:
  std::optional<PaperRow> head(PaperId paper);
  void add_version(PaperRow& paper);
  void add_keys(PaperRow& paper);
  std::optional<Time> proof(const std::string& source);

  sqlite::Database& db_;
  std::optional<Time> as_of_;
  Merges merges_;
  std::map<std::string, std::optional<Time>> proofs_;
};

bool is_wanted(PaperQuery::State wanted, ListingState state);
// In the source asked for, else the best of all; nothing where it was never listed.
std::optional<ListingState> state_in(const std::vector<PaperReader::Place>& places,
                                     const std::optional<std::string>& source);

}  // namespace paperwatch
