// SPDX-License-Identifier: MIT
// The characters of a selector: identifiers, strings, white space (CSS Syntax Level 3).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

// A place in a selector's text that only moves forward.
class SelectorCursor {
 public:
  explicit SelectorCursor(std::string_view text) : text_(text) {}

  std::size_t offset() const { return at_; }
  void move_to(std::size_t offset) { at_ = offset; }
  bool at_end() const { return at_ >= text_.size(); }
  // The byte `ahead` of here, NUL beyond the end.
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  std::string_view text() const { return text_; }

  // Takes `c` if it stands here.
  bool take(char c);
  // Moves past white space and comments; true if there was any.
  bool skip_space();
  // An identifier, escapes resolved; nothing where none begins here.
  std::optional<std::string> identifier();
  // A name, which unlike an identifier may begin with a digit (#1a is no id selector, though).
  std::optional<std::string> name();
  // A quoted string; nothing if it has no end, or a line ends in it. peek() is the quote.
  std::optional<std::string> in_quotes();
  // The word here as written, for messages; never empty unless at the end.
  std::string_view word() const;

  bool begins_identifier() const;

 private:
  bool begins_escape(std::size_t ahead) const;
  void escape(std::string& out);

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace paperwatch
