// SPDX-License-Identifier: MIT
// What today's rules would have found in the pages of the past.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

namespace paperwatch {

struct ReplayOptions {
  std::optional<Time> since;  // visits before it are only what the first one is compared with
  bool dry_run = false;       // nothing is stored or queued
};

struct ReplayReport {
  std::vector<VisitReport> visits;  // in order of capture; `events`: those that were missed
  std::vector<std::string> notes;   // which visits could not be read again, and why
};

// Reads the archived visits of `source` in order with today's rules and tells what was missed:
// events with the time of their capture, marked late, owed to the routes' channels from `now` on,
// with the versions and standings of that time. What was told is not told again. Visits in
// quarantine that today's rules read well are applied. One transaction; on the calling thread;
// throws StoreError. Fails (usage) where nothing can be replayed.
Result<ReplayReport> replay(Store& store, const Config& config, const Source& source,
                            const ReplayOptions& options, Time now);

}  // namespace paperwatch
