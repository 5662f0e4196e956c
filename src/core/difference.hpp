// SPDX-License-Identifier: MIT
// What a visit changes in what is known of papers. Pure: values in, values out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/rules.hpp>
#include <paperwatch/store.hpp>

#include "core/identity.hpp"

namespace paperwatch {

// An applied visit, as far as its papers are concerned.
struct Visited {
  std::string source;
  Time at{};
  bool proves_absence = false;
  bool is_baseline = false;  // the source's first applied visit
  int known_depth = 0;       // pages deeper than this had never been read; 0: no limit
  // The rules are new: everything is taken over silently, new papers are uncovered ones, and
  // nothing is removed.
  bool is_reread = false;
  // Where the records are those of old pages: the papers that these pages yielded before. What of
  // them they yield no longer has left; they say nothing of any other paper.
  std::optional<std::set<PaperId>> yielded{};
  // Where the rules are new: the papers that they were tried on before, on old pages. What they
  // find for the first time of any other need not be new.
  std::optional<std::set<PaperId>> reread{};
};

struct Difference {
  std::vector<PaperWrite> papers;  // only what must be written; new papers have paper == 0
  std::vector<AbsenceWrite> absences;
  std::vector<Event> events;  // visit, ids and messages are not filled in; for a new paper
                              // `paper->id` is 0 and `paper->key` says which
  std::size_t tracked = 0;    // listed or missing papers of the source afterwards
  // Per visit's paper, in order of identities: its id, or 0 and its index in `papers`.
  std::vector<std::pair<PaperId, std::size_t>> placed;
  std::vector<std::string> lost_fields;  // fields most records lost at once: kept as they were
};

// `memory` and `listed` (the source's listed and missing papers) are as they stand after the
// identities' merges. `memory` also holds the papers that this visit may find removed.
Difference difference(const Visited& visit, const Identities& identities,
                      const std::vector<Sighting>& sightings, const Memory& memory,
                      const std::vector<Listed>& listed, const TrackRules& rules);

}  // namespace paperwatch
