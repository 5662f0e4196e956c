// SPDX-License-Identifier: MIT
#include "app/visiting.hpp"

#include <algorithm>
#include <utility>

namespace paperwatch {

Visiting::Visiting(const Config& config, std::function<Time()> now, std::stop_token stop,
                   FetcherMaker make, Duration patience)
    : config_(config),
      now_(std::move(now)),
      stop_(std::move(stop)),
      make_(std::move(make)),
      patience_(patience),
      store_(config.database, Store::Access::write) {}

Engine& Visiting::engine() {
  if (engine_) return *engine_;
  hosts_ = open_host_memory(config_.database);
  fetcher_ = make_({config_.connections, patience_, now_}, *hosts_, stop_);
  return engine_.emplace(config_, store_, *fetcher_, now_);
}

std::vector<VisitReport> Visiting::visit(const std::vector<std::string>& sources,
                                         const SyncOptions& options) {
  return engine().visit(sources, options, stop_);
}

void Visiting::rest() {
  // In the place of the other, which the engine and whoever asked for it refer to.
  store_ = Store(config_.database, Store::Access::write);
}

std::vector<std::string> enabled_sources(const Config& config) {
  std::vector<std::string> ids;
  for (const auto& source : config.sources) {
    if (source.enabled) ids.push_back(source.id);
  }
  return ids;
}

}  // namespace paperwatch
