// SPDX-License-Identifier: MIT
#include "app/publishing.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "base/time.hpp"
#include "notify/feed_files.hpp"
#include "notify/outbox.hpp"

namespace paperwatch {

void publish_feeds(const Config& config, Store& store) {
  for (const auto& error : refresh_feeds(config, store).errors) {
    fmt::print(stderr, "paperwatch: {}\n", error.message);
    if (!error.hint.empty()) fmt::print(stderr, "  {}\n", error.hint);
  }
}

void publish(const Config& config, Store& store, std::stop_token stop) {
  publish_feeds(config, store);
  const auto result = deliver_all(config, store, wall_now, stop);
  for (const auto& problem : result.problems) fmt::print(stderr, "paperwatch: {}\n", problem);
}

}  // namespace paperwatch
