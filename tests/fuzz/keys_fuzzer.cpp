// SPDX-License-Identifier: MIT
// Any bytes: no crash, and every key is the key of itself.
#include "core/keys.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto url = paperwatch::canonical_url(input);
  if (paperwatch::canonical_url(url) != url) std::abort();
  const auto doi = paperwatch::bare_doi(input);
  if (doi && !doi->starts_with("10.")) std::abort();
  paperwatch::arxiv_id(input);
  paperwatch::title_key(input);
  paperwatch::has_withdrawal_marker(input, input, input);
  return 0;
}
