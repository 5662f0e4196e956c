// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "base/file_parts.hpp"

namespace paperwatch {

// One visit per source at a time: a byte of the file `<database>-locks` for each source, locked
// for this object's open file description (F_OFD_SETLK). The kernel lets go of it when the process
// ends, however it ends; two objects in one process exclude each other too.
class Leases {
 public:
  explicit Leases(std::filesystem::path database);

  // False: somebody else has it. Taking it again is true. Throws StoreError.
  bool take(std::string_view source);
  void release(std::string_view source);

 private:
  void open_file();

  std::filesystem::path file_;
  FileDescriptor descriptor_;
};

}  // namespace paperwatch
