// SPDX-License-Identifier: MIT
#include "extract/tree_builder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace paperwatch {

namespace {
constexpr std::size_t chunk_size = 64u << 10;
}

TreeBuilder::TreeBuilder(bool is_html) {
  tree_.is_html = is_html;
  tree_.names.emplace_back();
  tree_.nodes.emplace_back();
  tree_.nodes[0].kind = Tree::Kind::document;
  open_.push_back(0);
}

NameId TreeBuilder::intern(std::string_view name) {
  const auto [place, is_new] =
      tree_.name_ids.try_emplace(std::string(name), static_cast<NameId>(tree_.names.size()));
  if (is_new) {
    tree_.names.emplace_back(name);
    memory_ += 2 * name.size() + 128;
  }
  return place->second;
}

void TreeBuilder::open_element(NameId name) {
  flush_text();
  const NodeId id = append(Tree::Kind::element);
  tree_.nodes[id].name = name;
  tree_.nodes[id].first_attribute = static_cast<std::uint32_t>(tree_.attributes.size());
  ++depth_;
  if (depth_ < max_depth) open_.push_back(id);
}

void TreeBuilder::add_attribute(NameId name, std::string_view value) {
  tree_.attributes.push_back({name, store(value)});
  memory_ += sizeof(Tree::Attribute);
  ++tree_.nodes.back().attribute_count;
}

void TreeBuilder::add_text(std::string_view text) {
  if (text.empty()) return;
  const NodeId last = static_cast<NodeId>(tree_.nodes.size() - 1);
  if (text_node_ != last || tree_.nodes[last].parent != open_.back()) {
    flush_text();
    text_node_ = append(Tree::Kind::text);
  }
  pending_ += text;
}

void TreeBuilder::close_element() {
  if (depth_ < max_depth) open_.pop_back();
  --depth_;
}

NodeId TreeBuilder::append(Tree::Kind kind) {
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  Tree::Node node;
  node.kind = kind;
  node.parent = open_.back();
  Tree::Node& parent = tree_.nodes[node.parent];
  node.previous = parent.last_child;
  if (parent.last_child == no_node) {
    parent.first_child = id;
  } else {
    tree_.nodes[parent.last_child].next = id;
  }
  parent.last_child = id;
  tree_.nodes.push_back(node);
  memory_ += sizeof(Tree::Node);
  return id;
}

void TreeBuilder::flush_text() {
  if (text_node_ != no_node) tree_.nodes[text_node_].text = store(pending_);
  text_node_ = no_node;
  pending_.clear();
}

std::string_view TreeBuilder::store(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > chunk_left_) {
    const bool is_large = text.size() > chunk_size / 4;
    const std::size_t size = is_large ? text.size() : chunk_size;
    tree_.storage.push_back(std::make_unique_for_overwrite<char[]>(size));
    memory_ += size;
    char* const start = tree_.storage.back().get();
    if (is_large) {
      std::memcpy(start, text.data(), text.size());
      return {start, text.size()};
    }
    chunk_ = start;
    chunk_left_ = size;
  }
  std::memcpy(chunk_, text.data(), text.size());
  const std::string_view stored(chunk_, text.size());
  chunk_ += text.size();
  chunk_left_ -= text.size();
  return stored;
}

Tree TreeBuilder::finish() {
  flush_text();
  auto& nodes = tree_.nodes;
  for (auto id = static_cast<NodeId>(nodes.size()); id-- > 0;) {
    nodes[id].end = std::max(nodes[id].end, id + 1);
    if (nodes[id].parent == no_node) continue;
    Tree::Node& parent = nodes[nodes[id].parent];
    parent.end = std::max(parent.end, nodes[id].end);
  }
  return std::move(tree_);
}

}  // namespace paperwatch
