// SPDX-License-Identifier: MIT
// The rules that concern a page as a whole: how many there are, and where it goes on.
#pragma once

#include <string_view>

#include <paperwatch/extract.hpp>

#include "extract/compile.hpp"
#include "extract/reading.hpp"

namespace paperwatch {

// Reads `count` into count and count_text.
void read_count(const CompiledRules& rules, const Pick& pick, Listing& listing);
// Reads `pages.next`: an absolute address, or the cursor where the pages have a template.
void read_next(const CompiledRules& rules, const Pick& pick, std::string_view base,
               Listing& listing);
// Warns of a page without records, unless it says that there are none.
void warn_of_nothing(const CompiledRules& rules, std::size_t matched, std::string_view near,
                     Listing& listing);

}  // namespace paperwatch
