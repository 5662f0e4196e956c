// SPDX-License-Identifier: MIT
#include "sync/router.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "notify/channels.hpp"
#include "render/query.hpp"

namespace paperwatch {

struct Router::Entry {
  std::string channel;
  Route route;
  std::optional<Query> query;
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
};

Router::Router(const Config& config) {
  const auto channel_of = [&](const std::string& name) {
    return std::find_if(config.channels.begin(), config.channels.end(),
                        [&](const Channel& channel) { return channel.name == name; });
  };
  if (config.routes.empty()) {
    for (const auto& channel : config.channels) {
      if (is_supported(channel)) entries_.push_back({channel.name, {}, std::nullopt, false});
    }
    return;
  }
  for (const auto& route : config.routes) {
    const auto channel = channel_of(route.channel);
    if (channel == config.channels.end() || !is_supported(*channel)) continue;
    Entry entry{route.channel, route, std::nullopt, false};
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
    deliveries.push_back({entry.channel, now});
  }
  return deliveries;
}

}  // namespace paperwatch
