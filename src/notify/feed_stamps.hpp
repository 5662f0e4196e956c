// SPDX-License-Identifier: MIT
// What the feed files were written from, so that a feed without a new event is not rendered again.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <paperwatch/result.hpp>

namespace paperwatch {

// Kept beside the feeds. Written after them: whoever is killed in between renders once too often.
class FeedStamps {
 public:
  // A file that is not there or cannot be understood holds no stamps.
  explicit FeedStamps(const std::filesystem::path& directory);

  // Whether the three files of this feed are there and were written from `stamp`.
  bool holds(const std::string& feed, const std::string& stamp) const;
  void set(const std::string& feed, std::string stamp);
  // Leaves the file alone if nothing was set.
  Result<bool> save();

 private:
  std::filesystem::path directory_, file_;
  std::map<std::string, std::string> stamps_;  // by feed
  bool is_changed_ = false;
};

}  // namespace paperwatch
