// SPDX-License-Identifier: MIT
// A tree as indented text, for a person who writes selectors.
#pragma once

#include <string>

#include "extract/json_page.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// The subtree of `root`: names, ids, classes, further attributes cut short, the beginning of texts.
std::string outline_of(const Tree& tree, NodeId root, std::size_t max_lines = 400);
std::string outline_of(const Json& value, std::size_t max_lines = 400);

}  // namespace paperwatch
