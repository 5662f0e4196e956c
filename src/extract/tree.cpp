// SPDX-License-Identifier: MIT
#include "extract/tree.hpp"

#include "base/text.hpp"

namespace paperwatch {

NameId Tree::find_name(std::string_view name) const {
  const auto found = name_ids.find(is_html ? lower_ascii(name) : std::string(name));
  return found == name_ids.end() ? 0 : found->second;
}

const std::string_view* Tree::attribute(NodeId id, std::string_view name) const {
  const NameId wanted = find_name(name);
  if (wanted == 0) return nullptr;
  const Node& node = nodes[id];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Attribute& attribute = attributes[node.first_attribute + i];
    if (attribute.name == wanted) return &attribute.value;
  }
  return nullptr;
}

}  // namespace paperwatch
