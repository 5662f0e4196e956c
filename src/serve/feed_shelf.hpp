// SPDX-License-Identifier: MIT
// The feed files, ready to be sent: the same bytes as in the folder, compressed once.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "serve/web_response.hpp"

namespace paperwatch {

class FeedShelf {
 public:
  // `names` without endings; nothing else in the folder is ever read.
  FeedShelf(std::filesystem::path directory, const std::vector<std::string>& names);

  // The file as it was at most a second ago; null where there is no such feed. Any thread.
  std::shared_ptr<const Stored> find(std::string_view file_name);

 private:
  struct Mark {  // what changes when a file is written anew
    Time modified{};
    std::uint64_t size = 0;
    std::uint64_t inode = 0;
    bool operator==(const Mark&) const = default;
  };
  struct Shelved {
    std::mutex mutex;
    std::chrono::steady_clock::time_point looked{};
    Mark mark;
    std::shared_ptr<const Stored> stored;
  };
  void refresh(const std::string& name, Shelved& shelved) const;

  std::filesystem::path directory_;
  std::map<std::string, Shelved, std::less<>> shelf_;  // its keys never change
};

}  // namespace paperwatch
