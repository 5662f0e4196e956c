// SPDX-License-Identifier: MIT
// A tree as far as a page shows it, to compare two readings of one page.
#pragma once

#include <string>

#include "extract/tree.hpp"

namespace paperwatch {

// Every node with its place, name, attributes and text, but the texts of script and style.
inline std::string visible_tree(const Tree& tree) {
  std::string out;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    const auto& node = tree[id];
    std::size_t depth = 0;
    for (NodeId up = node.parent; up != 0; up = tree[up].parent) ++depth;
    if (node.kind == Tree::Kind::text) {
      const auto parent = tree.name(node.parent);
      if (parent == "script" || parent == "style") continue;
      out += std::to_string(depth) + " \"" + std::string(node.text) + "\"\n";
      continue;
    }
    out += std::to_string(depth) + " " + std::string(tree.name(id));
    for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
      const auto& attribute = tree.attributes[node.first_attribute + i];
      out += " " + tree.names[attribute.name] + "='" + std::string(attribute.value) + "'";
    }
    out += "\n";
  }
  return out;
}

}  // namespace paperwatch
