// SPDX-License-Identifier: MIT
// What `sync` and the daemon share: everything a visit needs, put together.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/fetch.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

#include "app/wire.hpp"

namespace paperwatch {

class Visiting {
 public:
  // Opens the database for writing; throws StoreError. `config` must outlive this. What fetches and
  // reads is made for the first visit: a daemon at rest needs none of it. `patience`: how long one
  // fetch may wait until its host may be asked.
  Visiting(const Config& config, std::function<Time()> now, std::stop_token stop,
           FetcherMaker make = make_fetcher, Duration patience = std::chrono::seconds(10));

  std::vector<VisitReport> visit(const std::vector<std::string>& sources,
                                 const SyncOptions& options);
  Store& store() { return store_; }
  // Nothing is to be done for a while: gives back what the database's connection remembers of it.
  void rest();

 private:
  Engine& engine();

  const Config& config_;
  std::function<Time()> now_;
  std::stop_token stop_;
  FetcherMaker make_;
  Duration patience_;
  Store store_;
  std::unique_ptr<HostMemory> hosts_;
  std::unique_ptr<Fetcher> fetcher_;
  std::optional<Engine> engine_;
};

// The sources that are visited when none is named.
std::vector<std::string> enabled_sources(const Config& config);

}  // namespace paperwatch
