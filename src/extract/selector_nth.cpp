// SPDX-License-Identifier: MIT
#include "extract/selector_nth.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text.hpp"

namespace paperwatch {

namespace {

// More siblings than this no page has.
constexpr std::int64_t largest = 1'000'000'000;

std::optional<std::int64_t> digits(SelectorCursor& in) {
  if (in.peek() < '0' || in.peek() > '9') return std::nullopt;
  std::int64_t value = 0;
  while (in.peek() >= '0' && in.peek() <= '9') {
    value = std::min(value * 10 + (in.peek() - '0'), largest);
    in.take(in.peek());
  }
  return value;
}

std::int64_t sign(SelectorCursor& in) {
  if (in.take('-')) return -1;
  in.take('+');
  return 1;
}

bool keyword(SelectorCursor& in, std::string_view word) {
  if (!equal_ignoring_case(in.word(), word)) return false;
  in.move_to(in.offset() + word.size());
  return true;
}

// What may follow the n: nothing, or a sign and digits with blanks between.
bool offset_after_n(SelectorCursor& in, std::int64_t& b) {
  const auto end_of_n = in.offset();
  in.skip_space();
  if (in.peek() != '+' && in.peek() != '-') {
    in.move_to(end_of_n);
    b = 0;
    return true;
  }
  const auto direction = sign(in);
  in.skip_space();
  const auto value = digits(in);
  b = direction * value.value_or(0);
  return value.has_value();
}

}  // namespace

bool parse_nth(SelectorCursor& in, std::int64_t& a, std::int64_t& b) {
  a = 2;
  b = 1;
  if (keyword(in, "odd")) return true;
  b = 0;
  if (keyword(in, "even")) return true;
  const auto direction = sign(in);
  const auto number = digits(in);
  if (in.peek() == 'n' || in.peek() == 'N') {
    in.take(in.peek());
    a = direction * number.value_or(1);
    return offset_after_n(in, b);
  }
  a = 0;
  b = direction * number.value_or(0);
  return number.has_value();
}

bool nth_includes(std::int64_t a, std::int64_t b, std::int64_t position) {
  const std::int64_t rest = position - b;
  if (a == 0) return rest == 0;
  return rest % a == 0 && rest / a >= 0;
}

}  // namespace paperwatch
