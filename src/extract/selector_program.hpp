// SPDX-License-Identifier: MIT
// The compiled form of a selector: what the parser makes and the matcher runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace paperwatch {

struct SimpleSelector;

// What stands between a compound and the one to its left. `anchor` binds the leftmost compound
// of :has(> …): the element that :has is asked about.
enum class Combinator : std::uint8_t { none, descendant, child, next_sibling, later_sibling };

// Simple selectors that one element must all match.
struct CompoundSelector {
  std::vector<SimpleSelector> simples;
  Combinator to_left = Combinator::none;
  std::uint32_t index = 0;  // of all compounds in the program
};

// Compounds from right to left: the first is the subject.
struct ComplexSelector {
  std::vector<CompoundSelector> compounds;
};

enum class SimpleKind : std::uint8_t {
  any,         // *
  type,        // name, any namespace prefix where `any_prefix`
  no_prefix,   // |name, |*
  id,          // text
  class_name,  // text
  attribute,   // name, test, text, flag
  root,
  scope,
  anchor,  // the element of the :has around; never written by users
  empty,
  any_of,       // :is, :where; list
  none_of,      // :not; list
  has,          // list, relative: the leftmost compound of each is an anchor
  nth_child,    // a, b, list (of S)
  nth_of_type,  // a, b
  only_child,
  only_of_type,
  contains,  // text
  link,
  enabled,
  disabled,
  checked,
  language,  // names
  never,     // :visited, ::before: nothing in a parsed page
};

enum class AttributeTest : std::uint8_t { exists, equals, word, dash, begins, ends, includes };

struct SimpleSelector {
  SimpleKind kind = SimpleKind::any;
  AttributeTest test = AttributeTest::exists;
  bool any_prefix = false;    // *|name
  bool ignores_case = false;  // attribute values: the i flag; contains: :icontains
  bool heeds_case = false;    // attribute values: the s flag
  bool from_end = false;      // nth: counted from the last sibling
  std::int64_t a = 0, b = 0;  // nth: a·n + b
  std::uint32_t index = 0;    // of all simple selectors in the program
  std::string name;           // as written
  std::string text;
  std::vector<std::string> names;
  std::vector<ComplexSelector> list;
};

// A selector list with its parts numbered, so that a matcher keeps what it learnt in arrays.
struct SelectorProgram {
  std::vector<ComplexSelector> list;
  std::uint32_t compound_count = 0;
  std::uint32_t simple_count = 0;
  bool uses_scope = false;
};

}  // namespace paperwatch
