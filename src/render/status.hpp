// SPDX-License-Identifier: MIT
// What `status` says of each source, from what is configured and what is remembered. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

#include "render/json.hpp"

namespace paperwatch {

// Configured sources in their order, then those that only the database still knows. `papers`: how
// many each lists. A source may have fallen silent since its last visit: `now` decides.
std::vector<SourceStatus> source_statuses(const Config& config,
                                          const std::vector<SourceMemory>& memories,
                                          const std::map<std::string, std::size_t>& papers,
                                          Time now);

}  // namespace paperwatch
