// SPDX-License-Identifier: MIT
// Which channels are to hear of an event.
#pragma once

#include <memory>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// The routes of a configuration, their queries parsed. Immutable; a query that does not parse
// matches nothing (`check` reports it).
class Router {
 public:
  explicit Router(const Config& config);
  ~Router();

  // Baseline events are owed to nobody. Without routes every channel gets everything.
  std::vector<DeliveryWrite> route(const Event& event, const Fields& paper, Time now) const;

 private:
  struct Entry;
  std::vector<Entry> entries_;
};

}  // namespace paperwatch
