// SPDX-License-Identifier: MIT
// The steps of guessing rules: groups of like elements, a title in each, further fields, YAML.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/rules.hpp>

#include "extract/tree.hpp"

namespace paperwatch {

// How many characters a reader sees of a node, white space not counted.
class TextLengths {
 public:
  explicit TextLengths(const Tree& tree);
  std::size_t of(NodeId node) const { return before_[tree_[node].end] - before_[node]; }
  std::size_t of(const std::vector<NodeId>& tops) const;

 private:
  const Tree& tree_;
  std::vector<std::size_t> before_;  // characters in front of each node
};

// Elements that one selector matches and that may be the records of a listing.
struct RecordGroup {
  std::string selector;
  bool span_siblings = false;
  std::vector<std::vector<NodeId>> members;  // the tops of each, in document order
  double coverage = 0;                       // share of the page's text that stands in them
};

// The groups that hold most of the page, the larger first.
std::vector<RecordGroup> repeated_groups(const Tree& tree, const TextLengths& lengths);

// The members that are looked at closely: all, or some from every part of a long group.
std::vector<std::vector<NodeId>> sampled(const RecordGroup& group);

// One way to read a field of a group's records, tried on some of them.
struct FieldGuess {
  std::string selector;
  std::vector<NodeId> nodes;       // the first match of each record; no_node where there is none
  std::vector<std::string> texts;  // of those that have one
  std::size_t most = 1;            // matches of the record that has most
};

// What every selector that is worth a try finds in the records.
std::vector<FieldGuess> field_guesses(const Tree& tree, const RecordGroup& group);

struct TitleGuess {
  FieldRule rule;
  std::optional<std::size_t> guess;  // the guess it is; nothing: taken from the running text
  double score = 0;
};
TitleGuess best_title(const Tree& tree, const RecordGroup& group,
                      const std::vector<FieldGuess>& guesses);

// How much the records look like papers besides their titles, from 1: links that differ, people,
// years.
double paper_likeness(const Tree& tree, const RecordGroup& group,
                      const std::vector<FieldGuess>& guesses);

using NamedRules = std::vector<std::pair<std::string, FieldRule>>;
// url, authors, abstract, date, doi, pdf: those that can be told.
NamedRules further_fields(const Tree& tree, const RecordGroup& group, const TitleGuess& title,
                          const std::vector<FieldGuess>& guesses);

// The link to the next page, and the statement of how many records there are in all.
std::optional<FieldRule> next_page_guess(const Tree& tree);
std::optional<FieldRule> count_guess(const Tree& tree, const RecordGroup& group);

std::string yaml_of(const ExtractRules& rules, const std::optional<PagesRules>& pages);

// Small questions about elements that all steps ask.
std::vector<std::string> class_names(const Tree& tree, NodeId id);  // those that need no escaping
bool is_plain_name(std::string_view name);
FieldRule rule_of(std::string selector);
std::size_t word_count(std::string_view text);
// Whether a text is a list of people: parts of two to four capitalised words.
bool looks_like_names(std::string_view text);

}  // namespace paperwatch
