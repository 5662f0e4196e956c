// SPDX-License-Identifier: MIT
// What the feed files were written from, so that a feed without a new event is not rendered again.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

struct FeedStamp {
  std::string setting;  // one word for all that is not an event: title, program's version, …
  EventId seen = 0;     // the newest event that there was and might have been shown
  // When the files were written:
  Store::FeedMark mark{};
  Time updated{};     // of the feed
  std::string files;  // one word for their bytes
  bool operator==(const FeedStamp&) const = default;
};

inline constexpr std::array feed_endings{".rss", ".atom", ".json"};

// Kept beside the feeds. Written after them: whoever is killed in between renders once too often.
class FeedStamps {
 public:
  // A file that is not there, or lines that cannot be understood, hold no stamps.
  explicit FeedStamps(const std::filesystem::path& directory);

  // What the three files of this feed were written from; nothing where one is missing.
  std::optional<FeedStamp> find(const std::string& feed) const;
  void set(const std::string& feed, FeedStamp stamp);
  std::vector<std::string> feeds() const;  // all that were ever written here and not forgotten
  void forget(const std::string& feed);
  // Leaves the file alone if nothing was set.
  Result<bool> save();

 private:
  std::filesystem::path directory_, file_;
  std::map<std::string, FeedStamp> stamps_;  // by feed
  bool is_changed_ = false;
};

}  // namespace paperwatch
