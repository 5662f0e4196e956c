// SPDX-License-Identifier: MIT
// JSON written as text in the layout of indented_text(), without a tree: for what is long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace paperwatch {

class JsonLines {
 public:
  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }

  JsonLines& key(std::string_view name);  // of the value that follows
  void text(std::string_view value);
  void number(std::int64_t value);
  void boolean(bool value);
  void null();

  std::string take() { return std::move(out_); }

 private:
  void open(char bracket);
  void close(char bracket);
  void begin_value();  // a comma, a line end and blanks, where the last value or bracket wants them
  void new_line();

  std::string out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;     // of its object or array
  bool follows_key_ = true;  // the document itself stands at once, too
};

}  // namespace paperwatch
