// SPDX-License-Identifier: MIT
// The past of one source once more, in a database of its own: what its visits would have told if
// today's rules had read them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

#include "sync/router.hpp"
#include "sync/scratch_store.hpp"

namespace paperwatch {

struct ArchivedPage;

// One visit as today's rules read it.
struct Rehearsed {
  VisitRow row;                          // as it is stored
  VisitReport report;                    // its events name papers by the rehearsal's ids and keys
  std::map<PaperId, KnownPaper> papers;  // of the events, as they stood after the visit
};

class Rehearsal {
 public:
  // `store`: the archive; both must outlive this.
  Rehearsal(Store& store, const Source& source, const Extractor& extractor);

  // Runs the visits in order, those from `first` on. What the first one that can be read shows is
  // what the others are compared with: it tells nothing.
  std::vector<Rehearsed> run(const std::vector<VisitRow>& visits, std::size_t first,
                             std::vector<std::string>& notes);

  // How the paper stands after all of them.
  std::optional<KnownPaper> now(PaperId paper);

 private:
  Rehearsed read(const VisitRow& row, const std::vector<ArchivedPage>& pages);

  Store& store_;
  const Source& source_;
  const Extractor& extractor_;
  ScratchStore scratch_;
  Router silent_;
};

}  // namespace paperwatch
