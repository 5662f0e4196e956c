// SPDX-License-Identifier: MIT
// A database for trying things out; it goes with this.
#pragma once

#include <filesystem>
#include <optional>

#include <paperwatch/store.hpp>

namespace paperwatch {

class ScratchStore {
 public:
  ScratchStore();  // throws StoreError where no temporary folder can be made
  ~ScratchStore();
  ScratchStore(const ScratchStore&) = delete;
  ScratchStore& operator=(const ScratchStore&) = delete;

  Store& operator*() { return *store_; }
  std::filesystem::path file() const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::optional<Store> store_;
};

}  // namespace paperwatch
