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
// Whether a page has the papers, the count and the shape that are remembered of it.
bool shows_the_same(const PageMemory& page, const PageMemory& before);
// Whether a page that was applied ended as html does.
bool ended_properly(const PageMemory& page);
// Whether the first page was read anew, so that notes_of() can say something.
bool reads_first_page(const ReadVisit& visit);
// What `status` should say of how the rules fared.
std::vector<std::string> notes_of(const ReadVisit& visit);
// Of such notes, those that another selector than the first reads a field.
std::vector<std::string> selectors_noted(const std::vector<std::string>& notes);

}  // namespace paperwatch
