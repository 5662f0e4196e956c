// SPDX-License-Identifier: MIT
#include "core/review_spans.hpp"

#include <array>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

VisitRow broken(VisitId id, const std::string& source, const std::string& why,
                std::size_t papers = 0) {
  VisitRow visit;
  visit.id = id;
  visit.source = source;
  visit.outcome = Outcome::quarantined;
  visit.problem = Problem{"no_records", why, ""};
  visit.papers = papers;
  return visit;
}

using Spans = std::vector<std::array<std::int64_t, 3>>;

// The first and the last visit of each, and how many there are.
Spans spans_of(const std::vector<VisitRow>& visits) {
  Spans out;
  for (const auto& span : review_spans(visits))
    out.push_back({span.first.id, span.newest.id, static_cast<std::int64_t>(span.visits)});
  return out;
}

}  // namespace

TEST_CASE("visits that met one breakage are one thing to decide", "[review]") {
  CHECK(spans_of({}).empty());
  CHECK(spans_of({broken(2, "a", "gone"), broken(3, "a", "gone"), broken(5, "a", "gone")}) ==
        Spans{{2, 5, 3}});
}

TEST_CASE("another source, another reason or another page is another thing", "[review]") {
  CHECK(spans_of({broken(2, "a", "gone"), broken(3, "b", "gone"), broken(4, "a", "gone")}) ==
        Spans{{3, 3, 1}, {2, 4, 2}});
  CHECK(spans_of({broken(2, "a", "gone"), broken(3, "a", "blocked"), broken(4, "a", "gone")}) ==
        Spans{{2, 2, 1}, {3, 3, 1}, {4, 4, 1}});
  CHECK(spans_of({broken(2, "a", "few", 3), broken(3, "a", "few", 4)}) ==
        Spans{{2, 2, 1}, {3, 3, 1}});
  auto rejected = broken(3, "a", "gone");
  rejected.review = Review::rejected;
  CHECK(spans_of({broken(2, "a", "gone"), rejected}) == Spans{{2, 2, 1}, {3, 3, 1}});
}
