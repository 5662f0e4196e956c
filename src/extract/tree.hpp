// SPDX-License-Identifier: MIT
// The flat tree that all rules run on, whatever the page was written in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paperwatch {

// Index of a node; the tree's nodes stand in document order, so comparing indexes compares places.
using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffffffff;

// Interned name of an element or attribute.
using NameId = std::uint32_t;

// An immutable document. Built once by parse_html / parse_xml, then read by any thread.
// Node 0 is the document itself. Comments, processing instructions and the content of
// <template> are not part of it; neighbouring texts are one node.
struct Tree {
  enum class Kind : std::uint8_t { document, element, text };

  struct Attribute {
    NameId name = 0;
    std::string_view value;
  };

  struct Node {
    Kind kind = Kind::element;
    NameId name = 0;  // elements: html names are lower case, xml names as written (prefix included)
    NodeId parent = no_node, first_child = no_node, last_child = no_node;
    NodeId next = no_node, previous = no_node;
    NodeId end = 0;  // one past the last node below this one: [id, end) is the subtree
    std::uint32_t first_attribute = 0, attribute_count = 0;
    std::string_view text;  // texts: entities decoded, white space as written
  };

  std::vector<Node> nodes;
  std::vector<Attribute> attributes;
  std::vector<std::string> names;  // by NameId; 0 is ""
  std::unordered_map<std::string, NameId> name_ids;
  bool is_html = true;  // html: names of elements and attributes compare without case

  // The characters that the views point into; owned here, chunks never move.
  std::vector<std::unique_ptr<char[]>> storage;

  const Node& operator[](NodeId id) const { return nodes[id]; }
  bool is_element(NodeId id) const { return nodes[id].kind == Kind::element; }
  std::string_view name(NodeId id) const { return names[nodes[id].name]; }
  // The attribute's value, or nullptr.
  const std::string_view* attribute(NodeId id, std::string_view name) const;
  NameId find_name(std::string_view name) const;  // 0 if the document has no such name
};

}  // namespace paperwatch
