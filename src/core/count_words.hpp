// SPDX-License-Identifier: MIT
// The vocabulary of count statements, as RE2 patterns over text folded by fold_case.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <re2/re2.h>

#include "core/plain_letters.hpp"

namespace paperwatch {

// A pattern that is compiled when it is first asked for: all of them together cost as much as
// reading some pages, and most statements ask for few. Any thread.
class CountPattern {
 public:
  CountPattern(std::string text) : text_(std::move(text)) {}
  CountPattern(const char* text) : text_(text) {}
  const RE2& compiled() const {
    std::call_once(once_, [this] { pattern_.emplace(with_plain_letters(text_)); });
    return *pattern_;
  }
  // None of the patterns matches nothing.
  bool is_in(re2::StringPiece text) const {
    return !text.empty() && RE2::PartialMatch(text, compiled());
  }

 private:
  std::string text_;
  mutable std::once_flag once_;
  mutable std::optional<RE2> pattern_;
};

// Read by any thread. `…_before` end where a number begins, `…_after` begin
// where it ends.
struct CountWords {
  CountPattern at_least_before, more_than_before, about_before, at_most_before;
  CountPattern at_least_after, more_than_after, about_after;
  CountPattern thousand_after, million_after, myriad_after, hundred_million_after;
  CountPattern noun_after, noun_before, labelled_before;
  CountPattern of_before, total_before, total_after, showing_before;
  CountPattern range_before, range_after;
  CountPattern page_before, page_of_before, other_thing_before, other_thing_after;
  CountPattern letters;
  CountPattern zero;
};

const CountWords& count_words();

}  // namespace paperwatch
