// SPDX-License-Identifier: MIT
// BibTeX entries and the TeX in them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

struct BibtexEntry {
  std::string type, key;                      // the type in lower case
  std::map<std::string, std::string> fields;  // names in lower case; values still TeX
};

// The entries of a text, wherever in it they stand: "@type{key, field = value # value, …}" with
// values in braces, in quotes, or bare. An entry that never closes is none.
std::vector<BibtexEntry> parse_bibtex(std::string_view text);

// Splits at a separator that stands outside of braces.
std::vector<std::string> split_outside_braces(std::string_view tex, std::string_view separator);

// What TeX prints: accents and the common letters as Unicode, braces and unknown commands dropped,
// formulas between dollars as they are.
std::string text_of_tex(std::string_view tex);

}  // namespace paperwatch
