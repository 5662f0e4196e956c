// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fetch/exchange_file.hpp"

namespace paperwatch {

// The files of a recording, by address. Bodies stay on disk until they are asked for.
class Recording {
 public:
  // Reads every file once; errors ("io") name the file.
  static Result<Recording> open(const std::filesystem::path& folder);

  bool has(const std::string& url) const { return tracks_.contains(url); }
  // The exchange that came next at this address; after the last one, that again.
  Result<RecordedExchange> next(const std::string& url);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  struct Track {
    std::vector<std::filesystem::path> files;
    std::size_t at = 0;
  };
  std::filesystem::path folder_;
  std::map<std::string, Track> tracks_;
};

}  // namespace paperwatch
