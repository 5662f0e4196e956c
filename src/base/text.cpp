// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include "base/ascii.hpp"
#include "base/eight.hpp"

namespace paperwatch {

namespace {

bool is_trimmed(char c) {
  return is_ascii_space(c) || c == '\v';
}

bool is_ascii_visible(char c) {
  return c > ' ' && c < 0x7F;
}

// How much of the beginning is as it should be: plain words with one blank between them. Most texts
// are tidy from the first character to the last.
std::size_t settled_part(std::string_view text) {
  std::uint64_t blank_before = 0x80;  // a blank at the start is one too many
  std::size_t i = skip_eights(text, 0, [&](const Eight& eight) {
    if (!eight.is_ascii() || (eight.below(' ') | eight.equal(0x7F)) != 0) return false;
    const std::uint64_t blanks = eight.equal(' ');
    if ((blanks & (blanks << 8 | blank_before)) != 0) return false;
    blank_before = blanks >> 56;
    return true;
  });
  std::size_t word_end = i > 0 && blank_before != 0 ? i - 1 : i;
  for (; i < text.size(); ++i) {
    if (is_ascii_visible(text[i])) {
      word_end = i + 1;
    } else if (text[i] != ' ' || word_end != i || i == 0) {
      break;
    }
  }
  return word_end;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool is_plain_ascii(std::string_view text) {
  text.remove_prefix(skip_eights(
      text, 0, [](const Eight& eight) { return eight.is_ascii() && eight.equal(0) == 0; }));
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) > 0; });
}

bool is_plain_in_word(char c) {
  return is_ascii_lower(c) || is_ascii_digit(c);
}

// Letters, digits, marks and the signs of formulas.
bool is_in_word(char32_t c) {
  constexpr auto kinds = U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK | U_GC_SM_MASK;
  return (U_MASK(u_charType(static_cast<UChar32>(c))) & kinds) != 0;
}

std::string normalized(const icu::Normalizer2* form, std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  form->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink,
                      nullptr, status);
  return U_SUCCESS(status) ? out : std::string(text);
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_trimmed(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_trimmed(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (true) {
    const auto end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string replace_all(std::string text, std::string_view what, std::string_view with) {
  if (what.empty()) return text;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  if (part.empty()) return true;
  const char small = lower(part.front());
  const char large = small >= 'a' && small <= 'z' ? static_cast<char>(small - 32) : small;
  // Where the first character stands next, in either case.
  std::size_t a = text.find(small), b = large == small ? text.npos : text.find(large);
  for (std::size_t at = std::min(a, b); at != text.npos; at = std::min(a, b)) {
    if (equal_ignoring_case(text.substr(at, part.size()), part)) return true;
    (a < b ? a : b) = text.find(a < b ? small : large, at + 1);
  }
  return false;
}

// Unicode's White_Space.
bool is_space(char32_t c) {
  if (c < 0x80) return is_trimmed(static_cast<char>(c));
  return u_isUWhiteSpace(static_cast<UChar32>(c)) != 0;
}

bool is_invisible(char32_t c) {
  return c == 0x00AD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x2064) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

char32_t next_character(std::string_view text, std::size_t& at) {
  auto index = static_cast<int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(text.data()), index,
                  static_cast<int32_t>(text.size()), c);
  at = static_cast<std::size_t>(index);
  return static_cast<char32_t>(c);
}

void append_utf8(std::string& out, char32_t c) {
  char bytes[4];
  int32_t length = 0;
  UBool failed = 0;
  U8_APPEND(bytes, length, 4, static_cast<UChar32>(c), failed);
  if (failed != 0) {
    out += "\xEF\xBF\xBD";
  } else {
    out.append(bytes, static_cast<std::size_t>(length));
  }
}

bool is_valid_utf8(std::string_view text) {
  const auto size = static_cast<int32_t>(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  for (int32_t i = 0; i < size;) {
    // Eight plain characters at once.
    std::uint64_t word = 0x80;
    if (size - i >= 8) std::memcpy(&word, bytes + i, sizeof word);
    if ((word & 0x8080808080808080) == 0) {
      i += 8;
      continue;
    }
    UChar32 c = 0;
    U8_NEXT(bytes, i, size, c);
    if (c < 0) return false;
  }
  return true;
}

std::string valid_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) append_utf8(out, next_character(text, i));
  return out;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string collapse_space(std::string_view text) {
  const std::size_t settled = settled_part(text);
  std::string out(text.substr(0, settled));
  if (settled == text.size()) return out;
  out.reserve(text.size());
  bool blank = false;
  const auto end_blank = [&] {
    if (blank) out += ' ';
    blank = false;
  };
  for (std::size_t i = settled; i < text.size();) {
    const std::size_t word = i;
    while (i < text.size() && is_ascii_visible(text[i])) ++i;
    if (i > word) {
      end_blank();
      out += text.substr(word, i - word);
      continue;
    }
    if (text[i] == ' ') {
      blank = !out.empty();
      ++i;
      continue;
    }
    const char32_t c = next_character(text, i);
    if (is_space(c)) {
      blank = !out.empty();
      continue;
    }
    end_blank();
    append_utf8(out, c);
  }
  return out;
}

std::string without_invisible(std::string_view text) {
  if (is_plain_ascii(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const char32_t c = next_character(text, i);
    if (!is_invisible(c)) append_utf8(out, c);
  }
  return out;
}

std::string nfc(std::string_view text) {
  if (is_plain_ascii(text)) return std::string(text);
  UErrorCode status = U_ZERO_ERROR;
  const auto* form = icu::Normalizer2::getNFCInstance(status);
  return U_SUCCESS(status) ? normalized(form, text) : std::string(text);
}

std::string fold_case(std::string_view text) {
  if (is_plain_ascii(text)) return lower_ascii(text);
  UErrorCode status = U_ZERO_ERROR;
  const auto* form = icu::Normalizer2::getNFKCCasefoldInstance(status);
  return U_SUCCESS(status) ? normalized(form, text) : std::string(text);
}

std::string fold_words(std::string_view text) {
  const std::string folded = fold_case(text);
  std::string out;
  out.reserve(folded.size());
  bool blank = false;
  for (std::size_t i = 0; i < folded.size();) {
    const std::size_t start = i;
    while (i < folded.size() && is_plain_in_word(folded[i])) ++i;
    if (i == start && !is_in_word(next_character(folded, i))) {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out.append(folded, start, i - start);
  }
  return out;
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t substituted = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
      }
    }
    return row[b.size()];
  };
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : known) {
    const auto d = distance(word, candidate);
    if (d < best_distance && d < candidate.size()) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

}  // namespace paperwatch
