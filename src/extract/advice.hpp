// SPDX-License-Identifier: MIT
// What to tell a person whose rules found less on a page than they hoped for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/extract.hpp>

#include "extract/compile.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// A name on the page that the selector may have meant, as a sentence; "" if none is near.
// Looks at classes, ids and element names.
std::string nearest_on_page(const Tree& tree, std::string_view selector);

// Fields that came up empty on every record, values that could not be read, characters that were
// lost in decoding.
std::vector<std::string> advice_on_fields(const Listing& listing, const CompiledRules& rules);

}  // namespace paperwatch
