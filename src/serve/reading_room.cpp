// SPDX-License-Identifier: MIT
#include "serve/reading_room.hpp"

#include <utility>

namespace paperwatch {

namespace {

// Beyond this somebody is trying words; all are dropped, those in use come back.
constexpr std::size_t most_feeds = 500;

}  // namespace

std::shared_ptr<const Stored> SearchFeeds::find(const std::string& name, EventId newest) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(name);
  if (found == kept_.end() || found->second.newest != newest) return nullptr;
  return found->second.feed;
}

void SearchFeeds::keep(const std::string& name, EventId newest,
                       std::shared_ptr<const Stored> feed) {
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= most_feeds) kept_.clear();
  kept_[name] = {newest, std::move(feed)};
}

}  // namespace paperwatch
