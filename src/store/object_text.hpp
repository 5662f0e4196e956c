// SPDX-License-Identifier: MIT
// JSON objects written member by member, for values that every visit stores.
#pragma once

#include <concepts>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/json_text.hpp"

namespace paperwatch {

class ObjectText {
 public:
  template <typename T>
  ObjectText& add(std::string_view name, const T& value) {
    if (text_.size() > 1) text_ += ',';
    append_json_string(text_, name);
    text_ += ':';
    append(value);
    return *this;
  }
  // Left out where there is nothing.
  template <typename T>
  ObjectText& add(std::string_view name, const std::optional<T>& value) {
    return value ? add(name, *value) : *this;
  }
  std::string finish() { return std::move(text_ += '}'); }

 private:
  void append(std::string_view text) { append_json_string(text_, text); }
  void append(bool value) { text_ += value ? "true" : "false"; }
  template <typename T>
    requires std::integral<T> || std::floating_point<T>
  void append(T number) {
    fmt::format_to(std::back_inserter(text_), "{}", number);
  }
  void append(const std::vector<std::string>& list) {
    text_ += '[';
    for (const auto& one : list) {
      if (text_.back() != '[') text_ += ',';
      append(one);
    }
    text_ += ']';
  }
  template <typename T>
  void append(const std::map<std::string, T>& members) {
    ObjectText object;
    for (const auto& [name, value] : members) object.add(name, value);
    append(std::move(object));
  }
  void append(ObjectText object) { text_ += object.finish(); }

  std::string text_ = "{";
};

}  // namespace paperwatch
