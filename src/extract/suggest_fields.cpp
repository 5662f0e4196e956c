// SPDX-License-Identifier: MIT
// What else can be told of a record once its title is known.
#include <algorithm>
#include <initializer_list>
#include <set>

#include "base/text.hpp"
#include "extract/suggest.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t shortest_abstract = 250;  // characters

bool has_word(const FieldGuess& guess, std::initializer_list<std::string_view> words) {
  const std::size_t dot = guess.selector.find('.');
  if (dot == std::string::npos) return false;
  const std::string_view name = std::string_view(guess.selector).substr(dot);
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return contains_ignoring_case(name, word); });
}

// The guess with the word in its name that most records have; the outermost of those.
const FieldGuess* named(const std::vector<FieldGuess>& guesses,
                        std::initializer_list<std::string_view> words) {
  const FieldGuess* best = nullptr;
  for (const FieldGuess& guess : guesses) {
    if (!has_word(guess, words) || guess.texts.empty()) continue;
    if (!best || guess.texts.size() > best->texts.size()) best = &guess;
  }
  return best;
}

std::size_t average_length(const FieldGuess& guess) {
  std::size_t sum = 0;
  for (const std::string& text : guess.texts) sum += text.size();
  return guess.texts.empty() ? 0 : sum / guess.texts.size();
}

NodeId link_around(const Tree& tree, NodeId id) {
  for (; id != no_node && id != 0; id = tree[id].parent) {
    if (tree.name(id) == "a") return id;
  }
  return no_node;
}

bool has_link_inside(const Tree& tree, NodeId id) {
  for (NodeId at = id + 1; at < tree[id].end; ++at) {
    if (tree.is_element(at) && tree.name(at) == "a" && tree.attribute(at, "href")) return true;
  }
  return false;
}

std::size_t distinct_addresses(const Tree& tree, const FieldGuess& guess) {
  std::set<std::string> out;
  for (const NodeId node : guess.nodes) {
    const auto* href = node == no_node ? nullptr : tree.attribute(node, "href");
    if (href && !href->starts_with("#") && !href->starts_with("javascript:")) out.emplace(*href);
  }
  return out.size();
}

// The title's own link, else the kind of link whose addresses tell the records apart best.
std::optional<FieldRule> url_rule(const Tree& tree, const TitleGuess& title,
                                  const std::vector<FieldGuess>& guesses) {
  if (title.guess) {
    const FieldGuess& guess = guesses[*title.guess];
    const auto is_link = [&](NodeId id) { return id == no_node || tree.name(id) == "a"; };
    const auto holds_link = [&](NodeId id) { return id == no_node || has_link_inside(tree, id); };
    if (std::all_of(guess.nodes.begin(), guess.nodes.end(), is_link) &&
        distinct_addresses(tree, guess) > 0) {
      return rule_of(guess.selector + "::attr(href)");
    }
    if (std::all_of(guess.nodes.begin(), guess.nodes.end(), holds_link))
      return rule_of(guess.selector + " a::attr(href)");
    const auto first = std::find_if(guess.nodes.begin(), guess.nodes.end(),
                                    [](NodeId id) { return id != no_node; });
    if (first != guess.nodes.end() && link_around(tree, *first) != no_node)
      return rule_of("a:has(" + guess.selector + ")::attr(href)");
  }
  const FieldGuess* best = nullptr;
  for (const FieldGuess& guess : guesses) {
    if (!guess.selector.starts_with("a.") && guess.selector != "a") continue;
    const std::size_t here = distinct_addresses(tree, guess);
    if (here > 0 && (!best || here > distinct_addresses(tree, *best))) best = &guess;
  }
  if (!best) return std::nullopt;
  return rule_of(best->selector + "::attr(href)");
}

// Whether one element holds several people in links of their own, in most records.
bool has_several_links(const Tree& tree, const FieldGuess& guess) {
  std::size_t several = 0;
  for (const NodeId node : guess.nodes) {
    std::size_t links = 0;
    for (NodeId at = node; node != no_node && at < tree[node].end; ++at)
      links += at != node && tree.is_element(at) && tree.name(at) == "a" ? 1 : 0;
    if (links > 1) ++several;
  }
  return several * 2 > guess.texts.size();
}

