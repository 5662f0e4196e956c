// SPDX-License-Identifier: MIT
// Text as Unicode sees it. All functions take and give UTF-8; ill-formed bytes become U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

std::string_view trim(std::string_view text);  // ASCII white space at both ends
std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string replace_all(std::string text, std::string_view what, std::string_view with);
std::string lower_ascii(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);           // ASCII
bool contains_ignoring_case(std::string_view text, std::string_view part);  // ASCII

// Whether `c` is white space to Unicode (White_Space property).
bool is_space(char32_t c);
// Soft hyphen, zero-width characters, bidi marks, byte order mark: seen by nobody.
bool is_invisible(char32_t c);

// Decodes the character at `at` and moves past it; U+FFFD for what is no UTF-8.
char32_t next_character(std::string_view text, std::size_t& at);
void append_utf8(std::string& out, char32_t c);
bool is_valid_utf8(std::string_view text);
std::string valid_utf8(std::string_view text);
std::size_t character_count(std::string_view text);

// Runs of Unicode white space as one blank, none at the ends.
std::string collapse_space(std::string_view text);
std::string without_invisible(std::string_view text);

std::string nfc(std::string_view text);
// NFKC_Casefold: for keys and search, never for showing.
std::string fold_case(std::string_view text);
// fold_case, then only letters and digits of any script, one blank between words.
std::string fold_words(std::string_view text);

// The word of `known` that `word` was likely meant to be, "" if none is near (edit distance).
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace paperwatch
