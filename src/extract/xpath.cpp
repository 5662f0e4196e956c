// SPDX-License-Identifier: MIT
#include "extract/xpath.hpp"

#include <algorithm>
#include <cctype>

namespace paperwatch {

namespace {

bool is_step_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80 || c == '_' || c == '-' || c == '.' || c == ':';
}

bool is_name(std::string_view name) {
  if (name.empty()) return false;
  const char first = name.front();
  if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '-' || first == '.')
    return false;
  return std::all_of(name.begin(), name.end(), is_step_character);
}

// HTML knows names that XML cannot write. Nobody can ask for them in XPath either.
std::string writable_name(std::string_view name) {
  if (is_name(name)) return std::string(name);
  std::string out = "_";
  for (const char c : name) out += is_step_character(c) ? c : '_';
  return out;
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

void append_start(std::string& out, const Tree& tree, NodeId id) {
  out.append("<").append(writable_name(tree.name(id)));
  const Tree::Node& node = tree[id];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Tree::Attribute& attribute = tree.attributes[node.first_attribute + i];
    const std::string& name = tree.names[attribute.name];
    if (!is_name(name)) continue;
    out.append(" ").append(name).append("=\"");
    append_escaped(out, attribute.value);
    out += '"';
  }
  out += '>';
}

// Whether the node has a counterpart in pugixml's document: it keeps no text beside the root.
bool is_mirrored(const Tree& tree, NodeId id) {
  const Tree::Node& node = tree[id];
  return node.kind == Tree::Kind::element || (!node.text.empty() && node.parent != 0);
}

// pugixml orders nodes fast only if their names lie in one buffer, as after parsing; nodes added
// one by one are compared by walking, which is quadratic on long lists. So: write and parse.
std::string written(const Tree& tree) {
  std::string out;
  std::vector<NodeId> open;
  const auto close_until = [&](NodeId id) {
    while (!open.empty() && tree[open.back()].end <= id) {
      out.append("</").append(writable_name(tree.name(open.back()))).append(">");
      open.pop_back();
    }
  };
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    close_until(id);
    if (!is_mirrored(tree, id)) continue;
    if (tree.is_element(id)) {
      append_start(out, tree, id);
      open.push_back(id);
    } else {
      append_escaped(out, tree[id].text);
    }
  }
  close_until(static_cast<NodeId>(tree.nodes.size()));
  return out;
}

pugi::xml_node following(pugi::xml_node node) {
  if (node.first_child()) return node.first_child();
  while (node && !node.next_sibling()) node = node.parent();
  return node ? node.next_sibling() : node;
}

}  // namespace

std::optional<XPath> XPath::parse(std::string_view text, Fault& fault) {
  try {
    XPath xpath;
    xpath.query_ = std::make_shared<const pugi::xpath_query>(std::string(text).c_str());
    const std::size_t start = text.find_first_not_of(" (");
    xpath.absolute_ = (start != std::string_view::npos && text[start] == '/') ||
                      text.find("| /") != std::string_view::npos ||
                      text.find("|/") != std::string_view::npos ||
                      text.find("(/") != std::string_view::npos ||
                      text.find("preceding::") != std::string_view::npos ||
                      text.find("following::") != std::string_view::npos;
    return xpath;
  } catch (const pugi::xpath_exception& e) {
    fault.offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, e.result().offset));
    fault.message = e.result().description();
    return std::nullopt;
  }
}

bool XPath::gives_nodes() const {
  return query_->return_type() == pugi::xpath_type_node_set;
}

Result<std::unique_ptr<XPathPage>> XPathPage::build(const Tree& tree) {
  if (tree.nodes.size() > max_nodes) {
    return fail("too_complex",
                "the page has " + std::to_string(tree.nodes.size()) +
                    " nodes; XPath reads pages of up to " + std::to_string(max_nodes),
                "use CSS selectors, or ask the source for shorter pages");
  }
  std::unique_ptr<XPathPage> page(new XPathPage(tree));
  page->source_ = written(tree);
  const unsigned options = pugi::parse_escapes | pugi::parse_ws_pcdata;
  const auto result = page->document_.load_buffer_inplace(
      page->source_.data(), page->source_.size(), options, pugi::encoding_utf8);
  if (!result && result.status != pugi::status_no_document_element) {
    return fail("too_complex",
                std::string("the page cannot be made ready for XPath: ") + result.description());
  }
  page->map_nodes();
  return page;
}

void XPathPage::map_nodes() {
  nodes_.resize(tree_.nodes.size());
  nodes_[0] = document_;
  ids_.reserve(tree_.nodes.size());
  pugi::xml_node node = document_.first_child();
  for (NodeId id = 1; id < tree_.nodes.size() && node; ++id) {
    if (!is_mirrored(tree_, id)) continue;
    nodes_[id] = node;
    ids_.emplace(node.internal_object(), id);
    node = following(node);
  }
}

XPathPage::Item XPathPage::item(const pugi::xpath_node& found) const {
  const bool is_attribute = static_cast<bool>(found.attribute());
  const pugi::xml_node node = is_attribute ? found.parent() : found.node();
  Item item;
  const auto id = ids_.find(node.internal_object());
  if (id != ids_.end()) item.node = id->second;
  if (is_attribute) {
    item.text = found.attribute().value();
  } else if (node.type() == pugi::node_element) {
    item.is_element = true;
  } else {
    item.text = node.value();
  }
  return item;
}

XPathPage::Answer XPathPage::evaluate(const XPath& xpath, NodeId context) {
  Answer answer;
  const Tree::Node& start = tree_[context];
  steps_ += xpath.is_absolute() ? tree_.nodes.size() : start.end - context + std::size_t{16};
  if (exhausted()) return answer;
  const pugi::xpath_node from(nodes_[context]);
  if (!xpath.gives_nodes()) {
    answer.value = xpath.query().evaluate_string(from);
    return answer;
  }
  pugi::xpath_node_set found = xpath.query().evaluate_node_set(from);
  found.sort();
  for (const pugi::xpath_node& node : found) {
    Item next = item(node);
    if (next.node != no_node) answer.items.push_back(std::move(next));
  }
  return answer;
}

}  // namespace paperwatch
