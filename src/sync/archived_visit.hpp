// SPDX-License-Identifier: MIT
// A visit read once more, from what it left in the archive.
#pragma once

#include <string>
#include <vector>

#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

#include "sync/visit_run.hpp"

namespace paperwatch {

struct ArchivedPage {
  PageEvidence evidence;
  std::string body;
};

// In the order of reading. Fails (usage) where the visit left none or one is no longer archived.
Result<std::vector<ArchivedPage>> archived_pages(Store& store, VisitId visit);

// The visit that today's rules make of the pages, as if a server gave them; a page that they ask
// for and the archive does not have breaks it off. `store` says what is known where the visit may
// stop at known ground.
ReadVisit read_again(const std::vector<ArchivedPage>& pages, VisitRun run, Store& store);

}  // namespace paperwatch
