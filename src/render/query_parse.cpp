// SPDX-License-Identifier: MIT
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "base/text.hpp"
#include "render/json.hpp"
#include "render/query.hpp"
#include "render/query_dates.hpp"
#include "render/query_tokens.hpp"

namespace paperwatch {

namespace {

using Kind = Query::Kind;
using Literal = Query::Literal;
using Tokens = std::vector<QueryToken>;

constexpr int deepest = 100;  // parentheses and nots within each other

const std::map<std::string_view, std::string_view> aliases{{"subject", "subjects"},
                                                           {"author", "authors"}};

struct Operator {
  Kind kind;
  bool negated;
};

const std::map<std::string_view, Operator> operators{
    {"=", {Kind::equals, false}},   {"!=", {Kind::equals, true}},
    {"~", {Kind::contains, false}}, {"!~", {Kind::contains, true}},
    {"<", {Kind::less, false}},     {"<=", {Kind::less_equal, false}},
    {">", {Kind::greater, false}},  {">=", {Kind::greater_equal, false}}};

// What people write who know other languages.
const std::map<std::string_view, std::string_view> strangers{
    {"==", "="}, {"&&", "and"}, {"||", "or"}, {"!", "not"}, {"|", "or"}, {"&", "and"}};

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

Literal literal_of(const std::string& text) {
  Literal literal;
  literal.text = text;
  literal.folded = fold_words(text);
  literal.number = whole_number(text);
  if (literal.folded.empty()) literal.folded = fold_case(text);
  if (auto span = date_span(text)) {
    literal.first = std::move(span->first);
    literal.last = std::move(span->last);
  }
  return literal;
}

bool is_ordered(Kind kind) {
  return kind == Kind::less || kind == Kind::less_equal || kind == Kind::greater ||
         kind == Kind::greater_equal || kind == Kind::between;
}

// "" where `literal` suits the field, else what is wrong with it.
std::string fault_of(const std::string& field, Kind kind, const Literal& literal) {
  const bool compares = kind != Kind::contains;
  if (field == "year" && compares && !literal.number) return "a year is a number";
  if (field == "date" && compares && literal.first.empty()) return "this is no date";
  if (field == "state" && !parse_shown_state(literal.text)) return "unknown state";
  if (is_ordered(kind) && !literal.number && literal.first.empty()) {
    return "only numbers and dates can be less or greater";
  }
  return {};
}

std::string hint_for(const std::string& field) {
  if (field == "year") return "write a year such as 2026, or a range: year = 2020..2026";
  if (field == "state") return "states are current, missing, removed, left";
  return "write a date such as 2026, 2026-07 or 2026-07-02, or a number";
}

// A recursive descent: any := all {or all}; all := one {[and] one}; one := not one | ( any ) |
// comparison | words.
class Parser {
 public:
  explicit Parser(Tokens tokens) : tokens_(std::move(tokens)) {}

  Result<Query> run() {
    if (here().kind == QueryToken::Kind::end) return Query{};
    auto query = any_of();
    if (!query) return query;
    if (here().kind != QueryToken::Kind::end) return unexpected();
    return query;
  }

 private:
  const QueryToken& here() const { return tokens_[at_]; }
  const QueryToken& ahead(std::size_t n) const {
    return tokens_[std::min(at_ + n, tokens_.size() - 1)];
  }
  const QueryToken& take() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_[at_]; }
  static bool is_sign(const QueryToken& token, std::string_view sign) {
    return token.kind == QueryToken::Kind::sign && token.text == sign;
  }
  static bool is_keyword(const QueryToken& token, std::string_view word) {
    return token.kind == QueryToken::Kind::word && equal_ignoring_case(token.text, word);
  }
  bool at_value() const {
    return here().kind == QueryToken::Kind::word || here().kind == QueryToken::Kind::phrase;
  }

  Failure unexpected() const {
    const auto& token = here();
    if (token.kind == QueryToken::Kind::end) {
      return query_failure(token.column, "the query ends too early", "add what is to be matched");
    }
    if (const auto known = strangers.find(token.text); known != strangers.end()) {
      return query_failure(token.column, fmt::format("'{}' is not used here", token.text),
                           fmt::format("write {}", known->second));
    }
    return query_failure(token.column, fmt::format("'{}' is not expected here", token.text),
                         "write FIELD = VALUE, FIELD ~ VALUE, words, or parentheses around these; "
                         "put text with special characters in \"quotes\"");
  }

  static Query joined(Kind kind, std::vector<Query> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    Query query;
    query.kind = kind;
    query.parts = std::move(parts);
    return query;
  }

  static Query negated(Query query) {
    Query out;
    out.kind = Kind::none_of;
    out.parts.push_back(std::move(query));
    return out;
  }

  Result<Query> any_of() {
    std::vector<Query> parts;
    do {
      auto part = all_of();
      if (!part) return part;
      parts.push_back(std::move(*part));
    } while (is_keyword(here(), "or") && (take(), true));
    return joined(Kind::any_of, std::move(parts));
  }

