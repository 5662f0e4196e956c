// SPDX-License-Identifier: MIT
#include "render/query_tokens.hpp"

#include <array>

#include <fmt/format.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

using Kind = QueryToken::Kind;

constexpr std::array<std::string_view, 14> signs{"!=", "!~", "<=", ">=", "==", "&&", "||",
                                                 "=",  "~",  "<",  ">",  "(",  ")",  ","};

std::string_view sign_at(std::string_view text, std::size_t at) {
  for (const auto sign : signs) {
    if (text.substr(at).starts_with(sign)) return sign;
  }
  return {};
}

// A closing quote for each kind that people type.
std::string_view closing_quote(std::string_view text, std::size_t at) {
  if (text[at] == '"') return "\"";
  if (text.substr(at).starts_with("“")) return "”";
  return {};
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  Result<std::vector<QueryToken>> run() {
    while (skip_space()) {
      if (const auto closing = closing_quote(text_, at_); !closing.empty()) {
        if (!phrase(closing)) {
          return query_failure(column_, "this quote is not closed",
                               "add \" at the end of the phrase");
        }
      } else if (const auto sign = sign_at(text_, at_); !sign.empty()) {
        add(Kind::sign, std::string(sign), at_ + sign.size());
      } else {
        word();
      }
    }
    tokens_.push_back({Kind::end, "", column_});
    return std::move(tokens_);
  }

 private:
  bool skip_space() {
    while (at_ < text_.size()) {
      std::size_t next = at_;
      if (!is_space(next_character(text_, next))) return true;
      at_ = next;
      ++column_;
    }
    return false;
  }

  // Within quotes a backslash takes the next character as it is.
  bool phrase(std::string_view closing) {
    std::string content;
    const std::size_t opening = closing.size();  // “ and ” are equally long
    for (std::size_t i = at_ + opening; i < text_.size(); ++i) {
      if (text_.substr(i).starts_with(closing)) {
        add(Kind::phrase, std::move(content), i + closing.size());
        return true;
      }
      if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
      content += text_[i];
    }
    return false;
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size()) {
      std::size_t next = end;
      const bool ends = is_space(next_character(text_, next)) || !sign_at(text_, end).empty() ||
                        !closing_quote(text_, end).empty();
      if (ends) break;
      end = next;
    }
    add(Kind::word, std::string(text_.substr(at_, end - at_)), end);
  }

  void add(Kind kind, std::string content, std::size_t end) {
    tokens_.push_back({kind, std::move(content), column_});
    column_ += character_count(text_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0, column_ = 1;
  std::vector<QueryToken> tokens_;
};

}  // namespace

Result<std::vector<QueryToken>> query_tokens(std::string_view text) {
  return Tokenizer(text).run();
}

Failure query_failure(std::size_t column, std::string_view what, std::string hint) {
  return fail("usage", fmt::format("query, column {}: {}", column, what), std::move(hint));
}

}  // namespace paperwatch
