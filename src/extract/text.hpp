// SPDX-License-Identifier: MIT
// Rendered text: what a reader of the page sees of an element (docs/rules.md, "Text").
#pragma once

#include <string>
#include <vector>

#include "extract/tree.hpp"

namespace paperwatch {

// The text of the elements `roots` (one after the other, with white space between), without the
// subtrees of `removed` (sorted). White space of any kind collapses to one blank, NFC. In trees
// that are not html every element edge joins, as inline elements do.
std::string rendered_text(const Tree& tree, const std::vector<NodeId>& roots,
                          const std::vector<NodeId>& removed = {});
// The direct text nodes of an element, joined, white space collapsed (::text).
std::string own_text(const Tree& tree, NodeId element);

}  // namespace paperwatch
