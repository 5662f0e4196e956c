// SPDX-License-Identifier: MIT
// Eight characters looked at in one step, for loops that run over whole pages.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace paperwatch {

struct Eight {
  static constexpr std::size_t size = 8;
  static constexpr std::uint64_t ones = 0x0101010101010101, tops = ones << 7;

  // The first character stands in the lowest byte.
  explicit Eight(const char* text) {
    std::memcpy(&word, text, size);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  }

  bool is_ascii() const { return (word & tops) == 0; }
  // The top bits of the bytes that are meant; only of ASCII.
  std::uint64_t below(unsigned char c) const { return ~(word + ones * (0x80u - c)) & tops; }
  std::uint64_t equal(unsigned char c) const { return ~((word ^ ones * c) + ones * 0x7F) & tops; }

  std::uint64_t word = 0;
};

// Where the whole eights from `at` on end that pass the test.
template <typename Test>
std::size_t skip_eights(std::string_view text, std::size_t at, Test test) {
  while (text.size() - at >= Eight::size && test(Eight(text.data() + at))) at += Eight::size;
  return at;
}

}  // namespace paperwatch
