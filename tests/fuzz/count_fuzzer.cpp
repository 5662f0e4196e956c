// SPDX-License-Identifier: MIT
// Any bytes: no crash, and a count is never negative.
#include "core/count_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto count = paperwatch::parse_count({reinterpret_cast<const char*>(data), size});
  if (count && count->value < 0) std::abort();
  return 0;
}
