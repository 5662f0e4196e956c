// SPDX-License-Identifier: MIT
// What the first page, the API's status and the metrics say: read once after every change, not for
// every reader, so that it costs the same with a million papers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <paperwatch/catalogue.hpp>
#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

#include "render/json.hpp"

namespace paperwatch {

struct SourceGlance {
  SourceStatus status;
  std::string title, url;             // the url without credentials; "" where unknown
  int failures = 0;                   // failed visits in a row
  std::vector<std::int64_t> history;  // what the last applied visits counted, oldest first
};

struct Overview {
  std::vector<SourceGlance> sources;
  Catalogue::Totals totals;
  EventId newest_event = 0;
  std::size_t quarantined = 0;  // visits that nobody has judged
  std::size_t to_decide = 0;    // the same with each breakage counted once

  const SourceGlance* find(std::string_view source) const;
};

Overview read_overview(const Config& config, Store& store, Catalogue& catalogue);

// Visits that were quarantined after the last that was applied: what `review` is about.
std::vector<VisitRow> visits_to_review(Store& store);

}  // namespace paperwatch
