// SPDX-License-Identifier: MIT
#include "sync/router.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "core/delivery_times.hpp"
#include "render/query.hpp"

namespace paperwatch {

struct Router::Entry {
  std::string channel;
  Route route;
  std::optional<Query> query;
  std::optional<Zone> zone;
  bool matches_nothing = false;

  bool wants(const Event& event, const Fields& paper) const {
    const auto& kinds = route.kinds;
    const auto& sources = route.sources;
    if (matches_nothing) return false;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), event.kind) == kinds.end())
      return false;
    if (!sources.empty() &&
        std::find(sources.begin(), sources.end(), event.source) == sources.end())
      return false;
    if (!query) return true;
    // A query is about papers; troubles of a source match none.
    if (!event.paper) return false;
    std::vector<std::string> listed = event.also;
    listed.push_back(event.source);
    return matches(*query, QuerySubject{paper, listed});
  }

  DeliveryWrite delivery(Time now) const {
    const Time due = zone ? delivery_due(route.digest, route.quiet, now, *zone) : now;
    return {channel, due, route.digest.empty() ? 0 : route.cap,
            quiet_text(route.quiet, route.timezone)};
  }
};

Router::Router(const Config& config) {
  for (const auto& source : config.sources) {
    if (source.enabled) sources_.push_back(source.id);
  }
  if (config.routes.empty()) {
    for (const auto& channel : config.channels) {
      entries_.push_back({channel.name, {}, std::nullopt, Zone::find("")});
    }
    return;
  }
  for (const auto& route : config.routes) {
    Entry entry{route.channel, route, std::nullopt, Zone::find(route.timezone)};
    if (!route.match.empty()) {
      if (auto query = parse_query(route.match)) {
        entry.query = std::move(*query);
      } else {
        entry.matches_nothing = true;
      }
    }
    entries_.push_back(std::move(entry));
  }
}

Router::~Router() = default;

std::vector<DeliveryWrite> Router::route(const Event& event, const Fields& paper, Time now) const {
  std::vector<DeliveryWrite> deliveries;
  if (event.baseline) return deliveries;
  std::set<std::string> told;
  for (const auto& entry : entries_) {
    if (!entry.wants(event, paper) || !told.insert(entry.channel).second) continue;
    deliveries.push_back(entry.delivery(now));
  }
  return deliveries;
}

}  // namespace paperwatch
