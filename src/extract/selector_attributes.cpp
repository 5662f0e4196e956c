// SPDX-License-Identifier: MIT
#include "extract/selector_attributes.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr auto without_case = std::to_array<std::string_view>(
    {"accept",     "accept-charset", "align",     "alink",    "axis",     "bgcolor", "charset",
     "checked",    "clear",          "codetype",  "color",    "compact",  "declare", "defer",
     "dir",        "direction",      "disabled",  "enctype",  "face",     "frame",   "hreflang",
     "http-equiv", "lang",           "language",  "link",     "media",    "method",  "multiple",
     "nohref",     "noresize",       "noshade",   "nowrap",   "readonly", "rel",     "rev",
     "rules",      "scope",          "scrolling", "selected", "shape",    "target",  "text",
     "type",       "valign",         "valuetype", "vlink"});

constexpr std::string_view spaces = " \t\n\r\f";

bool equal(std::string_view a, std::string_view b, bool ignores_case) {
  return ignores_case ? equal_ignoring_case(a, b) : a == b;
}

}  // namespace

bool value_ignores_case(std::string_view name) {
  return std::binary_search(without_case.begin(), without_case.end(), name);
}

bool has_word(std::string_view list, std::string_view word, bool ignores_case) {
  if (word.empty()) return false;
  for (std::size_t at = 0; (at = list.find_first_not_of(spaces, at)) != std::string_view::npos;) {
    const auto end = std::min(list.find_first_of(spaces, at), list.size());
    if (equal(list.substr(at, end - at), word, ignores_case)) return true;
    at = end;
  }
  return false;
}

bool passes(AttributeTest test, std::string_view value, std::string_view wanted,
            bool ignores_case) {
  const auto size = wanted.size();
  const bool fits = size > 0 && value.size() >= size;
  switch (test) {
    case AttributeTest::exists:
      return true;
    case AttributeTest::equals:
      return equal(value, wanted, ignores_case);
    case AttributeTest::word:
      return has_word(value, wanted, ignores_case);
    case AttributeTest::dash:
      return equal(value.substr(0, size), wanted, ignores_case) &&
             (value.size() == size || value[size] == '-');
    case AttributeTest::begins:
      return fits && equal(value.substr(0, size), wanted, ignores_case);
    case AttributeTest::ends:
      return fits && equal(value.substr(value.size() - size), wanted, ignores_case);
    case AttributeTest::includes:
      return fits && (ignores_case ? contains_ignoring_case(value, wanted)
                                   : value.find(wanted) != std::string_view::npos);
  }
  return false;
}

}  // namespace paperwatch
