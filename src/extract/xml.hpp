// SPDX-License-Identifier: MIT
// XML as pages in the wild write it: entities of HTML known without a DTD, characters that XML
// forbids dropped, a bare & taken as text.
#pragma once

#include <string_view>

#include <paperwatch/result.hpp>

#include "extract/html.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// Fails with no_content where the text is no XML at all or ends in the middle (truncated),
// too_complex or too_large beyond the budget.
Result<Tree> parse_xml(std::string_view utf8, const ParseBudget& budget = {});

}  // namespace paperwatch