std::optional<FieldRule> authors_rule(const Tree& tree, const TitleGuess& title,
                                      const std::vector<FieldGuess>& guesses) {
  const auto is_title = [&](const FieldGuess& guess) {
    return title.guess && &guess == &guesses[*title.guess];
  };
  const FieldGuess* best = named(guesses, {"author", "creator"});
  std::size_t most = 0;
  for (const FieldGuess& guess : guesses) {
    if (best || is_title(guess)) continue;
    const auto people = static_cast<std::size_t>(
        std::count_if(guess.texts.begin(), guess.texts.end(), looks_like_names));
    if (people * 10 < guess.texts.size() * 6 || people <= most) continue;
    most = people;
    best = &guess;
  }
  if (!best || is_title(*best)) return std::nullopt;
  FieldRule out = rule_of(best->selector);
  const bool are_links = has_several_links(tree, *best);
  if (best->most > 1 || are_links) {
    if (are_links) out = rule_of(best->selector + " a");
    out.all = true;
    return out;
  }
  const bool semicolons = std::any_of(best->texts.begin(), best->texts.end(), [](const auto& text) {
    return text.find(';') != std::string::npos;
  });
  out.split = Pattern{semicolons ? "; ?" : ",? and |, ", {}};
  return out;
}

const FieldGuess* abstract_guess(const std::vector<FieldGuess>& guesses) {
  if (const FieldGuess* guess = named(guesses, {"abstract", "summary"})) return guess;
  const FieldGuess* best = nullptr;
  for (const FieldGuess& guess : guesses) {
    const bool is_paragraph = guess.selector == "p" || guess.selector.starts_with("p.");
    if (!is_paragraph || average_length(guess) < shortest_abstract) continue;
    if (!best || average_length(guess) > average_length(*best)) best = &guess;
  }
  return best;
}

// A date that the markup gives, else the year that a record's text names.
std::optional<FieldRule> date_rule(const Tree& tree, const std::vector<FieldGuess>& guesses) {
  for (const FieldGuess& guess : guesses) {
    if (guess.selector != "time") continue;
    const auto has_stamp = [&](NodeId id) {
      return id == no_node || tree.attribute(id, "datetime");
    };
    return rule_of(std::all_of(guess.nodes.begin(), guess.nodes.end(), has_stamp)
                       ? "time::attr(datetime)"
                       : "time");
  }
  const FieldGuess* guess = named(guesses, {"date", "published"});
  return guess && average_length(*guess) <= 40 ? std::optional(rule_of(guess->selector))
                                               : std::nullopt;
}

// Whether any record has a link of this form: a DOI is a DOI, however rare.
bool has_address(const Tree& tree, const RecordGroup& group, std::string_view part, bool at_end) {
  for (const auto& tops : group.members) {
    for (NodeId id = tops.front(); id < tree[tops.back()].end; ++id) {
      const auto* href =
          tree.is_element(id) && tree.name(id) == "a" ? tree.attribute(id, "href") : nullptr;
      if (!href) continue;
      const std::string lower = lower_ascii(*href);
      if (at_end ? lower.ends_with(part) : lower.find(part) != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace

NamedRules further_fields(const Tree& tree, const RecordGroup& group, const TitleGuess& title,
                          const std::vector<FieldGuess>& guesses) {
  NamedRules out;
  if (auto url = url_rule(tree, title, guesses)) out.emplace_back("url", std::move(*url));
  if (auto authors = authors_rule(tree, title, guesses))
    out.emplace_back("authors", std::move(*authors));
  const FieldGuess* abstract = abstract_guess(guesses);
  if (abstract && !(title.guess && abstract == &guesses[*title.guess]))
    out.emplace_back("abstract", rule_of(abstract->selector));
  if (auto date = date_rule(tree, guesses)) out.emplace_back("date", std::move(*date));
  if (has_address(tree, group, "doi.org/10.", false))
    out.emplace_back("doi", rule_of("a[href*=\"doi.org/10.\"]::attr(href)"));
  if (has_address(tree, group, ".pdf", true))
    out.emplace_back("pdf", rule_of("a[href$=\".pdf\" i]::attr(href)"));
  else if (has_address(tree, group, "/pdf/", false))
    out.emplace_back("pdf", rule_of("a[href*=\"/pdf/\"]::attr(href)"));
  return out;
}

}  // namespace paperwatch
