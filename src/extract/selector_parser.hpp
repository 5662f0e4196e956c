// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>

#include "extract/selector.hpp"
#include "extract/selector_program.hpp"

namespace paperwatch {

// The compiled list and what it takes of its elements; nullptr with a fault where the text is no
// selector, or one that nothing in a parsed page can answer.
std::shared_ptr<const SelectorProgram> parse_selector(std::string_view text, SelectorTarget& target,
                                                      SelectorFault& fault);

}  // namespace paperwatch
