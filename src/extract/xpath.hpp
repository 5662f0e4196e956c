// SPDX-License-Identifier: MIT
// XPath 1.0 on the flat tree, through pugixml.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <pugixml.hpp>

#include <paperwatch/result.hpp>

#include "extract/tree.hpp"

namespace paperwatch {

// A compiled expression; immutable, cheap to copy, safe to share between threads.
class XPath {
 public:
  struct Fault {
    std::size_t offset = 0;  // bytes of the expression's text
    std::string message;
  };
  static std::optional<XPath> parse(std::string_view text, Fault& fault);

  // Whether it looks at the whole page, wherever it starts.
  bool is_absolute() const { return absolute_; }
  // Whether it gives nodes, not a string, number or boolean.
  bool gives_nodes() const;
  const pugi::xpath_query& query() const { return *query_; }

 private:
  std::shared_ptr<const pugi::xpath_query> query_;
  bool absolute_ = false;
};

// A tree made ready for XPath. Not shared between threads.
class XPathPage {
 public:
  // One thing found: an element, or a text (a text node's or an attribute's value).
  struct Item {
    NodeId node = no_node;  // the element, the text node, or the attribute's element
    bool is_element = false;
    std::string text;  // of texts and attributes
  };
  struct Answer {
    std::vector<Item> items;           // in document order
    std::optional<std::string> value;  // where the expression gives no nodes
  };

  static constexpr std::size_t max_nodes = 200'000;
  // What all expressions on one page may look at together, in nodes.
  static constexpr std::size_t max_steps = 500'000'000;

  // Fails with too_complex above max_nodes. The tree must outlive the page.
  static Result<std::unique_ptr<XPathPage>> build(const Tree& tree);

  // Nothing once the steps are spent.
  Answer evaluate(const XPath& xpath, NodeId context);
  bool exhausted() const { return steps_ > max_steps; }

 private:
  explicit XPathPage(const Tree& tree) : tree_(tree) {}
  void map_nodes();
  Item item(const pugi::xpath_node& found) const;

  const Tree& tree_;
  std::string source_;
  pugi::xml_document document_;
  std::vector<pugi::xml_node> nodes_;  // by NodeId
  std::unordered_map<const void*, NodeId> ids_;
  std::size_t steps_ = 0;
};

}  // namespace paperwatch
