// SPDX-License-Identifier: MIT
#include "render/query_filter.hpp"

#include <string_view>
#include <utility>

#include "core/search_words.hpp"

namespace paperwatch {

namespace {

using Kind = Query::Kind;
using Literal = Query::Literal;

// Nearly every paper has a word that begins with any one letter: looking at all is no slower.
constexpr std::size_t shortest_beginning = 2;
constexpr std::int64_t longest_range = 50;
constexpr int deepest = 20;  // what an index is asked does not nest deeper

WordFilter anything() {
  return {};
}

WordFilter beginning(std::string text) {
  if (text.size() < shortest_beginning) return anything();
  return {WordFilter::Kind::beginning, std::move(text), {}};
}

std::vector<WordFilter> whole(std::vector<std::string> words) {
  std::vector<WordFilter> filters;
  for (auto& word : words) filters.push_back({WordFilter::Kind::word, std::move(word), {}});
  return filters;
}

WordFilter words_of(const std::string& text) {
  return WordFilter::all(whole(search_words(text)));
}

// Where a text contains another, each of its words ends where one of the text does, but for the
// last.
WordFilter contained(const std::string& text) {
  auto words = search_words(text);
  if (words.empty()) return anything();
  auto last = beginning(std::move(words.back()));
  words.pop_back();
  auto filters = whole(std::move(words));
  filters.push_back(std::move(last));
  return WordFilter::all(std::move(filters));
}

// A number may be written with more signs than it needs, a date with more than was asked for, and a
// moment in another zone.
WordFilter equal_to(const Literal& literal) {
  constexpr std::string_view day = "2026-07-02";
  if (literal.text.empty()) return anything();
  if (!literal.first.empty() && literal.text.size() > day.size()) return anything();
  if (!literal.first.empty()) return beginning(literal.first.substr(0, 4));
  if (literal.number)
    return WordFilter::any({beginning(std::to_string(*literal.number)), words_of(literal.text)});
  return words_of(literal.text);
}

WordFilter equal_to_any(const std::vector<Literal>& literals) {
  std::vector<WordFilter> filters;
  for (const Literal& literal : literals) filters.push_back(equal_to(literal));
  return WordFilter::any(std::move(filters));
}

// A paper's year stands in it, or in its date.
WordFilter between_years(const Query& query) {
  const auto from = query.literals.front().number, to = query.literals.back().number;
  if (query.field != "year" || !from || !to || *from > *to || *to - *from > longest_range)
    return anything();
  std::vector<WordFilter> years;
  for (std::int64_t year = *from; year <= *to; ++year)
    years.push_back(beginning(std::to_string(year)));
  return WordFilter::any(std::move(years));
}

WordFilter comparison(const Query& query) {
  const bool is_word_field =
      query.field != "source" && query.field != "state" && has_search_words(query.field);
  if (!is_word_field) return anything();
  if (query.kind == Kind::equals) return equal_to_any(query.literals);
  if (query.kind == Kind::contains) return contained(query.literals.front().text);
  if (query.kind == Kind::between) return between_years(query);
  return anything();
}

WordFilter filter_within(const Query& query, int depth) {
  if (depth > deepest || query.kind == Kind::none_of) return anything();
  if (query.kind == Kind::anywhere) return contained(query.literals.front().text);
  if (query.kind != Kind::all_of && query.kind != Kind::any_of) return comparison(query);
  std::vector<WordFilter> filters;
  for (const Query& part : query.parts) filters.push_back(filter_within(part, depth + 1));
  return query.kind == Kind::all_of ? WordFilter::all(std::move(filters))
                                    : WordFilter::any(std::move(filters));
}

}  // namespace

WordFilter filter_of(const Query& query) {
  return filter_within(query, 0);
}

}  // namespace paperwatch
