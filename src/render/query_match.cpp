// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.hpp"
#include "core/search_words.hpp"
#include "render/json.hpp"
#include "render/query.hpp"
#include "render/query_dates.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

using Kind = Query::Kind;
using Literal = Query::Literal;

constexpr std::array<std::string_view, 6> searched{"title",    "authors", "abstract",
                                                   "subjects", "venue",   "comments"};

std::string folded(std::string_view text) {
  auto words = fold_words(text);
  return words.empty() ? fold_case(text) : words;
}

// Whether `needle` stands in `text` from the beginning of a word on; both folded.
bool has_words(std::string_view text, std::string_view needle) {
  if (needle.empty()) return text.empty();
  std::size_t first = 0;
  const bool anywhere = is_written_without_blanks(next_character(needle, first));
  for (auto at = text.find(needle); at != std::string_view::npos; at = text.find(needle, at + 1)) {
    if (anywhere || at == 0 || text[at - 1] == ' ') return true;
  }
  return false;
}

std::optional<std::int64_t> number_in(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || text->empty()) return std::nullopt;
  std::int64_t number = 0;
  const auto end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

std::optional<DateSpan> span_in(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? date_span(*text) : std::nullopt;
}

bool text_equals(std::string_view text, const Literal& literal) {
  return folded(text) == literal.folded;
}

bool value_equals(const Value& value, const Literal& literal) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    return std::any_of(list->begin(), list->end(),
                       [&](const auto& element) { return text_equals(element, literal); });
  }
  if (const auto* number = std::get_if<std::int64_t>(&value)) return literal.number == *number;
  if (const auto span = span_in(value); span && !literal.first.empty()) {
    return literal.first <= span->first && span->last <= literal.last;
  }
  return text_equals(std::get<std::string>(value), literal);
}

bool value_contains(const Value& value, const Literal& literal) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    return std::any_of(list->begin(), list->end(), [&](const auto& element) {
      return has_words(folded(element), literal.folded);
    });
  }
  return has_words(folded(value_text(value)), literal.folded);
}

template <typename T>
bool in_order(Kind kind, const T& first, const T& last, const T& from, const T& to) {
  switch (kind) {
    case Kind::less:
      return last < from;
    case Kind::less_equal:
      return last <= to;
    case Kind::greater:
      return first > to;
    case Kind::greater_equal:
      return first >= from;
    default:
      return false;
  }
}

// A value that is less precise than the literal is before or after it only as a whole.
bool is_ordered(Kind kind, const Value& value, const Literal& literal) {
  if (const auto number = number_in(value); number && literal.number) {
    return in_order(kind, *number, *number, *literal.number, *literal.number);
  }
  const auto span = span_in(value);
  if (!span || literal.first.empty()) return false;
  return in_order(kind, span->first, span->last, literal.first, literal.last);
}

bool value_matches(const Query& query, const Value& value) {
  switch (query.kind) {
    case Kind::equals:
      return std::any_of(query.literals.begin(), query.literals.end(),
                         [&](const auto& literal) { return value_equals(value, literal); });
    case Kind::contains:
      return value_contains(value, query.literals.front());
    case Kind::between:
      return is_ordered(Kind::greater_equal, value, query.literals.front()) &&
             is_ordered(Kind::less_equal, value, query.literals.back());
    default:
      return is_ordered(query.kind, value, query.literals.front());
  }
}

bool sources_match(const Query& query, const std::vector<std::string>& sources) {
  return std::any_of(sources.begin(), sources.end(), [&](const std::string& source) {
    return std::any_of(query.literals.begin(), query.literals.end(), [&](const Literal& literal) {
      return query.kind == Kind::contains ? contains_ignoring_case(source, literal.text)
                                          : equal_ignoring_case(source, literal.text);
    });
  });
}

bool state_matches(const Query& query, ListingState state) {
  return std::any_of(query.literals.begin(), query.literals.end(), [&](const Literal& literal) {
    return parse_shown_state(literal.text) == state;
  });
}

// The field's value; a paper's year is also in its date.
std::optional<Value> value_of(const Fields& fields, const std::string& name) {
  if (const auto found = fields.find(name); found != fields.end()) return found->second;
  const auto date = text_of(fields, "date");
  if (name != "year" || !date_span(date)) return std::nullopt;
  return number_in(Value(std::string(date.substr(0, 4))));
}

// A comparison with "" asks whether the field is there.
bool absent_matches(const Query& query) {
  return query.kind == Kind::equals &&
         std::any_of(query.literals.begin(), query.literals.end(),
                     [](const auto& literal) { return literal.text.empty(); });
}

bool comparison_matches(const Query& query, const QuerySubject& subject) {
  if (query.field == "source") return sources_match(query, subject.sources);
  if (query.field == "state") return state_matches(query, subject.state);
  const auto value = value_of(subject.fields, query.field);
  return value ? value_matches(query, *value) : absent_matches(query);
}

bool anywhere_matches(const Literal& literal, const Fields& fields) {
  return std::any_of(searched.begin(), searched.end(), [&](std::string_view name) {
    const auto found = fields.find(name);
    return found != fields.end() && value_contains(found->second, literal);
  });
}

}  // namespace

bool matches(const Query& query, const QuerySubject& subject) {
  const auto holds = [&](const Query& part) { return matches(part, subject); };
  switch (query.kind) {
    case Kind::all_of:
      return std::all_of(query.parts.begin(), query.parts.end(), holds);
    case Kind::any_of:
      return std::any_of(query.parts.begin(), query.parts.end(), holds);
    case Kind::none_of:
      return std::none_of(query.parts.begin(), query.parts.end(), holds);
    case Kind::anywhere:
      return anywhere_matches(query.literals.front(), subject.fields);
    default:
      return comparison_matches(query, subject);
  }
}

bool matches(const Query& query, const PaperRow& paper) {
  return matches(query, QuerySubject{paper.fields, paper.sources, paper.state});
}

}  // namespace paperwatch
