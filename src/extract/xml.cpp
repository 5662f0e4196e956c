// SPDX-License-Identifier: MIT
#include "extract/xml.hpp"

#include <algorithm>
#include <cstring>

#include <pugixml.hpp>

#include "extract/xml_tidy.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t max_depth = 512;

// pugixml's nodes, one after the other, as nodes of the flat tree. pugixml parsed inside the
// tree's own storage, so that names and texts need no copying.
class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, const ParseBudget& budget) : tree_(tree), budget_(budget) {
    tree_.is_html = false;
    tree_.names.emplace_back();
    Tree::Node document;
    document.kind = Tree::Kind::document;
    tree_.nodes.push_back(document);
  }

  // False: beyond the budget.
  bool build(const pugi::xml_document& source) {
    open_ = {0};
    pugi::xml_node node = source.first_child();
    while (node) {
      if (!add(node)) return false;
      if (node.first_child()) {
        node = node.first_child();
        continue;
      }
      if (node.type() == pugi::node_element) close();
      while (node && !node.next_sibling()) {
        node = node.parent();
        if (!node || node.type() == pugi::node_document) break;
        close();
      }
      if (!node || node.type() == pugi::node_document) break;
      node = node.next_sibling();
    }
    while (!open_.empty()) close();
    return true;
  }

 private:
  bool add(const pugi::xml_node& node) {
    switch (node.type()) {
      case pugi::node_element:
        return add_element(node);
      case pugi::node_pcdata:
      case pugi::node_cdata:
        return add_text(node.value());
      default:
        return true;
    }
  }

  bool add_element(const pugi::xml_node& source) {
    if (tree_.nodes.size() >= budget_.max_nodes || open_.size() > max_depth) return false;
    Tree::Node node;
    node.name = intern(source.name());
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes.size());
    for (const pugi::xml_attribute& attribute : source.attributes()) {
      if (++node.attribute_count > budget_.max_attributes) return false;
      tree_.attributes.push_back({intern(attribute.name()), attribute.value()});
    }
    open_.push_back(append(node));
    return true;
  }

  bool add_text(std::string_view text) {
    if (text.empty()) return true;
    const NodeId last = tree_.nodes[open_.back()].last_child;
    if (last != no_node && tree_.nodes[last].kind == Tree::Kind::text) {
      tree_.nodes[last].text = joined(tree_.nodes[last].text, text);
      return true;
    }
    if (tree_.nodes.size() >= budget_.max_nodes) return false;
    Tree::Node node;
    node.kind = Tree::Kind::text;
    node.text = text;
    const NodeId id = append(node);
    tree_.nodes[id].end = id + 1;
    return true;
  }

  NodeId append(Tree::Node node) {
    const auto id = static_cast<NodeId>(tree_.nodes.size());
    Tree::Node& parent = tree_.nodes[open_.back()];
    node.parent = open_.back();
    node.previous = parent.last_child;
    if (parent.last_child == no_node) {
      parent.first_child = id;
    } else {
      tree_.nodes[parent.last_child].next = id;
    }
    parent.last_child = id;
    tree_.nodes.push_back(node);
    return id;
  }

  void close() {
    tree_.nodes[open_.back()].end = static_cast<NodeId>(tree_.nodes.size());
    open_.pop_back();
  }

  // Text and CDATA side by side. Runs of many such pieces are rare and small; the last joint is
  // extended in place where it is ours already.
  std::string_view joined(std::string_view first, std::string_view second) {
    const std::size_t size = first.size() + second.size();
    if (first.data() != joint_ || size > joint_room_) {
      joint_room_ = std::max<std::size_t>(2 * size, 64);
      tree_.storage.push_back(std::make_unique<char[]>(joint_room_));
      joint_ = tree_.storage.back().get();
      std::memcpy(joint_, first.data(), first.size());
    }
    std::memcpy(joint_ + first.size(), second.data(), second.size());
    return {joint_, size};
  }

  NameId intern(std::string_view name) {
    const auto [entry, added] =
        tree_.name_ids.try_emplace(std::string(name), static_cast<NameId>(tree_.names.size()));
    if (added) tree_.names.emplace_back(name);
    return entry->second;
  }

  Tree& tree_;
  const ParseBudget& budget_;
  std::vector<NodeId> open_;
  char* joint_ = nullptr;
  std::size_t joint_room_ = 0;
};

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

// An end in the middle is told apart from a text that never was XML: the first may be whole the
// next time.
Failure describe(const pugi::xml_parse_result& result, std::string_view text) {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset));
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return fail("no_content", "the page is empty");
  }
  const std::string what = result.description();
  if (offset + 1 >= text.size() && result.status != pugi::status_no_document_element) {
    return fail("truncated", "the XML ends in the middle (" + what + ")");
  }
  return fail("no_content",
              "the page is no well-formed XML: " + what + " in line " +
                  std::to_string(line_of(text, offset)),
              "if the source answers with a web page, use `format: html`");
}

}  // namespace

Result<Tree> parse_xml(std::string_view utf8, const ParseBudget& budget) {
  if (utf8.size() > budget.max_bytes) return fail("too_large", "the page is larger than the limit");
  const std::string tidied = tidy_xml(utf8);
  if (tidied.size() > budget.max_memory) {
    return fail("too_large", "the page is larger than the limit with its entities expanded");
  }

  Tree tree;
  tree.storage.push_back(std::make_unique<char[]>(tidied.size() + 1));
  char* buffer = tree.storage.back().get();
  std::memcpy(buffer, tidied.data(), tidied.size());
  pugi::xml_document document;
  const unsigned options = pugi::parse_cdata | pugi::parse_escapes | pugi::parse_ws_pcdata |
                           pugi::parse_wconv_attribute | pugi::parse_eol;
  const auto result =
      document.load_buffer_inplace(buffer, tidied.size(), options, pugi::encoding_utf8);
  if (!result) return describe(result, tidied);
  if (!TreeBuilder(tree, budget).build(document)) {
    return fail("too_complex",
                "the page has more elements or attributes, or deeper ones, than "
                "a page may have");
  }
  return tree;
}

}  // namespace paperwatch
