// SPDX-License-Identifier: MIT
// The notations in which pages describe papers to machines, each read into fields.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

// What a page states of one paper: texts by field, white space collapsed, not yet shaped.
using StatedFields = std::map<std::string, std::vector<std::string>, std::less<>>;

// The works of a `script type="application/ld+json"` (schema.org): objects of a type that is a
// written work, alone, in a list, an @graph or an ItemList. Works they cite are none of them.
std::vector<StatedFields> read_json_ld(std::string_view json);

// The OpenURL of a COinS span's title (Z39.88-2004, key/value), entities decoded.
StatedFields read_coins(std::string_view openurl);

// Adds what one `meta name="citation_…"` says (Highwire Press tags, as Google Scholar reads them).
void add_citation_meta(std::string_view name, std::string_view content, StatedFields& fields);

// The BibTeX entries in a text, wherever in it they stand.
std::vector<StatedFields> read_bibtex(std::string_view text);

// Whether metadata may give a field of that name.
bool is_stated_field(std::string_view name);

// "Lee, Ann" as "Ann Lee"; "Lee, Jr." and names without a comma as they are.
std::string given_name_first(std::string_view name);

}  // namespace paperwatch
