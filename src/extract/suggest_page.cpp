// SPDX-License-Identifier: MIT
// What leads on from a page, and where it says how many records there are.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "core/count_statement.hpp"
#include "extract/suggest.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t longest_statement = 120;  // bytes of a text that says how many there are

bool leads_somewhere(const Tree& tree, NodeId id) {
  const auto* href = tree.attribute(id, "href");
  return href && !trim(*href).empty() && !href->starts_with("#") &&
         !href->starts_with("javascript:");
}

std::optional<std::string> by_relation(const Tree& tree, NodeId id) {
  const auto* rel = tree.attribute(id, "rel");
  if (!rel) return std::nullopt;
  const auto words = split(collapse_space(lower_ascii(*rel)), ' ');
  if (std::find(words.begin(), words.end(), "next") == words.end()) return std::nullopt;
  return std::string(tree.name(id)) + "[rel~=\"next\" i]";
}

// "a.next", "li.pager-next a".
std::optional<std::string> by_class(const Tree& tree, NodeId id) {
  for (const std::string& name : class_names(tree, id)) {
    if (contains_ignoring_case(name, "next")) return "a." + name;
  }
  const NodeId parent = tree[id].parent;
  for (const std::string& name : class_names(tree, parent)) {
    if (contains_ignoring_case(name, "next"))
      return std::string(tree.name(parent)) + "." + name + " a";
  }
  return std::nullopt;
}

std::optional<std::string> by_text(const Tree& tree, NodeId id) {
  static constexpr std::array<std::string_view, 9> words{
      "next", "next page", "next ›", "next »", "next >", "next →", "older", "›", "»"};
  const std::string text = rendered_text(tree, {id});
  const std::string lower = lower_ascii(text);
  if (std::find(words.begin(), words.end(), lower) == words.end()) return std::nullopt;
  return "a:contains(\"" + text + "\")";
}

bool is_in_group(const Tree& tree, const RecordGroup& group, NodeId id) {
  return std::any_of(group.members.begin(), group.members.end(), [&](const auto& tops) {
    return std::any_of(tops.begin(), tops.end(),
                       [&](NodeId top) { return id >= top && id < tree[top].end; });
  });
}

// A selector whose first match on the page is the element.
std::optional<std::string> naming(const Tree& tree, NodeId id) {
  if (const auto* value = tree.attribute(id, "id"); value && is_plain_name(*value))
    return "#" + std::string(*value);
  const auto names = class_names(tree, id);
  if (names.empty() && tree.name(id) != "h1" && tree.name(id) != "h2") return std::nullopt;
  for (NodeId before = 1; before < id; ++before) {
    if (!tree.is_element(before) || tree.name(before) != tree.name(id)) continue;
    const auto others = class_names(tree, before);
    if (names.empty() || std::find(others.begin(), others.end(), names.front()) != others.end())
      return std::nullopt;
  }
  return std::string(tree.name(id)) + (names.empty() ? "" : "." + names.front());
}

}  // namespace

std::optional<FieldRule> next_page_guess(const Tree& tree) {
  using Sign = std::optional<std::string> (*)(const Tree&, NodeId);
  for (const Sign sign : {Sign(by_relation), Sign(by_class), Sign(by_text)}) {
    for (NodeId id = 1; id < tree.nodes.size(); ++id) {
      if (!tree.is_element(id) || !leads_somewhere(tree, id)) continue;
      const bool is_link = tree.name(id) == "a" || (sign == by_relation && tree.name(id) == "link");
      if (!is_link) continue;
      if (auto selector = sign(tree, id)) return rule_of(std::move(*selector));
    }
  }
  return std::nullopt;
}

std::optional<FieldRule> count_guess(const Tree& tree, const RecordGroup& group) {
  const auto least = static_cast<std::int64_t>(group.members.size());
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    if (!tree.is_element(id) || tree[id].end - id > 30 || is_in_group(tree, group, id)) continue;
    const std::string text = rendered_text(tree, {id});
    if (text.size() > longest_statement || text.find(' ') == std::string::npos) continue;
    const auto count = parse_count(text);
    if (!count || count->value < least) continue;
    if (auto selector = naming(tree, id)) return rule_of(std::move(*selector));
  }
  return std::nullopt;
}

}  // namespace paperwatch
