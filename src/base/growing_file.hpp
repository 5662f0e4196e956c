// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <paperwatch/result.hpp>

namespace paperwatch {

// A file that is written piece by piece, beside its name, and takes the name when it is whole and
// on the disk. What is not finished is removed.
class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path file);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  // Both fail with an error ("io") that names the file and says what the system said.
  Result<Done> write(std::string_view bytes);
  Result<Done> finish();

 private:
  Result<Done> flush();

  std::filesystem::path file_;
  std::string partial_;  // its name until then
  std::string buffer_;
  int fd_ = -1;
};

}  // namespace paperwatch
