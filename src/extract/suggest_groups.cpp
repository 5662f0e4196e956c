// SPDX-License-Identifier: MIT
// Which elements of a page repeat.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "extract/suggest.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_groups = 60;      // that are looked at more closely
constexpr std::size_t shortest_record = 20;  // characters, on average
constexpr std::size_t longest_record = 8000;
constexpr double least_coverage = 0.03;

// Elements that hold a record as a whole.
constexpr std::array<std::string_view, 13> holders{"article", "blockquote", "dd", "div", "dl",
                                                   "dt",      "figure",     "li", "p",   "section",
                                                   "table",   "td",         "tr"};

bool may_hold_record(std::string_view name) {
  return std::binary_search(holders.begin(), holders.end(), name);
}

bool is_unseen(std::string_view name) {
  return name == "script" || name == "style" || name == "noscript" || name == "template" ||
         name == "head";
}

NodeId previous_element(const Tree& tree, NodeId id) {
  do id = tree[id].previous;
  while (id != no_node && !tree.is_element(id));
  return id;
}

// "#id", "div.class" and "div" of one element.
std::vector<std::string> simple_selectors(const Tree& tree, NodeId id) {
  const std::string name(tree.name(id));
  std::vector<std::string> out = {name};
  for (const std::string& one : class_names(tree, id)) out.push_back(name + "." + one);
  if (const auto* value = tree.attribute(id, "id"); value && is_plain_name(*value))
    out.push_back("#" + std::string(*value));
  return out;
}

// A dt and the dd behind it are one record.
std::vector<NodeId> tops_of(const Tree& tree, NodeId id, bool spans) {
  std::vector<NodeId> out = {id};
  for (NodeId next = tree[id].next; spans && next != no_node; next = tree[next].next) {
    if (!tree.is_element(next)) continue;
    if (tree.name(next) != "dd") break;
    out.push_back(next);
  }
  return out;
}

class Grouping {
 public:
  Grouping(const Tree& tree, const TextLengths& lengths) : tree_(tree), lengths_(lengths) {}

  std::vector<RecordGroup> run() {
    for (NodeId id = 1; id < tree_.nodes.size(); ++id) {
      if (tree_.is_element(id) && may_hold_record(tree_.name(id))) add(id);
    }
    std::vector<RecordGroup> out;
    for (auto& [members, group] : by_members()) {
      if (is_likely(group)) out.push_back(std::move(group));
    }
    std::sort(out.begin(), out.end(),
              [](const RecordGroup& a, const RecordGroup& b) { return weight(a) > weight(b); });
    if (out.size() > most_groups) out.resize(most_groups);
    return out;
  }

 private:
  static double weight(const RecordGroup& group) {
    return group.coverage * std::sqrt(static_cast<double>(group.members.size()));
  }

  // Of the selectors that match the same elements the one that is least likely to match others.
  std::map<std::vector<std::vector<NodeId>>, RecordGroup> by_members() {
    std::map<std::vector<std::vector<NodeId>>, RecordGroup> out;
    for (auto& [selector, group] : groups_) {
      const auto [known, is_new] = out.try_emplace(group.members, group);
      if (!is_new && precision(selector) > precision(known->second.selector))
        known->second = std::move(group);
    }
    return out;
  }

  static int precision(const std::string& selector) {
    if (selector.find(" > ") == std::string::npos) return 3;
    if (selector.starts_with("#")) return 2;
    return selector.find('.') == std::string::npos ? 0 : 1;
  }

  void add(NodeId id) {
    const std::string_view name = tree_.name(id);
    const NodeId previous = previous_element(tree_, id);
    if (name == "dd" && previous != no_node) return;  // its dt stands for it
    const bool spans = name == "dt";
    for (const std::string& one : class_names(tree_, id))
      join(std::string(name) + "." + one, id, spans);
    const NodeId parent = tree_[id].parent;
    if (parent == no_node || parent == 0 || !tree_.is_element(parent)) return;
    for (const std::string& outer : simple_selectors(tree_, parent))
      join(outer + " > " + std::string(name), id, spans);
  }

  void join(const std::string& selector, NodeId id, bool spans) {
    RecordGroup& group = groups_[selector];
    group.selector = selector;
    group.span_siblings = spans;
    group.members.push_back(tops_of(tree_, id, spans));
  }

  bool is_likely(RecordGroup& group) const {
    if (group.members.size() < 2) return false;
    std::size_t characters = 0;
    for (const auto& tops : group.members) characters += lengths_.of(tops);
    const std::size_t average = characters / group.members.size();
    group.coverage =
        std::min(1.0, static_cast<double>(characters) /
                          static_cast<double>(std::max<std::size_t>(1, lengths_.of(0))));
    return average >= shortest_record && average <= longest_record &&
           group.coverage >= least_coverage;
  }

  const Tree& tree_;
  const TextLengths& lengths_;
  std::map<std::string, RecordGroup> groups_;
};

}  // namespace

TextLengths::TextLengths(const Tree& tree) : tree_(tree), before_(tree.nodes.size() + 1) {
  NodeId unseen_until = 0;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    std::size_t here = 0;
    if (tree.is_element(id) && is_unseen(tree.name(id)))
      unseen_until = std::max(unseen_until, tree[id].end);
    if (tree[id].kind == Tree::Kind::text && id >= unseen_until) {
      const std::string_view text = tree[id].text;
      here = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return c != ' ' && c != '\n' && c != '\t' && c != '\r';
      }));
    }
    before_[id + 1] = before_[id] + here;
  }
}

std::size_t TextLengths::of(const std::vector<NodeId>& tops) const {
  std::size_t out = 0;
  for (const NodeId top : tops) out += of(top);
  return out;
}

std::vector<RecordGroup> repeated_groups(const Tree& tree, const TextLengths& lengths) {
  return Grouping(tree, lengths).run();
}

bool is_plain_name(std::string_view name) {
  if (name.empty() || (name.front() >= '0' && name.front() <= '9') || name.front() == '-')
    return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_ascii_word(c) || c == '-' || c == '_'; });
}

std::vector<std::string> class_names(const Tree& tree, NodeId id) {
  std::vector<std::string> out;
  const auto* value = tree.attribute(id, "class");
  if (!value) return out;
  for (std::string& name : split(collapse_space(*value), ' ')) {
    if (is_plain_name(name) && std::find(out.begin(), out.end(), name) == out.end())
      out.push_back(std::move(name));
  }
  return out;
}

}  // namespace paperwatch
