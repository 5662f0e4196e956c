// SPDX-License-Identifier: MIT
// Brings what pages showed together with what the store knows.
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

#include "core/difference.hpp"
#include "core/identity.hpp"
#include "sync/recall.hpp"
#include "sync/visit.hpp"

namespace paperwatch {

// The records of the pages that make up the listing, in its order: out of the pages, which must
// outlive them. What they show stays where it was put aside.
std::vector<Sighting> sightings_of(ReadPages& readings, const std::vector<std::size_t>& listing,
                                   const PutAside& aside, Store& store);

// Hears of a visit's papers while they are written.
class NewsListener {
 public:
  virtual ~NewsListener() = default;
  // Before all events: whether a paper is new, beyond what belongs to the baseline.
  virtual void expect(bool brings_new) = 0;
  // Events in their order, not yet stored; papers are filled in, with the content of each.
  virtual void tell(std::vector<Event> events, const std::map<PaperId, Fields>& papers) = 0;
};

struct Tracked {
  std::vector<PaperId> paper_of;  // per sighting
  std::vector<bool> as_shown;     // likewise, as in Difference; nothing where none was looked at
  std::size_t tracked = 0;        // listed or missing papers afterwards
  std::size_t merged = 0;         // how many papers of the source fell together
  std::vector<std::string> lost_fields;
  std::unordered_set<PaperId> written;  // what is known of these is not what it was
};

// Compares and writes, some papers at a time; call within a Transaction in which nothing was
// written since `identities` were found by `memory`.
Tracked track(Store& store, VisitId visit, const Visited& visited,
              const std::vector<Sighting>& sightings, Identities identities, Recall& memory,
              const TrackRules& rules, NewsListener& listener);

}  // namespace paperwatch
