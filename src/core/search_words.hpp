// SPDX-License-Identifier: MIT
// The words by which papers are found in an index: a search looks there first, and then at the few
// papers that have them. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

// Scripts that put no blanks between words: there a word may begin anywhere.
bool is_written_without_blanks(char32_t c);

// The words of a text, made ready by fold_words(). Where a script puts no blanks between words each
// character is one. None for a text of signs only.
std::vector<std::string> search_words(std::string_view text);

// Links are many, long, and all different: their words are not in the index.
bool has_search_words(std::string_view field);

// The words of all other fields, a blank between them.
std::string search_text(const Fields& fields);

}  // namespace paperwatch
