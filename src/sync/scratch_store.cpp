// SPDX-License-Identifier: MIT
#include "sync/scratch_store.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace paperwatch {

ScratchStore::ScratchStore() {
  std::string name = (std::filesystem::temp_directory_path() / "paperwatch-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw StoreError(name + ": no temporary folder can be made: " + std::strerror(errno),
                     "set TMPDIR to a folder that can be written");
  }
  folder_ = name;
  store_.emplace(file(), Store::Access::write);
}

std::filesystem::path ScratchStore::file() const {
  return folder_ / "scratch.db";
}

ScratchStore::~ScratchStore() {
  store_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace paperwatch
