// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <paperwatch/result.hpp>

#include "base/file_parts.hpp"

namespace paperwatch {

// Bytes that are put aside until they are asked for again. What is little stays in memory; more
// goes to a file without a name, made in `folder` when it is needed, that goes with the shelf
// however the process ends.
class Shelf {
 public:
  explicit Shelf(std::filesystem::path folder);

  struct Place {
    std::uint64_t at = 0;
    std::size_t size = 0;
  };
  // Both fail with an error ("io") that names the folder and says what the system said.
  Result<Place> put(std::string_view bytes);
  Result<std::string> get(const Place& place) const;

 private:
  Result<Done> write(std::string_view bytes);

  std::filesystem::path folder_;
  FileDescriptor file_;
  std::uint64_t written_ = 0;  // bytes in the file; what was put later is
  std::string newest_;         // here
};

}  // namespace paperwatch
