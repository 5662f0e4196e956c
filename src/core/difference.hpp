// SPDX-License-Identifier: MIT
// What a visit changes in what is known of papers. Pure, as identity.hpp is.
#pragma once

#include <memory>
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
  // Likewise: whether what is known of it in this source is what its record shows.
  std::vector<bool> as_shown;
  std::vector<std::string> lost_fields;  // fields most records lost at once: kept as they were
};

// The difference in parts, so that one can be written, and forgotten, before the next is looked
// for. What all papers decide together is found first: which fields were lost at once, which keys
// are nobody's. From then on only the content of papers is asked for, of each before its part is
// taken.
class Comparison {
 public:
  // The arguments must outlive this. `memory`: as it stands after the identities' merges. `listed`:
  // the source's listed and missing papers before the visit, by id.
  Comparison(const Visited& visit, const Identities& identities,
             const std::vector<Sighting>& sightings, const Memory& memory,
             const std::vector<Listed>& listed, const TrackRules& rules);
  ~Comparison();

  // Whether a paper is new, beyond what belongs to the baseline.
  bool brings_new() const;
  // Looks at the next papers of the visit, at most so many; then
  void see(std::size_t most);
  // at those that it does not show.
  void miss();
  // What was found since it was last asked. `tracked` is known after miss().
  Difference take();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

// The whole of it.
Difference difference(const Visited& visit, const Identities& identities,
                      const std::vector<Sighting>& sightings, const Memory& memory,
                      const std::vector<Listed>& listed, const TrackRules& rules);

}  // namespace paperwatch
