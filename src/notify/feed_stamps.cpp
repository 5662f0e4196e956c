// SPDX-License-Identifier: MIT
#include "notify/feed_stamps.hpp"

#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/file.hpp"

namespace paperwatch {

FeedStamps::FeedStamps(const std::filesystem::path& directory)
    : directory_(directory), file_(directory / ".stamps") {
  const auto text = read_file(file_);
  if (!text) return;
  std::istringstream lines(*text);
  for (std::string stamp, feed; lines >> stamp && std::getline(lines >> std::ws, feed);)
    stamps_.insert_or_assign(feed, stamp);
}

bool FeedStamps::holds(const std::string& feed, const std::string& stamp) const {
  const auto found = stamps_.find(feed);
  if (found == stamps_.end() || found->second != stamp) return false;
  for (const char* ending : {".rss", ".atom", ".json"}) {
    std::error_code error;
    if (!std::filesystem::exists(directory_ / (feed + ending), error)) return false;
  }
  return true;
}

void FeedStamps::set(const std::string& feed, std::string stamp) {
  auto& known = stamps_[feed];
  is_changed_ |= known != stamp;
  known = std::move(stamp);
}

Result<bool> FeedStamps::save() {
  if (!is_changed_) return false;
  std::string text;
  for (const auto& [feed, stamp] : stamps_) text += fmt::format("{} {}\n", stamp, feed);
  return write_file_atomically(file_, text);
}

}  // namespace paperwatch
