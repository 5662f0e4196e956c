// SPDX-License-Identifier: MIT
// Classes of ASCII characters, whatever the locale.
#pragma once

namespace paperwatch {

constexpr bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_ascii_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_ascii_letter(char c) {
  return is_ascii_lower(c) || (c >= 'A' && c <= 'Z');
}
constexpr bool is_ascii_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c);
}
constexpr bool is_ascii_hex(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// As the HTML and CSS standards have it.
constexpr bool is_ascii_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

}  // namespace paperwatch
