// SPDX-License-Identifier: MIT
// What the selectors that are worth a try find in like elements.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <re2/re2.h>

#include "base/text.hpp"
#include "extract/suggest.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_samples = 80;  // records of a group that are looked at
constexpr std::size_t most_nodes = 400;   // of one record
bool is_worth_naming(std::string_view name) {
  static constexpr std::array<std::string_view, 16> names{
      "a",  "b",  "cite", "em", "h1",   "h2",     "h3",   "h4",
      "h5", "h6", "i",    "p",  "span", "strong", "time", "u"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> selectors_of(const Tree& tree, NodeId id) {
  const std::string name(tree.name(id));
  std::vector<std::string> out;
  for (const std::string& one : class_names(tree, id)) out.push_back(name + "." + one);
  if (is_worth_naming(name)) out.push_back(name);
  if (name == "td") {
    int column = 1;
    for (NodeId before = tree[id].previous; before != no_node; before = tree[before].previous) {
      if (tree.is_element(before)) ++column;
    }
    out.push_back("td:nth-child(" + std::to_string(column) + ")");
  }
  return out;
}

}  // namespace

std::vector<std::vector<NodeId>> sampled(const RecordGroup& group) {
  if (group.members.size() <= most_samples) return group.members;
  std::vector<std::vector<NodeId>> out;
  for (std::size_t i = 0; i < most_samples; ++i)
    out.push_back(group.members[i * group.members.size() / most_samples]);
  return out;
}

FieldRule rule_of(std::string selector) {
  FieldRule out;
  out.select = {{Selector::Language::css, std::move(selector), {}}};
  return out;
}

std::size_t word_count(std::string_view text) {
  std::size_t words = 1, wide = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_character(text, at);
    if (c == ' ') ++words;
    if (c >= 0x3040 && c <= 0x9fff) ++wide;  // scripts that write words without blanks
  }
  return words + wide / 3;
}

bool looks_like_names(std::string_view text) {
  static const re2::RE2 separator(R"(\s*(?:,|;|\band\b|&)\s*)");
  static const re2::RE2 name(
      R"((?:\p{Lu}[\pL.'’-]*|(?:de|van|von|der|den|la|le|el|al|bin|di|da)\b)(?:[ -]\p{Lu}[\pL.'’-]*|[ ](?:de|van|von|der|den|la|le|el|al|bin|di|da)\b){1,4})");
  std::string marked(text);
  re2::RE2::GlobalReplace(&marked, separator, "\x1f");
  std::size_t parts = 0, people = 0;
  for (const std::string& part : split(marked, '\x1f')) {
    if (trim(part).empty()) continue;
    ++parts;
    const std::string_view clean = trim(part);
    if (re2::RE2::FullMatch({clean.data(), clean.size()}, name)) ++people;
  }
  return parts > 0 && people * 10 >= parts * 7 && (parts > 1 || word_count(text) <= 3);
}

double paper_likeness(const Tree& tree, const RecordGroup& group,
                      const std::vector<FieldGuess>& guesses) {
  static const re2::RE2 year(R"(\b(?:19|20)\d\d\b)");
  const auto records = sampled(group);
  std::size_t dated = 0, linked = 0, named = 0;
  for (const auto& tops : records) {
    std::string text;
    for (const NodeId top : tops) text += rendered_text(tree, {top}) + " ";
    if (re2::RE2::PartialMatch(text, year)) ++dated;
  }
  for (const FieldGuess& guess : guesses) {
    const auto people = std::count_if(guess.texts.begin(), guess.texts.end(), looks_like_names);
    named = std::max(named, static_cast<std::size_t>(people));
    if (guess.selector != "a") continue;
    std::set<std::string_view> addresses;
    for (const NodeId node : guess.nodes) {
      if (const auto* href = node == no_node ? nullptr : tree.attribute(node, "href"))
        addresses.insert(*href);
    }
    linked = addresses.size();
  }
  const auto share = [&](std::size_t number) {
    return static_cast<double>(number) / static_cast<double>(records.size());
  };
  return 1 + 0.5 * share(dated) + share(linked) + share(named);
}

std::vector<FieldGuess> field_guesses(const Tree& tree, const RecordGroup& group) {
  const auto records = sampled(group);
  std::map<std::string, FieldGuess> found;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::map<std::string, std::size_t> times;
    std::size_t nodes = 0;
    for (const NodeId top : records[i]) {
      for (NodeId id = top + 1; id < tree[top].end && ++nodes < most_nodes; ++id) {
        if (!tree.is_element(id)) continue;
        for (const std::string& selector : selectors_of(tree, id)) {
          FieldGuess& guess = found[selector];
          guess.selector = selector;
          guess.nodes.resize(records.size(), no_node);
          if (++times[selector] == 1) guess.nodes[i] = id;
          guess.most = std::max(guess.most, times[selector]);
        }
      }
    }
  }
  std::vector<FieldGuess> out;
  for (auto& [selector, guess] : found) {
    for (const NodeId node : guess.nodes) {
      if (node == no_node) continue;
      std::string text = rendered_text(tree, {node});
      if (!text.empty()) guess.texts.push_back(std::move(text));
    }
    out.push_back(std::move(guess));
  }
  return out;
}

}  // namespace paperwatch
