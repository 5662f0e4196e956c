// SPDX-License-Identifier: MIT
// What a read visit amounts to: the figures that it is judged by, and what is kept of its pages.
#pragma once

#include <string>
#include <vector>

#include <paperwatch/store.hpp>

#include "core/health.hpp"
#include "core/identity.hpp"
#include "sync/visit.hpp"

namespace paperwatch {

VisitFacts facts_of(const ReadVisit& visit, const std::vector<Sighting>& sightings,
                    std::size_t papers);
// The same for pages that were read to the end.
VisitFacts facts_of_pages(const ReadPages& pages, const std::vector<Sighting>& sightings,
                          std::size_t papers);

// `papers` and `number` are left to the caller.
PageMemory page_memory(const ReadPage& page);
std::vector<PageEvidence> evidence_of(const ReadVisit& visit);
// Whether a page that was applied ended as html does.
bool ended_properly(const PageMemory& page);
// Whether the first page was read anew, so that notes_of() can say something.
bool reads_first_page(const ReadVisit& visit);
// What `status` should say of how the rules fared.
std::vector<std::string> notes_of(const ReadVisit& visit);

}  // namespace paperwatch
