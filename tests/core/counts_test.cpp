// SPDX-License-Identifier: MIT
// Semantics, "Counts".
#include "core/counts.hpp"

#include "support/catch.hpp"

using namespace paperwatch;
using enum CountKind;

namespace {

Yardstick stated(Count count) {
  Yardstick yardstick;
  yardstick.stated = count;
  return yardstick;
}

Yardstick observed(std::int64_t value) {
  Yardstick yardstick;
  yardstick.observed = Count{exact, value};
  return yardstick;
}

}  // namespace

TEST_CASE("when a stated count is news", "[counts]") {
  struct Row {
    Count before, after;
    bool is_news;
  };
  const Row row = GENERATE(
      Row{{exact, 90}, {exact, 91}, true}, Row{{exact, 90}, {exact, 90}, false},
      Row{{exact, 90}, {at_least, 109}, true}, Row{{exact, 90}, {at_least, 73}, false},
      Row{{exact, 90}, {at_least, 90}, false}, Row{{at_least, 91}, {exact, 49}, true},
      Row{{at_least, 91}, {exact, 91}, false}, Row{{at_least, 91}, {exact, 181}, false},
      Row{{at_least, 73}, {at_least, 181}, false}, Row{{at_least, 181}, {at_least, 73}, false},
      Row{{about, 1000}, {about, 1100}, false}, Row{{about, 1000}, {about, 1101}, true},
      Row{{about, 1000}, {exact, 950}, false}, Row{{exact, 1000}, {about, 850}, true},
      Row{{about, 1000}, {at_least, 500}, false});
  CAPTURE(name_of(row.before.kind), row.before.value, name_of(row.after.kind), row.after.value);
  CHECK(is_news(row.before, row.after) == row.is_news);
}

TEST_CASE("the deepest page's statement counts, an exact one before others", "[counts]") {
  CHECK(stated_by({{{at_least, 19}, 1}, {{at_least, 37}, 2}, {{exact, 49}, 3}})->count ==
        Count{exact, 49});
  CHECK(stated_by({{{at_least, 73}, 1}, {{at_least, 91}, 2}})->count == Count{at_least, 91});
  CHECK(stated_by({{{exact, 320}, 1}, {{at_least, 51}, 2}})->count == Count{exact, 320});
  CHECK_FALSE(stated_by({}));
}

TEST_CASE("two complete visits that observe different numbers", "[counts]") {
  CountFacts visit;
  visit.tracked = 48;
  SECTION("make an event with basis observed") {
    const auto change = count_change(observed(49), visit, {});
    REQUIRE(change);
    CHECK(change->basis == CountChange::Basis::observed);
    CHECK(change->before == Count{exact, 49});
    CHECK(change->after == Count{exact, 48});
  }
  SECTION("unless the page says it itself") {
    visit.stated = Count{exact, 48};
    CHECK(count_change(observed(49), visit, {}) == std::nullopt);
  }
  SECTION("unless the second is not complete") {
    visit.outcome = Outcome::partial;
    CHECK(count_change(observed(49), visit, {}) == std::nullopt);
  }
  SECTION("unless two papers turned out to be one") {
    visit.merged = 1;
    CHECK(count_change(observed(49), visit, {}) == std::nullopt);
  }
  SECTION("unless the source is a window") {
    TrackRules rules;
    rules.window = std::int64_t{50};
    CHECK(count_change(observed(49), visit, rules) == std::nullopt);
  }
}

TEST_CASE("one visit makes at most one count event, basis stated where the page said it",
          "[counts]") {
  Yardstick before = stated({exact, 49});
  before.observed = Count{exact, 49};
  CountFacts visit;
  visit.stated = Count{exact, 50};
  visit.tracked = 50;
  const auto change = count_change(before, visit, {});
  REQUIRE(change);
  CHECK(change->basis == CountChange::Basis::stated);
}

TEST_CASE("a partial visit touches a count only where max or stop ended it and the total is exact",
          "[counts]") {
  CountFacts visit;
  visit.outcome = Outcome::partial;
  visit.stated = Count{exact, 91};
  SECTION("trouble ended it") {
    CHECK_FALSE(count_change(stated({exact, 90}), visit, {}));
  }
  SECTION("max ended it") {
    visit.limited = true;
    CHECK(count_change(stated({exact, 90}), visit, {}));
  }
  SECTION("max ended it, and there is only a bound") {
    visit.limited = true;
    visit.stated = Count{at_least, 109};
    CHECK_FALSE(count_change(stated({exact, 90}), visit, {}));
  }
}

TEST_CASE("a source that shows the current day makes no count events", "[counts]") {
  TrackRules rules;
  rules.window = TrackRules::Day{};
  CountFacts visit;
  visit.stated = Count{exact, 91};
  CHECK_FALSE(count_change(stated({exact, 90}), visit, rules));
}

TEST_CASE("what was told as observed is not told again when the page states it", "[counts]") {
  Yardstick yardstick = stated({exact, 21});
  yardstick.observed = Count{exact, 21};
  CountFacts silent;
  silent.tracked = 22;
  const auto told = count_change(yardstick, silent, {});
  REQUIRE(told);
  REQUIRE(told->basis == CountChange::Basis::observed);
  yardstick.observed = Count{exact, 22};
  note_told(yardstick, *told);

  CountFacts again = silent;
  again.stated = Count{exact, 22};
  CHECK_FALSE(count_change(yardstick, again, {}));
  again.stated = Count{exact, 23};
  CHECK(count_change(yardstick, again, {})->before == Count{exact, 22});
}

TEST_CASE("estimates that creep are told when they have gone far enough", "[counts]") {
  const Count first{about, 100};
  CHECK(compared_with(first, {about, 108}) == first);
  CHECK(is_news(compared_with(first, {about, 108}), {about, 115}));
  CHECK(compared_with(first, {about, 115}) == Count{about, 115});
  CHECK(compared_with(first, {exact, 104}) == Count{exact, 104});
  CHECK(compared_with(std::nullopt, {about, 108}) == Count{about, 108});
}
