// SPDX-License-Identifier: MIT
// From texts to a field's value: what the known fields are, whatever rule found them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/rules.hpp>

namespace paperwatch {

// What becomes of a field's texts.
enum class Shape {
  text,      // one text; several are joined by a blank
  list,      // all of them
  url,       // resolved and serialised; http and https only
  doi,       // bare, as written
  arxiv_id,  // bare, without version
  year,      // a number or nothing
  integer,   // a number, else the text
  date       // ISO 8601, else the text
};

// By the field's name and its `type`; `many`: the rule may give several texts that nothing joins.
Shape shape_of(std::string_view field, ValueType type, bool many);

struct ShapedValue {
  std::optional<Value> value;
  std::vector<std::string> unreadable;  // texts that the shape would not take
  std::optional<int> version;           // of an arXiv id: no part of it, but not to be lost
};

// `base` is what links are relative to. Empty texts give nothing.
ShapedValue shape_value(Shape shape, const std::vector<std::string>& texts, std::string_view base);

// The integer that a text consists of, separators of thousands allowed.
std::optional<std::int64_t> whole_integer(std::string_view text);

}  // namespace paperwatch
