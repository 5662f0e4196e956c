// SPDX-License-Identifier: MIT
// Visits what is due until it is told to stop.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

#include "app/session.hpp"

namespace paperwatch {

// Which sources are due at `now`, and when the next one is. Pure: "due" is data, not a timer.
struct Due {
  std::vector<std::string> sources;
  std::optional<Time> next;
};
Due due_sources(const Config& config, const std::vector<SourceMemory>& memories, Time now);

int run_daemon(const Session& session);

}  // namespace paperwatch
