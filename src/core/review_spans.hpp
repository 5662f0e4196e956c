// SPDX-License-Identifier: MIT
// Quarantined visits as a person looks at them: one page that stays broken for a week is one thing
// to decide, whatever the number of visits that met it. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include <paperwatch/store.hpp>

namespace paperwatch {

struct ReviewSpan {
  VisitRow newest;         // what is decided on
  VisitRow first;          // the same visit where there is one alone
  std::size_t visits = 1;  // how many there are
};

// Whether two visits of one source met the same breakage.
bool is_same_breakage(const VisitRow& a, const VisitRow& b);

// `visits`: the oldest first. Those of a source that follow each other with the same breakage
// become one; in the order of the newest of each.
std::vector<ReviewSpan> review_spans(const std::vector<VisitRow>& visits);

}  // namespace paperwatch
