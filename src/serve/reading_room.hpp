// SPDX-License-Identifier: MIT
// What an answer is made from.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <paperwatch/catalogue.hpp>
#include <paperwatch/config.hpp>
#include <paperwatch/serve.hpp>
#include <paperwatch/store.hpp>

#include "serve/access.hpp"
#include "serve/overview.hpp"
#include "serve/traffic.hpp"
#include "serve/web_response.hpp"

namespace paperwatch {

// Feeds of searches, kept until the next event. Any thread.
class SearchFeeds {
 public:
  std::shared_ptr<const Stored> find(const std::string& name, EventId newest) const;
  void keep(const std::string& name, EventId newest, std::shared_ptr<const Stored> feed);

 private:
  struct Kept {
    EventId newest = 0;
    std::shared_ptr<const Stored> feed;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Kept> kept_;
};

// For one request, on the thread that owns the store and the catalogue.
struct ReadingRoom {
  const Config& config;
  Store& store;
  Catalogue& catalogue;
  const Overview& overview;
  const Access& access;
  const ServeActions& actions;
  SearchFeeds& search_feeds;
  const Traffic& traffic;
  Time now{};
  Duration patience = std::chrono::milliseconds(300);  // how long a search looks back
};

}  // namespace paperwatch
