// SPDX-License-Identifier: MIT
// Which channels are to hear of an event.
#pragma once

#include <memory>
#include <string>
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

  // The sources of the configuration that are visited.
  const std::vector<std::string>& sources() const { return sources_; }

 private:
  struct Entry;
  std::vector<std::string> sources_;
  std::vector<Entry> entries_;
};

}  // namespace paperwatch
