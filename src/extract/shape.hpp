// SPDX-License-Identifier: MIT
// What a page shows apart from what changes at every visit: a counter of visitors, a nonce, the
// time in the footer. Pages of one shape hold the same for whatever rules are to come.
#pragma once

#include <string>
#include <vector>

#include "extract/json_page.hpp"
#include "extract/tree.hpp"
#include "extract/tree_page.hpp"

namespace paperwatch {

// A hash of the page's elements, and of the texts within its records.
std::string shape_of(const Tree& tree, const std::vector<Scope>& records);
// Of the names of its members, and of all that its records hold.
std::string shape_of(const Json& page, const std::vector<const Json*>& records);

}  // namespace paperwatch
