// SPDX-License-Identifier: MIT
#include "core/plain_letters.hpp"

#include <utility>

#include "base/text.hpp"

namespace paperwatch {

namespace {

// Latin; Greek to the end of the alphabets; Chinese, Japanese and Korean without their punctuation.
const char* const letters =
    "A-Za-z\\x{AA}\\x{B5}\\x{BA}\\x{C0}-\\x{D6}\\x{D8}-\\x{F6}\\x{F8}-\\x{2AF}\\x{370}-\\x{1FFF}"
    "\\x{2E80}-\\x{2FFF}\\x{3005}-\\x{3007}\\x{3031}-\\x{30FA}\\x{30FC}-\\x{D7FF}\\x{F900}-\\x{"
    "FAFF}";

}  // namespace

std::string with_plain_letters(std::string pattern) {
  const std::string inside = letters;
  pattern = replace_all(std::move(pattern), "[^\\pL", "[^" + inside);
  pattern = replace_all(std::move(pattern), "[\\pL", "[" + inside);
  return replace_all(std::move(pattern), "\\pL", "[" + inside + "]");
}

}  // namespace paperwatch
