// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "extract/selector_program.hpp"

namespace paperwatch {

// Whether html compares this attribute's values without case (HTML Standard, "Case-sensitivity
// of selectors"). `name` in lower case.
bool value_ignores_case(std::string_view name);

// Whether an attribute's value passes the test.
bool passes(AttributeTest test, std::string_view value, std::string_view wanted, bool ignores_case);

// Whether `word` is one of the words of `list`, as class names are.
bool has_word(std::string_view list, std::string_view word, bool ignores_case = false);

}  // namespace paperwatch
