// SPDX-License-Identifier: MIT
// Semantics, "Time".
#include "core/schedule.hpp"

#include <set>

#include "base/time.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

TEST_CASE("visits follow one another by the interval", "[schedule]") {
  const Time start = *parse_rfc3339("2026-11-30T09:00:00Z");
  Time due = next_due("hoefler", 12h, start);
  CHECK(due - start >= 6h);
  CHECK(due - start < 18h);
  CHECK(next_due("hoefler", 12h, due) - due == 12h);
}

TEST_CASE("start times are spread over the interval by source, always the same way", "[schedule]") {
  const Time start = *parse_rfc3339("2026-11-30T09:00:00Z");
  std::set<Time> times;
  for (int i = 0; i < 200; ++i) times.insert(next_due("source-" + std::to_string(i), 1h, start));
  CHECK(times.size() > 190);
  CHECK(next_due("source-7", 1h, start) == next_due("source-7", 1h, start));
}
