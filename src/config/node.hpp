// SPDX-License-Identifier: MIT
// A YAML document as a tree that still knows where everything stood and how it was written.
//
// Stricter than YAML: duplicate keys, a second document, anchors, aliases, tags and merge keys are
// faults, and so is whatever yaml-cpp reads otherwise than a person would.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/rules.hpp>

#include "config/faults.hpp"

namespace paperwatch {

struct Node {
  // broken: something stands here whose fault was told already; readers pass over it.
  enum class Kind { null, scalar, sequence, map, broken };
  struct Entry;

  Kind kind = Kind::null;
  std::string text;     // of a scalar
  bool quoted = false;  // in quotes, or a block scalar: text whatever it looks like
  bool flow = false;    // of a sequence or map: written [ ] or { }
  std::string lost;     // what YAML took for a comment right behind the value ("#results")
  Position at;          // where it begins
  Position content;     // where the first character of `text` stands: behind the quote
  std::vector<Node> items;
  std::vector<Entry> entries;

  bool is(Kind k) const { return kind == k; }
  // The value of a map's key; nothing if it is absent.
  const Node* find(std::string_view key) const;
};

struct Node::Entry {
  Node key, value;
};

// The first document of `text`, an empty one as null. Nothing if it cannot be read any further;
// the reasons are in `faults`. Goes on behind faults it understands, so as to find the rest.
std::optional<Node> parse_yaml(std::string_view text, const std::string& file, Faults& faults);

}  // namespace paperwatch
