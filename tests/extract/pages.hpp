// SPDX-License-Identifier: MIT
// Trees and selectors for tests, without ceremony.
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "extract/html.hpp"
#include "extract/selector.hpp"
#include "extract/text.hpp"
#include "extract/tree.hpp"
#include "support/catch.hpp"

namespace paperwatch {

inline Tree tree_of(std::string_view html) {
  auto tree = parse_html(html);
  if (!tree) FAIL("the page does not parse: " << tree.error().message);
  return std::move(*tree);
}

inline CssSelector selector_of(std::string_view text) {
  SelectorFault fault;
  auto selector = CssSelector::parse(text, fault);
  if (!selector) FAIL("\"" << text << "\" is refused at " << fault.offset << ": " << fault.message);
  return *selector;
}

inline std::vector<NodeId> found(const Tree& tree, std::string_view selector, NodeId root = 0,
                                 NodeId scope = no_node) {
  SelectorMatcher matcher(tree);
  return matcher.select(selector_of(selector), root, scope);
}

inline NodeId first(const Tree& tree, std::string_view selector) {
  const auto all = found(tree, selector);
  if (all.empty()) FAIL("nothing matches " << selector);
  return all.front();
}

// The ids of what a selector finds.
inline std::vector<std::string> ids(const Tree& tree, std::string_view selector) {
  std::vector<std::string> out;
  for (const NodeId node : found(tree, selector)) {
    const auto* id = tree.attribute(node, "id");
    out.emplace_back(id == nullptr ? "(none)" : *id);
  }
  return out;
}

// The whole page's text.
inline std::string text_of_page(std::string_view html) {
  const Tree tree = tree_of(html);
  return rendered_text(tree, {first(tree, "body")});
}

// A known-answer table of the test data folder; nothing where the folder is absent.
inline std::optional<nlohmann::json> known_answers(const std::string& name) {
  std::ifstream file(std::string(PAPERWATCH_TEST_DATA) + "/cases/" + name);
  if (!file) {
    WARN("skipped: the test data folder has no cases/" << name);
    return std::nullopt;
  }
  return nlohmann::json::parse(file);
}

}  // namespace paperwatch
