// SPDX-License-Identifier: MIT
// The pseudo-classes by name: which there are, and what to say about the others.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "extract/selector_program.hpp"

namespace paperwatch {

// Pseudo-classes without parentheses; false if there is none of this name. Names in lower case.
bool set_plain_pseudo(std::string_view name, SimpleSelector& out);
// nth-child and its like: sets kind and direction.
bool set_nth_kind(std::string_view name, SimpleSelector& out);
// ::before and its like, which only a browser's drawing has.
bool is_drawn_pseudo_element(std::string_view name);
// Message and hint for a pseudo-class that is not supported.
std::pair<std::string, std::string> why_no_pseudo_class(std::string_view name, bool is_function);

}  // namespace paperwatch
