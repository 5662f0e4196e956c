// SPDX-License-Identifier: MIT
// Any bytes: no crash, and a date that was read is read again as itself.
#include "core/dates.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  paperwatch::parse_http_date(input);
  const auto date = paperwatch::iso_date(input);
  if (date && paperwatch::iso_date(*date) != date) std::abort();
  return 0;
}
