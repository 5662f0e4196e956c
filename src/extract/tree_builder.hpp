// SPDX-License-Identifier: MIT
// Builds a flat tree from start tags, texts and end tags in document order.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extract/tree.hpp"

namespace paperwatch {

// Joins neighbouring texts, interns names, and flattens what lies deeper than max_depth: such
// elements become siblings at the cap, in document order. Copies all text it is given.
class TreeBuilder {
 public:
  static constexpr std::size_t max_depth = 512;

  explicit TreeBuilder(bool is_html);

  NameId intern(std::string_view name);
  // Opens an element; its attributes follow before anything else.
  void open_element(NameId name);
  void add_attribute(NameId name, std::string_view value);
  void add_text(std::string_view text);
  void close_element();

  // Bytes held so far: what counts towards the memory budget.
  std::size_t memory() const { return memory_; }
  std::size_t node_count() const { return tree_.nodes.size(); }
  Tree finish();

 private:
  NodeId append(Tree::Kind kind);
  void flush_text();
  std::string_view store(std::string_view text);

  Tree tree_;
  std::vector<NodeId> open_;  // the nodes that take children, the document first
  std::size_t depth_ = 0;     // of the source; may exceed open_
  NodeId text_node_ = no_node;
  std::string pending_;
  char* chunk_ = nullptr;
  std::size_t chunk_left_ = 0;
  std::size_t memory_ = 0;
};

}  // namespace paperwatch
