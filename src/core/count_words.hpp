// SPDX-License-Identifier: MIT
// The vocabulary of count statements, as RE2 patterns over text folded by fold_case.
#pragma once

#include <re2/re2.h>

namespace paperwatch {

// Compiled once, read by any thread. `…_before` end where a number begins, `…_after` begin
// where it ends.
struct CountWords {
  RE2 at_least_before, more_than_before, about_before, at_most_before;
  RE2 at_least_after, more_than_after, about_after;
  RE2 thousand_after, million_after, myriad_after, hundred_million_after;
  RE2 noun_after, noun_before, labelled_before;
  RE2 of_before, total_before, total_after, showing_before;
  RE2 range_before, range_after;
  RE2 page_before, page_of_before, other_thing_before, other_thing_after;
  RE2 letters;
  RE2 zero;
};

const CountWords& count_words();

}  // namespace paperwatch
