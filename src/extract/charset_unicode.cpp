// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "extract/charset_internal.hpp"

namespace paperwatch {

void decode_utf8(std::string_view bytes, DecodedText& text) {
  if (is_valid_utf8(bytes)) {
    text.out += bytes;
    return;
  }
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  for (std::size_t at = 0; at < bytes.size();) {
    const auto start = at;
    const char32_t c = next_character(bytes, at);
    if (c == 0xFFFD && bytes.substr(start, at - start) != replacement) {
      text.replace();
    } else {
      text.out += bytes.substr(start, at - start);
    }
  }
}

void decode_utf16(std::string_view bytes, bool big_endian, DecodedText& text) {
  const auto unit = [&](std::size_t at) {
    const auto a = static_cast<unsigned char>(bytes[at]);
    const auto b = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  text.out.reserve(text.out.size() + bytes.size());
  std::size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    const char32_t c = unit(at);
    if (c < 0xD800 || c > 0xDFFF) {
      append_utf8(text.out, c);
      continue;
    }
    const char32_t low = c < 0xDC00 && at + 3 < bytes.size() ? unit(at + 2) : 0;
    if (low < 0xDC00 || low > 0xDFFF) {
      text.replace();
      continue;
    }
    append_utf8(text.out, 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00));
    at += 2;
  }
  if (at < bytes.size()) text.replace();
}

}  // namespace paperwatch
