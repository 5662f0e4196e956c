// SPDX-License-Identifier: MIT
// Any bytes: no crash, and what is serialised parses again to the same text.
#include "base/url.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  paperwatch::resolve_reference(input, "https://host.example/a/b?c");
  const auto text = paperwatch::resolve_url(input, "https://host.example/a/b?c");
  if (!text.empty() && paperwatch::resolve_url(text, "") != text) std::abort();
  return 0;
}
