// SPDX-License-Identifier: MIT
#include "base/latin.hpp"

#include <algorithm>
#include <array>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

struct Plain {
  char32_t letter;
  std::string_view latin;
};
// Letters that are no letter with a mark to Unicode, and yet are written so in plain text.
constexpr std::array<Plain, 8> whole_letters{{{U'ø', "o"},
                                              {U'ł', "l"},
                                              {U'đ', "d"},
                                              {U'ð', "d"},
                                              {U'þ', "th"},
                                              {U'æ', "ae"},
                                              {U'œ', "oe"},
                                              {U'ı', "i"}}};

std::string decomposed(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* form = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) return text;
  std::string out;
  form->normalize(icu::UnicodeString::fromUTF8(text), status).toUTF8String(out);
  return U_SUCCESS(status) ? out : text;
}

bool is_mark(char32_t c) {
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

}  // namespace

std::string plain_latin(std::string_view text) {
  const auto letters = decomposed(fold_case(text));
  std::string out;
  for (std::size_t at = 0; at < letters.size();) {
    const char32_t c = next_character(letters, at);
    if (is_mark(c)) continue;
    const auto* plain = std::find_if(whole_letters.begin(), whole_letters.end(),
                                     [c](const Plain& known) { return known.letter == c; });
    if (plain == whole_letters.end())
      append_utf8(out, c);
    else
      out += plain->latin;
  }
  return out;
}

}  // namespace paperwatch
