// SPDX-License-Identifier: MIT
#include "extract/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"

namespace paperwatch {

namespace {

using std::string_view;

// What an element does to the text around it.
enum class Edge { joins, separates, is_left_out };

constexpr auto unseen = std::to_array<string_view>({"noscript", "script", "style", "template"});

// Elements whose edges a browser's own style sheet makes ends of lines or cells.
constexpr auto separating = std::to_array<string_view>(
    {"address",  "article",  "aside",    "blockquote", "body",       "br",       "caption",
     "center",   "col",      "colgroup", "dd",         "details",    "dialog",   "dir",
     "div",      "dl",       "dt",       "fieldset",   "figcaption", "figure",   "footer",
     "form",     "frameset", "h1",       "h2",         "h3",         "h4",       "h5",
     "h6",       "head",     "header",   "hgroup",     "hr",         "html",     "legend",
     "li",       "listing",  "main",     "menu",       "nav",        "noframes", "ol",
     "optgroup", "option",   "p",        "plaintext",  "pre",        "search",   "section",
     "summary",  "table",    "tbody",    "td",         "tfoot",      "th",       "thead",
     "title",    "tr",       "ul",       "xmp"});

Edge edge_of(string_view name) {
  if (std::binary_search(unseen.begin(), unseen.end(), name)) return Edge::is_left_out;
  if (std::binary_search(separating.begin(), separating.end(), name)) return Edge::separates;
  return Edge::joins;
}

class TextWriter {
 public:
  TextWriter(const Tree& tree, const std::vector<NodeId>& removed)
      : tree_(tree), removed_(removed) {}

  void write(NodeId root) {
    const NodeId end = tree_[root].end;
    for (NodeId id = root; id < end;) {
      close_before(id);
      id = visit(id);
    }
    close_before(end);
    out_ += ' ';
  }
  std::string finish() const { return nfc(collapse_space(out_)); }

 private:
  // Writes one node; gives the next one to look at.
  NodeId visit(NodeId id) {
    const Tree::Node& node = tree_[id];
    if (std::binary_search(removed_.begin(), removed_.end(), id)) return node.end;
    if (node.kind == Tree::Kind::text) out_ += node.text;
    if (node.kind != Tree::Kind::element) return id + 1;
    const Edge edge = tree_.is_html ? edge_of(tree_.names[node.name]) : Edge::joins;
    if (edge == Edge::is_left_out) return node.end;
    if (edge == Edge::separates) {
      out_ += ' ';
      open_ends_.push_back(node.end);
    }
    return id + 1;
  }

  void close_before(NodeId id) {
    while (!open_ends_.empty() && open_ends_.back() <= id) {
      out_ += ' ';
      open_ends_.pop_back();
    }
  }

  const Tree& tree_;
  const std::vector<NodeId>& removed_;
  std::vector<NodeId> open_ends_;
  std::string out_;
};

}  // namespace

std::string rendered_text(const Tree& tree, const std::vector<NodeId>& roots,
                          const std::vector<NodeId>& removed) {
  TextWriter writer(tree, removed);
  for (const NodeId root : roots) writer.write(root);
  return writer.finish();
}

std::string own_text(const Tree& tree, NodeId element) {
  std::string out;
  for (NodeId id = tree[element].first_child; id != no_node; id = tree[id].next) {
    if (tree[id].kind == Tree::Kind::text) out += tree[id].text;
  }
  return nfc(collapse_space(out));
}

}  // namespace paperwatch
