// SPDX-License-Identifier: MIT
#include "render/json_lines.hpp"

#include <fmt/format.h>

#include "base/json_text.hpp"

namespace paperwatch {

void JsonLines::new_line() {
  out_ += '\n';
  out_.append(2 * depth_, ' ');
}

void JsonLines::begin_value() {
  if (std::exchange(follows_key_, false)) return;
  if (!std::exchange(is_first_, false)) out_ += ',';
  new_line();
}

void JsonLines::open(char bracket) {
  begin_value();
  out_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonLines::close(char bracket) {
  --depth_;
  if (!std::exchange(is_first_, false)) new_line();
  out_ += bracket;
}

JsonLines& JsonLines::key(std::string_view name) {
  begin_value();
  append_json_string(out_, name);
  out_ += ": ";
  follows_key_ = true;
  return *this;
}

void JsonLines::text(std::string_view value) {
  begin_value();
  append_json_string(out_, value);
}

void JsonLines::number(std::int64_t value) {
  begin_value();
  out_ += fmt::format_int(value).c_str();
}

void JsonLines::boolean(bool value) {
  begin_value();
  out_ += value ? "true" : "false";
}

void JsonLines::null() {
  begin_value();
  out_ += "null";
}

}  // namespace paperwatch
