// SPDX-License-Identifier: MIT
// CSS selectors (Selectors Level 4 as scrapers use it) on the flat tree.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/result.hpp>

#include "extract/tree.hpp"

namespace paperwatch {

// Where and why a selector does not parse; `offset` counts bytes of the selector's text.
struct SelectorFault {
  std::size_t offset = 0;
  std::string message;
  std::string hint;
};

// What a selector takes of the elements it matches: the rendered text of the whole element, the
// element's own direct text (::text), or an attribute (::attr(name)).
struct SelectorTarget {
  enum class Kind { element, own_text, attribute } kind = Kind::element;
  std::string attribute;
};

struct SelectorProgram;  // compiled form, private to selector.cpp

// A compiled selector list; immutable, cheap to copy, safe to share between threads.
class CssSelector {
 public:
  static std::optional<CssSelector> parse(std::string_view text, SelectorFault& fault);
  const SelectorTarget& target() const { return target_; }
  // Whether what it finds may depend on the text of script and style elements.
  bool may_read_hidden_text() const;

 private:
  friend class SelectorMatcher;
  std::shared_ptr<const SelectorProgram> program_;
  SelectorTarget target_;
};

// Matches selectors on one tree, with caches that serve all of them; not shared between threads.
class SelectorMatcher {
 public:
  // `max_steps`: what all matching on this tree may cost together.
  explicit SelectorMatcher(const Tree& tree, std::size_t max_steps = 200'000'000);
  ~SelectorMatcher();
  SelectorMatcher(const SelectorMatcher&) = delete;
  SelectorMatcher& operator=(const SelectorMatcher&) = delete;

  // The elements in [root, subtree end) that match, root included, in document order. What stands
  // left of a combinator may lie outside. `scope` is what :scope means (no_node: the root element).
  // Stops after `limit` matches.
  std::vector<NodeId> select(const CssSelector& selector, NodeId root, NodeId scope,
                             std::size_t limit = static_cast<std::size_t>(-1));
  bool matches(const CssSelector& selector, NodeId element, NodeId scope);
  // Whether the step budget is spent; from then on nothing matches any more.
  bool exhausted() const;

 private:
  struct Caches;
  std::unique_ptr<Caches> caches_;
};

}  // namespace paperwatch
