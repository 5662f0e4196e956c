// SPDX-License-Identifier: MIT
// Elements of feeds by vocabulary, whatever prefixes the feed chose.
#pragma once

#include <string_view>
#include <vector>

#include "extract/tree.hpp"

namespace paperwatch {

// `core` is RSS and Atom, with or without a prefix.
enum class Vocabulary { core, dublin_core, dublin_terms, prism, content, arxiv, opensearch, other };

// The name without its prefix.
std::string_view feed_local_name(const Tree& tree, NodeId element);
// A prefix means what the nearest declaration says; one that nobody declared, what it usually does.
bool is_feed_name(const Tree& tree, NodeId element, Vocabulary vocabulary, std::string_view local);
std::vector<NodeId> feed_children(const Tree& tree, NodeId parent, Vocabulary vocabulary,
                                  std::string_view local);

}  // namespace paperwatch
