// SPDX-License-Identifier: MIT
#include "core/missed_events.hpp"

#include <string>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

Time day(int n) {
  return Time(std::chrono::hours(24 * n));
}

// The visit of day n has number n.
Event event(EventKind kind, int n, PaperId paper, std::vector<Change> changes = {}) {
  Event event;
  event.kind = kind;
  event.source = "s";
  event.visit = n;
  event.at = day(n);
  if (kind != EventKind::count_changed) {
    event.paper = PaperSummary{};
    event.paper->id = paper;
  }
  event.changes = std::move(changes);
  return event;
}

Event count(int n, std::int64_t before, std::int64_t after) {
  Event told = event(EventKind::count_changed, n, 0);
  told.count = CountChange{{CountKind::exact, before}, {CountKind::exact, after}};
  return told;
}

Change title(const std::string& before, const std::string& after) {
  return {"title", before, after};
}

using enum EventKind;
using Events = std::vector<Event>;

Events missed(Events found, const Events& told) {
  return missed_events(std::move(found), told, day(0));
}

}  // namespace

TEST_CASE("a paper that nobody was told of was missed", "[missed]") {
  CHECK(missed({event(paper_new, 3, 0)}, {}).size() == 1);
  CHECK(missed({event(paper_new, 3, 7)}, {}).size() == 1);
}

TEST_CASE("a paper that was told later was not missed", "[missed]") {
  CHECK(missed({event(paper_new, 3, 7)}, {event(paper_new, 5, 7)}).empty());
}

TEST_CASE("a paper that only a first picture showed later was missed", "[missed]") {
  Event uncovered = event(paper_new, 5, 7);
  uncovered.baseline = true;
  CHECK(missed({event(paper_new, 3, 7)}, {uncovered}).size() == 1);
  SECTION("one that it showed before was known") {
    uncovered.at = day(1);
    CHECK(missed({event(paper_new, 3, 7)}, {uncovered}).empty());
  }
}

TEST_CASE("of a change that was told in part the rest was missed", "[missed]") {
  const Change comments{"comments", std::nullopt, "10 pages"};
  const auto rest = missed({event(paper_changed, 3, 7, {title("A", "B"), comments})},
                           {event(paper_changed, 3, 7, {title("A", "B")})});
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].changes == std::vector<Change>{comments});
}

TEST_CASE("a change told in other words at the same visit was not missed", "[missed]") {
  CHECK(missed({event(paper_changed, 3, 7, {title("A", "B")})},
               {event(paper_changed, 3, 7, {title("Title: A (old)", "B (new)")})})
            .empty());
}

TEST_CASE("one word answers for one change", "[missed]") {
  const Events found{event(paper_changed, 2, 7, {title("A", "B")}),
                     event(paper_changed, 3, 7, {title("B", "A")}),
                     event(paper_changed, 4, 7, {title("A", "B")})};
  const auto rest = missed(found, {event(paper_changed, 5, 7, {title("A", "B")})});
  REQUIRE(rest.size() == 2);
  CHECK(rest[0].visit == 3);
  CHECK(rest[1].visit == 4);
}

TEST_CASE("a removal of before the replay answers for none within", "[missed]") {
  CHECK(missed_events({event(paper_removed, 5, 7)}, {event(paper_removed, 1, 7)}, day(2)).size() ==
        1);
  CHECK(missed_events({event(paper_removed, 5, 7)}, {event(paper_removed, 6, 7)}, day(2)).empty());
}

TEST_CASE("a count is told once a visit", "[missed]") {
  CHECK(missed({count(3, 10, 11)}, {}).size() == 1);
  CHECK(missed({count(3, 10, 11)}, {count(3, 8, 9)}).empty());
  CHECK(missed({count(3, 10, 11)}, {count(4, 8, 11)}).empty());
  CHECK(missed({count(3, 10, 11)}, {count(4, 8, 9)}).size() == 1);
}

TEST_CASE("first pictures and troubles are no news afterwards", "[missed]") {
  Event baseline = event(paper_new, 3, 0);
  baseline.baseline = true;
  Event trouble = event(source_broken, 3, 0);
  trouble.paper.reset();
  CHECK(missed({baseline, trouble}, {}).empty());
}
