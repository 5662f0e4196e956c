// SPDX-License-Identifier: MIT
#include "extract/bibtex.hpp"

#include <algorithm>
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

bool is_key_character(char c) {
  return is_ascii_word(c) || c == '_' || c == '-' || c == ':' || c == '+' || c == '.';
}

class BibtexScanner {
 public:
  explicit BibtexScanner(std::string_view text) : text_(text) {}

  std::vector<BibtexEntry> run() {
    std::vector<BibtexEntry> out;
    while ((at_ = text_.find('@', at_)) != std::string_view::npos) {
      const std::size_t start = ++at_;
      auto found = entry();
      if (found) {
        out.push_back(std::move(*found));
      } else {
        at_ = start;
      }
    }
    return out;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (is_ascii_space(peek())) ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  std::string_view name() {
    skip_blanks();
    const std::size_t start = at_;
    while (is_key_character(peek())) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::optional<BibtexEntry> entry() {
    BibtexEntry out;
    out.type = lower_ascii(name());
    if (out.type.empty()) return std::nullopt;
    const char closing = take('{') ? '}' : take('(') ? ')' : '\0';
    if (closing == '\0') return std::nullopt;
    const std::size_t end_of_key = text_.find_first_of(",{}=\"", at_);
    if (end_of_key == std::string_view::npos || text_[end_of_key] != ',') return std::nullopt;
    out.key = trim(text_.substr(at_, end_of_key - at_));
    at_ = end_of_key;
    while (!take(closing)) {
      if (take(',')) continue;
      const std::string field = lower_ascii(name());
      if (field.empty() || !take('=')) return std::nullopt;
      auto found = value();
      if (!found) return std::nullopt;
      out.fields.try_emplace(field, std::move(*found));
    }
    return out;
  }

  // One or more parts that # joins.
  std::optional<std::string> value() {
    std::string out;
    do {
      auto found = part();
      if (!found) return std::nullopt;
      out += *found;
    } while (take('#'));
    return out;
  }

  std::optional<std::string> part() {
    if (take('{')) return until('}');
    if (take('"')) return until('"');
    const std::string_view word = name();
    if (word.empty()) return std::nullopt;
    return std::string(word);
  }

  // Up to `closing` outside of inner braces, which stay.
  std::optional<std::string> until(char closing) {
    const std::size_t start = at_;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      if (depth == 0 && text_[at_] == closing) {
        return std::string(text_.substr(start, at_++ - start));
      }
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}' && --depth < 0) return std::nullopt;
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<BibtexEntry> parse_bibtex(std::string_view text) {
  return BibtexScanner(text).run();
}

std::vector<std::string> split_outside_braces(std::string_view tex, std::string_view separator) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (std::size_t at = 0; at < tex.size();) {
    if (depth == 0 && tex.compare(at, separator.size(), separator) == 0) {
      out.emplace_back();
      at += separator.size();
      continue;
    }
    if (tex[at] == '{') ++depth;
    if (tex[at] == '}') --depth;
    out.back() += tex[at++];
  }
  return out;
}

}  // namespace paperwatch
