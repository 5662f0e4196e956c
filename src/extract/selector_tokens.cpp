// SPDX-License-Identifier: MIT
#include "extract/selector_tokens.hpp"

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {
int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
bool begins_name(char c) {
  return is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_byte(char c) {
  return begins_name(c) || is_ascii_digit(c) || c == '-';
}
bool is_newline(char c) {
  return c == '\n' || c == '\r' || c == '\f';
}

}  // namespace

bool SelectorCursor::take(char c) {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool SelectorCursor::skip_space() {
  const auto start = at_;
  while (!at_end()) {
    if (is_ascii_space(text_[at_])) {
      ++at_;
    } else if (text_.compare(at_, 2, "/*") == 0) {
      const auto end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      break;
    }
  }
  return at_ > start;
}

bool SelectorCursor::begins_escape(std::size_t ahead) const {
  return peek(ahead) == '\\' && at_ + ahead + 1 < text_.size() && !is_newline(peek(ahead + 1));
}

bool SelectorCursor::begins_identifier() const {
  if (at_end()) return false;
  if (peek() == '-') return begins_name(peek(1)) || peek(1) == '-' || begins_escape(1);
  return begins_name(peek()) || begins_escape(0);
}

void SelectorCursor::escape(std::string& out) {
  ++at_;
  if (hex_value(peek()) < 0) {
    append_utf8(out, next_character(text_, at_));
    return;
  }
  char32_t c = 0;
  for (int i = 0; i < 6 && hex_value(peek()) >= 0; ++i, ++at_) {
    c = c * 16 + static_cast<char32_t>(hex_value(peek()));
  }
  if (peek() == '\r' && peek(1) == '\n') ++at_;
  if (is_ascii_space(peek())) ++at_;
  const bool is_character = c != 0 && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
  append_utf8(out, is_character ? c : 0xFFFD);
}

std::optional<std::string> SelectorCursor::name() {
  std::string out;
  while (!at_end()) {
    if (is_name_byte(peek())) {
      out += text_[at_++];
    } else if (begins_escape(0)) {
      escape(out);
    } else {
      break;
    }
  }
  if (out.empty()) return std::nullopt;
  return out;
}

std::optional<std::string> SelectorCursor::identifier() {
  if (!begins_identifier()) return std::nullopt;
  return name();
}

std::optional<std::string> SelectorCursor::in_quotes() {
  const char quote = text_[at_++];
  std::string out;
  while (!at_end()) {
    if (take(quote)) return out;
    if (begins_escape(0)) {
      escape(out);
    } else if (peek() == '\\' && is_newline(peek(1))) {
      at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
    } else if (is_newline(peek())) {
      return std::nullopt;
    } else {
      out += text_[at_++];
    }
  }
  return std::nullopt;
}

std::string_view SelectorCursor::word() const {
  auto end = at_;
  while (end < text_.size() && is_name_byte(text_[end])) ++end;
  if (end == at_ && end < text_.size()) ++end;
  return text_.substr(at_, end - at_);
}

}  // namespace paperwatch
