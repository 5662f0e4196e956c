// SPDX-License-Identifier: MIT
#include "app/visiting.hpp"

#include <algorithm>
#include <utility>

namespace paperwatch {

Visiting::Visiting(const Config& config, std::function<Time()> now, std::stop_token stop,
                   const FetcherMaker& make)
    : stop_(stop),
      store_(config.database, Store::Access::write),
      hosts_(open_host_memory(config.database)),
      fetcher_(make({config.connections, std::chrono::seconds(10), now}, *hosts_, stop)),
      engine_(config, store_, *fetcher_, std::move(now)) {}

std::vector<VisitReport> Visiting::visit(const std::vector<std::string>& sources,
                                         const SyncOptions& options) {
  return engine_.visit(sources, options, stop_);
}

std::vector<std::string> enabled_sources(const Config& config) {
  std::vector<std::string> ids;
  for (const auto& source : config.sources) {
    if (source.enabled) ids.push_back(source.id);
  }
  return ids;
}

}  // namespace paperwatch
