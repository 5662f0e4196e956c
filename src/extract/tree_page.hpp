// SPDX-License-Identifier: MIT
// A page of elements (html or xml) that rules are evaluated on.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/result.hpp>

#include "extract/compile.hpp"
#include "extract/selector.hpp"
#include "extract/tree.hpp"
#include "extract/xpath.hpp"

namespace paperwatch {

// Where a rule looks: the elements of one record, or the whole page.
struct Scope {
  std::vector<NodeId> tops;    // in document order, none inside another
  std::vector<NodeId> hidden;  // roots below them that belong to other records; sorted

  bool contains(const Tree& tree, NodeId node) const;
};

// What a selector found: an element, or a text.
struct Found {
  NodeId element = no_node;  // no_node: a text
  std::string text;
};

class TreePage {
 public:
  static constexpr std::size_t all = static_cast<std::size_t>(-1);

  // `base` is the page's final address; <base href> is laid over it.
  TreePage(const Tree& tree, std::string_view address);

  const Tree& tree() const { return tree_; }
  const std::string& base() const { return base_; }
  static Scope whole_page() { return {{0}, {}}; }

  // In document order, at most `limit`.
  std::vector<Found> find(const CompiledSelector& selector, const Scope& scope, std::size_t limit);
  std::vector<NodeId> elements(const CompiledSelector& selector, const Scope& scope,
                               std::size_t limit = all);
  std::string text(const Scope& scope) const;

  // The texts that a selector gives to a field, before any step. `links`: of elements their
  // href. Attributes of fields that are links keep their blanks.
  std::vector<std::string> pick(const CompiledField& field, const CompiledSelector& selector,
                                const Scope& scope, bool links = false);

  // A budget that was spent, if any: what was read since then is not to be trusted.
  std::optional<Error> trouble() const;

 private:
  std::vector<Found> find_css(const CssSelector& selector, const Scope& scope, std::size_t limit);
  std::vector<Found> find_xpath(const XPath& xpath, const Scope& scope, std::size_t limit);
  void take(const CssSelector& selector, NodeId element, std::vector<Found>& out) const;
  std::string element_text(const CompiledField& field, NodeId element, const Scope& scope);

  const Tree& tree_;
  std::string base_;
  SelectorMatcher matcher_;
  std::unique_ptr<XPathPage> xpath_;
  std::optional<Error> trouble_;
};

}  // namespace paperwatch
