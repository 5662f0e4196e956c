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

constexpr double least_presence = 0.5;  // share of the records that must have a title
constexpr const char* quoted_title = R"([“"„] ?(.+?),? ?[”"“])";
constexpr const char* first_sentence = R"(^(.+?)\. )";
constexpr const char* numbered_sentence = R"(^\[?[A-Za-z]{0,4}\d+[\].)]+ (.+?)\. )";

double median(std::vector<std::size_t> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return static_cast<double>(values[(values.size() - 1) / 2]);
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
  static const re2::RE2 year(R"(\b(?:19|20)\d\d\b)");
  std::size_t names = 0, dated = 0;
  for (const std::string& text : texts) {
    characters.push_back(character_count(text));
    words.push_back(word_count(text));
    if (looks_like_names(text)) ++names;
    if (re2::RE2::PartialMatch(text, year)) ++dated;
  }
  const double distinct =
      static_cast<double>(std::set<std::string>(texts.begin(), texts.end()).size()) /
      static_cast<double>(texts.size());
  // A listing may show papers twice; a label is the same everywhere.
  const double telling = std::min(1.0, 2 * distinct);
  const auto share = [&](std::size_t number) {
    return static_cast<double>(number) / static_cast<double>(texts.size());
  };
  // What is dated is rather the name of a journal's issue.
  return presence * telling * (1 - 0.8 * share(names)) * (1 - 0.5 * share(dated)) *
         length_factor(median(characters)) * words_factor(median(words));
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

// A part of the running text of each record; "" where there is no match.
std::vector<std::string> matches_in(const std::vector<std::string>& texts, const char* pattern) {
  const re2::RE2 expression(pattern);
  std::vector<std::string> out;
  for (const std::string& text : texts) out.push_back(first_match(expression, text).value_or(""));
  return out;
}

std::vector<std::string> without_empty(std::vector<std::string> texts) {
  std::erase(texts, std::string());
  return texts;
}

// Whether two ways of reading are of one mind wherever both find something.
bool agree(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  std::size_t both = 0, same = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].empty() || other[i].empty()) continue;
    ++both;
    if (one[i] == other[i]) ++same;
  }
  return both > 0 && same * 10 >= both * 8;
}

std::vector<std::string> texts_by_record(const Tree& tree, const FieldGuess& guess) {
  std::vector<std::string> out;
  for (const NodeId node : guess.nodes)
    out.push_back(node == no_node ? std::string() : rendered_text(tree, {node}));
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
  const std::vector<std::string> known =
      best.guess ? texts_by_record(tree, guesses[*best.guess]) : std::vector<std::string>();
  for (const auto& [pattern, trust] :
       {std::pair(quoted_title, 1.3), std::pair(numbered_sentence, 0.8),
        std::pair(first_sentence, 0.4)}) {
    const std::vector<std::string> found = matches_in(whole, pattern);
    const std::vector<std::string> texts = without_empty(found);
    double score = title_likeness(texts, records.size()) * trust;
    // The same titles, and more of them: links that only some have.
    const bool says_more = !known.empty() && score > 0 && agree(found, known) &&
                           texts.size() > without_empty(known).size();
    if (says_more) score = std::max(score, best.score * 1.01);
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