  bool ends_all() const {
    return here().kind == QueryToken::Kind::end || is_keyword(here(), "or") || is_sign(here(), ")");
  }

  Result<Query> all_of() {
    std::vector<Query> parts;
    do {
      auto part = one();
      if (!part) return part;
      parts.push_back(std::move(*part));
      if (is_keyword(here(), "and")) {
        take();
        if (ends_all()) return unexpected();
      }
    } while (!ends_all());
    return joined(Kind::all_of, std::move(parts));
  }

  Result<Query> one() {
    if (++depth_ > deepest) {
      return query_failure(here().column, "too deeply nested", "use fewer parentheses");
    }
    auto query = one_within();
    --depth_;
    return query;
  }

  Result<Query> one_within() {
    if (is_keyword(here(), "not") && !operator_ahead(1)) {
      take();
      auto query = one();
      if (!query) return query;
      return negated(std::move(*query));
    }
    if (is_sign(here(), "(")) return group();
    if (!at_value()) return unexpected();
    if (operator_ahead(1) || list_ahead()) return comparison();
    return words();
  }

  Result<Query> group() {
    const auto opening = take().column;
    auto query = any_of();
    if (!query) return query;
    if (here().kind == QueryToken::Kind::end) {
      return query_failure(opening, "this parenthesis is not closed", "add )");
    }
    if (!is_sign(here(), ")")) return unexpected();
    take();
    return query;
  }

  bool operator_ahead(std::size_t n) const {
    const auto& token = ahead(n);
    return token.kind == QueryToken::Kind::sign &&
           (operators.contains(token.text) || token.text == "==");
  }
  bool list_ahead() const {
    if (is_keyword(ahead(1), "in")) return is_sign(ahead(2), "(");
    return is_keyword(ahead(1), "not") && is_keyword(ahead(2), "in") && is_sign(ahead(3), "(");
  }

  Result<Query> words() {
    const auto& token = here();
    const bool is_word = token.kind == QueryToken::Kind::word;
    if (is_word && (is_keyword(token, "and") || is_keyword(token, "or"))) return unexpected();
    if (is_word && (strangers.contains(token.text) || token.text.front() == '!')) {
      return query_failure(token.column, fmt::format("'{}' is not used here", token.text),
                           token.text.front() == '!' ? "write not" : "write and, or");
    }
    Query query;
    query.kind = Kind::anywhere;
    query.literals.push_back(literal_of(take().text));
    return query;
  }

  Result<Query> comparison() {
    if (here().kind == QueryToken::Kind::phrase) {
      return query_failure(here().column, "a field's name stands without quotes",
                           fmt::format("write {} instead", here().text));
    }
    const std::string name = lower_ascii(take().text);
    const auto alias = aliases.find(name);
    const std::string field(alias == aliases.end() ? std::string_view(name) : alias->second);
    if (here().kind != QueryToken::Kind::sign) return list_comparison(field);

    const auto found = operators.find(here().text);
    if (found == operators.end()) return unexpected();
    take();
    return value_comparison(field, found->second);
  }

  Result<Query> list_comparison(const std::string& field) {
    const bool negates = is_keyword(take(), "not");
    if (negates) take();
    take();  // the parenthesis
    Query query;
    query.kind = Kind::equals;
    query.field = field;
    while (true) {
      if (!at_value()) return unexpected();
      if (auto added = add_literal(query, here().text, here().column); !added) {
        return fail(added.error());
      }
      take();
      if (is_sign(here(), ")")) break;
      if (!is_sign(here(), ",")) return unexpected();
      take();
    }
    take();
    return negates ? negated(std::move(query)) : std::move(query);
  }

  Result<Query> value_comparison(const std::string& field, Operator how) {
    if (!at_value()) return unexpected();
    const auto& token = take();
    Query query;
    query.kind = how.kind;
    query.field = field;
    const auto dots = token.kind == QueryToken::Kind::word && how.kind == Kind::equals
                          ? token.text.find("..")
                          : std::string::npos;
    if (dots != std::string::npos) {
      query.kind = Kind::between;
      const auto second = token.text.substr(dots + 2);
      if (auto added = add_literal(query, token.text.substr(0, dots), token.column); !added) {
        return fail(added.error());
      }
      if (auto added = add_literal(query, second, token.column + dots + 2); !added) {
        return fail(added.error());
      }
    } else if (auto added = add_literal(query, token.text, token.column); !added) {
      return fail(added.error());
    }
    return how.negated ? negated(std::move(query)) : std::move(query);
  }

  static Result<Done> add_literal(Query& query, const std::string& text, std::size_t column) {
    auto literal = literal_of(text);
    if (const auto fault = fault_of(query.field, query.kind, literal); !fault.empty()) {
      return query_failure(column, fmt::format("'{}': {}", text, fault), hint_for(query.field));
    }
    query.literals.push_back(std::move(literal));
    return Done{};
  }

  Tokens tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<Query> parse_query(std::string_view text) {
  auto tokens = query_tokens(text);
  if (!tokens) return fail(tokens.error());
  return Parser(std::move(*tokens)).run();
}

}  // namespace paperwatch
