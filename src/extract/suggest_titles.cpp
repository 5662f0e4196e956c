// SPDX-License-Identifier: MIT
// Which part of like elements is the title of a paper.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <re2/re2.h>

#include "base/text.hpp"
#include "extract/steps.hpp"
#include "extract/suggest.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_samples = 80;  // records of a group that are looked at
constexpr std::size_t most_nodes = 400;   // of one record
constexpr double least_presence = 0.5;    // share of the records that must have a title
constexpr const char* quoted_title = R"([“"„] ?(.+?),? ?[”"“])";
constexpr const char* first_sentence = R"(^(?:\[?[A-Za-z]{0,4}\d+[\].)]+ )?(.+?)\. )";

std::vector<std::vector<NodeId>> sampled(const RecordGroup& group) {
  if (group.members.size() <= most_samples) return group.members;
  std::vector<std::vector<NodeId>> out;
  for (std::size_t i = 0; i < most_samples; ++i)
    out.push_back(group.members[i * group.members.size() / most_samples]);
  return out;
}

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

double median(std::vector<std::size_t> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return static_cast<double>(values[values.size() / 2]);
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

double length_factor(double characters) {
  if (characters < 12) return 0.1;
  if (characters < 25) return 0.6;
  if (characters <= 180) return 1;
  return characters <= 300 ? 0.5 : 0.1;
}

double words_factor(double words) {
  if (words >= 4) return 1;
  if (words >= 3) return 0.7;
  return words >= 2 ? 0.25 : 0.05;
}

// How well texts would do as titles of `records` papers.
double title_likeness(const std::vector<std::string>& texts, std::size_t records) {
  const double presence = static_cast<double>(texts.size()) / static_cast<double>(records);
  if (presence < least_presence) return 0;
  std::vector<std::size_t> characters, words;
  std::size_t names = 0;
  for (const std::string& text : texts) {
    characters.push_back(character_count(text));
    words.push_back(word_count(text));
    if (looks_like_names(text)) ++names;
  }
  const double distinct =
      static_cast<double>(std::set<std::string>(texts.begin(), texts.end()).size()) /
      static_cast<double>(texts.size());
  const double people = static_cast<double>(names) / static_cast<double>(texts.size());
  // A listing may show papers twice; a label is the same everywhere.
  const double telling = std::min(1.0, 2 * distinct);
  return presence * telling * telling * (1 - 0.8 * people) * length_factor(median(characters)) *
         words_factor(median(words));
}

// What an element's name says of its being a title.
double name_factor(std::string_view selector) {
  static constexpr std::array<std::string_view, 13> others{
      "abstract", "author",   "comment", "date", "journal", "label",    "meta",
      "subject",  "subtitle", "summary", "tag",  "venue",   "link-list"};
  if (selector.size() >= 2 && selector[0] == 'h' && selector[1] >= '1' && selector[1] <= '6')
    return 1.5;
  const auto is_in = [&](std::string_view word) { return contains_ignoring_case(selector, word); };
  if (std::any_of(others.begin(), others.end(), is_in)) return 0.3;
  if (is_in("title") || is_in("headline")) return 1.6;
  const std::string_view name = selector.substr(0, selector.find_first_of(".:"));
  if (name == "a") return 1.2;
  if (name == "b" || name == "strong" || name == "i" || name == "em" || name == "cite") return 1.15;
  return 0.9;
}

// A title is no container: a few links or emphasised words may stand in it.
double plainness(const Tree& tree, const FieldGuess& guess) {
  std::vector<std::size_t> elements;
  for (const NodeId node : guess.nodes) {
    if (node == no_node) continue;
    std::size_t inside = 0;
    for (NodeId id = node + 1; id < tree[node].end; ++id) inside += tree.is_element(id) ? 1 : 0;
    elements.push_back(inside);
  }
  return median(std::move(elements)) <= 5 ? 1 : 0.3;
}

std::vector<std::string> matches_in(const std::vector<std::string>& texts, const char* pattern) {
  const re2::RE2 expression(pattern);
  std::vector<std::string> out;
  for (const std::string& text : texts) {
    if (auto found = first_match(expression, text)) out.push_back(std::move(*found));
  }
  return out;
}

// "Title:" in an element of its own, the same in every record.
std::optional<std::string> label_in(const Tree& tree, const FieldGuess& guess) {
  std::string label, selector;
  for (const NodeId node : guess.nodes) {
    if (node == no_node) continue;
    NodeId first = tree[node].first_child;
    while (first != no_node && !tree.is_element(first) && trim(tree[first].text).empty())
      first = tree[first].next;
    if (first == no_node || !tree.is_element(first)) return std::nullopt;
    const std::string text = rendered_text(tree, {first});
    if (!text.ends_with(':') || (!label.empty() && text != label)) return std::nullopt;
    label = text;
    const auto names = class_names(tree, first);
    selector = names.empty() ? std::string(tree.name(first)) : "." + names.front();
  }
  if (selector.empty()) return std::nullopt;
  return selector;
}

}  // namespace

FieldRule rule_of(std::string selector) {
  FieldRule out;
  out.select = {{Selector::Language::css, std::move(selector), {}}};
  return out;
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

TitleGuess best_title(const Tree& tree, const RecordGroup& group,
                      const std::vector<FieldGuess>& guesses) {
  const auto records = sampled(group);
  TitleGuess best;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    const double score = title_likeness(guesses[i].texts, records.size()) *
                         name_factor(guesses[i].selector) * plainness(tree, guesses[i]);
    if (score > best.score) best = {rule_of(guesses[i].selector), i, score};
  }
  std::vector<std::string> whole;
  for (const auto& tops : records) whole.push_back(rendered_text(tree, {tops.front()}));
  for (const auto& [pattern, trust] :
       {std::pair(quoted_title, 1.3), std::pair(first_sentence, 0.4)}) {
    const double score = title_likeness(matches_in(whole, pattern), records.size()) * trust;
    if (score <= best.score) continue;
    best = {rule_of(":scope"), std::nullopt, score};
    best.rule.match = Pattern{pattern, {}};
  }
  if (best.guess) {
    if (auto label = label_in(tree, guesses[*best.guess]))
      best.rule.remove = {{Selector::Language::css, std::move(*label), {}}};
  }
  return best;
}

}  // namespace paperwatch
