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
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    FeedStamp stamp;
    std::string feed;
    Time::rep at = 0, updated = 0;
    words >> stamp.setting >> stamp.seen >> stamp.mark.event >> at >> stamp.mark.merges >>
        updated >> stamp.files;
    stamp.mark.at = Time(Time::duration(at));
    stamp.updated = Time(Time::duration(updated));
    if (words && std::getline(words >> std::ws, feed))
      stamps_.insert_or_assign(feed, std::move(stamp));
  }
}

std::optional<FeedStamp> FeedStamps::find(const std::string& feed) const {
  const auto found = stamps_.find(feed);
  if (found == stamps_.end()) return std::nullopt;
  for (const char* ending : feed_endings) {
    std::error_code error;
    if (!std::filesystem::exists(directory_ / (feed + ending), error)) return std::nullopt;
  }
  return found->second;
}

void FeedStamps::set(const std::string& feed, FeedStamp stamp) {
  auto& known = stamps_[feed];
  is_changed_ |= known != stamp;
  known = std::move(stamp);
}

std::vector<std::string> FeedStamps::feeds() const {
  std::vector<std::string> names;
  for (const auto& [feed, stamp] : stamps_) names.push_back(feed);
  return names;
}

void FeedStamps::forget(const std::string& feed) {
  is_changed_ |= stamps_.erase(feed) > 0;
}

Result<bool> FeedStamps::save() {
  if (!is_changed_) return false;
  std::string text;
  for (const auto& [feed, stamp] : stamps_)
    text += fmt::format("{} {} {} {} {} {} {} {}\n", stamp.setting, stamp.seen, stamp.mark.event,
                        stamp.mark.at.time_since_epoch().count(), stamp.mark.merges,
                        stamp.updated.time_since_epoch().count(), stamp.files, feed);
  return write_file_atomically(file_, text);
}

}  // namespace paperwatch
