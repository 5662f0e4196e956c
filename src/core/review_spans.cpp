// SPDX-License-Identifier: MIT
#include "core/review_spans.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace paperwatch {

bool is_same_breakage(const VisitRow& a, const VisitRow& b) {
  return a.source == b.source && a.review == b.review && a.papers == b.papers &&
         a.problem == b.problem;
}

std::vector<ReviewSpan> review_spans(const std::vector<VisitRow>& visits) {
  std::vector<ReviewSpan> spans;
  std::map<std::string, std::size_t> last;  // by source, its newest span
  for (const auto& visit : visits) {
    const auto known = last.find(visit.source);
    if (known != last.end() && is_same_breakage(spans[known->second].newest, visit)) {
      spans[known->second].newest = visit;
      ++spans[known->second].visits;
    } else {
      last[visit.source] = spans.size();
      spans.push_back({visit, visit, 1});
    }
  }
  std::sort(spans.begin(), spans.end(),
            [](const ReviewSpan& a, const ReviewSpan& b) { return a.newest.id < b.newest.id; });
  return spans;
}

}  // namespace paperwatch
