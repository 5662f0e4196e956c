// SPDX-License-Identifier: MIT
// Brings what pages showed together with what the store knows.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

#include "core/difference.hpp"
#include "core/identity.hpp"
#include "sync/visit.hpp"

namespace paperwatch {

// The records of the pages that make up the listing, in its order.
std::vector<Sighting> sightings_of(const std::vector<ReadPage>& readings,
                                   const std::vector<std::size_t>& listing, Store& store);

struct Tracked {
  std::vector<PaperId> paper_of;     // per sighting
  std::vector<Event> events;         // not yet stored; papers filled in
  std::map<PaperId, Fields> papers;  // content of the papers that events are about
  std::size_t tracked = 0;           // listed or missing papers afterwards
  std::size_t merged = 0;            // how many papers of the source fell together
  std::vector<std::string> lost_fields;
};

// Which papers the sightings are, and what was known of them.
struct Recognised {
  Memory memory;
  Identities identities;
};
Recognised recognise(Store& store, const std::string& source,
                     const std::vector<Sighting>& sightings);

// Compares and writes; call within a Transaction in which nothing was written since `recognised`.
// `watched`: the sources that are visited; no other will ever let go of a field.
Tracked track(Store& store, VisitId visit, const Visited& visited,
              const std::vector<Sighting>& sightings, Recognised recognised,
              const TrackRules& rules, const std::vector<std::string>& watched);

}  // namespace paperwatch
