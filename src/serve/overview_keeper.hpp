// SPDX-License-Identifier: MIT
// Keeps an Overview that is at most a moment old, on a thread of its own.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include <paperwatch/catalogue.hpp>
#include <paperwatch/store.hpp>

#include "serve/overview.hpp"

namespace paperwatch {

class OverviewKeeper {
 public:
  // Reads the first one now; throws StoreError. Later trouble leaves the last one standing.
  explicit OverviewKeeper(const Config& config);

  // Never null; half a second old, or ten times as old as reading one takes. Any thread.
  std::shared_ptr<const Overview> current() const;

 private:
  void keep(std::stop_token stop);
  Duration refresh();  // answers how long to leave it

  const Config& config_;
  Store store_;
  Catalogue catalogue_;
  std::int64_t revision_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable_any stopping_;
  std::shared_ptr<const Overview> overview_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace paperwatch
