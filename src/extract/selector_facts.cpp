// SPDX-License-Identifier: MIT
#include "extract/selector_match.hpp"

namespace paperwatch {

TreeFacts::TreeFacts(const Tree& tree, std::size_t max_steps)
    : tree_(tree),
      max_steps_(max_steps),
      class_name_(tree.find_name("class")),
      id_name_(tree.find_name("id")) {
  for (NodeId id = tree[0].first_child; id != no_node; id = tree[id].next) {
    if (tree.is_element(id)) root_element_ = id;
    if (root_element_ != no_node) break;
  }
}

NodeId TreeFacts::previous_element(NodeId id) const {
  id = tree_[id].previous;
  while (id != no_node && !tree_.is_element(id)) id = tree_[id].previous;
  return id;
}

const std::string_view* TreeFacts::attribute(NodeId id, NameId name) {
  if (name == 0) return nullptr;
  const Tree::Node& node = tree_[id];
  spend(node.attribute_count / 4);
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Tree::Attribute& attribute = tree_.attributes[node.first_attribute + i];
    if (attribute.name == name) return &attribute.value;
  }
  return nullptr;
}

TreeFacts::Place TreeFacts::among_children(NodeId id) {
  if (children_.empty()) number_children();
  return children_[id];
}

TreeFacts::Place TreeFacts::among_type(NodeId id) {
  if (types_.empty()) number_types();
  return types_[id];
}

void TreeFacts::number_children() {
  spend(tree_.nodes.size());
  children_.resize(tree_.nodes.size());
  for (NodeId parent = 0; parent < tree_.nodes.size(); ++parent) {
    std::uint32_t count = 0;
    for (NodeId id = tree_[parent].first_child; id != no_node; id = tree_[id].next) {
      if (tree_.is_element(id)) children_[id].index = ++count;
    }
    for (NodeId id = tree_[parent].first_child; id != no_node; id = tree_[id].next) {
      children_[id].count = count;
    }
  }
}

void TreeFacts::number_types() {
  spend(tree_.nodes.size());
  types_.resize(tree_.nodes.size());
  std::vector<std::uint32_t> counts(tree_.names.size());
  for (NodeId parent = 0; parent < tree_.nodes.size(); ++parent) {
    const NodeId first = tree_[parent].first_child;
    for (NodeId id = first; id != no_node; id = tree_[id].next) {
      if (tree_.is_element(id)) types_[id].index = ++counts[tree_[id].name];
    }
    for (NodeId id = first; id != no_node; id = tree_[id].next) {
      if (tree_.is_element(id)) types_[id].count = counts[tree_[id].name];
    }
    for (NodeId id = first; id != no_node; id = tree_[id].next) counts[tree_[id].name] = 0;
  }
}

}  // namespace paperwatch
