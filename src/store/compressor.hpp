// SPDX-License-Identifier: MIT
// Compression of page after page in memory that is set up once.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace paperwatch {

class Compressor {
 public:
  // A zstd frame that states its size. Throws StoreError.
  std::string pack(std::string_view body);

 private:
  std::shared_ptr<void> context_;  // made at first use
};

}  // namespace paperwatch
