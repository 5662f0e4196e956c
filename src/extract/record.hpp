// SPDX-License-Identifier: MIT
// Which elements of a page are its records, and what belongs to each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "extract/compile.hpp"
#include "extract/tree_page.hpp"

namespace paperwatch {

struct RecordPlace {
  Scope scope;
  std::string section;  // "" if there is none
};

struct RecordPlaces {
  std::vector<RecordPlace> kept;            // in document order
  std::size_t matched = 0;                  // before `match` and `keep`
  std::size_t other_sections = 0;           // left out by `keep`
  std::size_t other_texts = 0;              // left out by `match`
  std::vector<std::string> other_headings;  // of sections left out, the first few
};

RecordPlaces find_records(TreePage& page, const CompiledRules& rules);

}  // namespace paperwatch
