// SPDX-License-Identifier: MIT
// What to tell a person whose rules found less on a page than they hoped for.
#pragma once

#include <map>
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

// Why a field has no value in any element, by the field's name: "'h3' matches nothing inside the
// record (the first holds b, a)".
using FieldReasons = std::map<std::string, std::string>;

// Fields that came up empty on every record, values that could not be read, characters that were
// lost in decoding.
std::vector<std::string> advice_on_fields(const Listing& listing, const CompiledRules& rules,
                                          const FieldReasons& reasons = {});

}  // namespace paperwatch
