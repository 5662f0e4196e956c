// SPDX-License-Identifier: MIT
// What a visit costs does not depend on how much is known. Counted are the steps of SQLite's
// machine, the same on every computer. PAPERWATCH_GROWTH=full also takes a hundred thousand papers.
#include <cmath>

#include <sqlite3.h>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// The steps of all statements of all connections that are opened while it lives.
class StepCount {
 public:
  StepCount() {
    steps_ = 0;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
  }
  ~StepCount() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch)); }
  StepCount(const StepCount&) = delete;
  StepCount& operator=(const StepCount&) = delete;

  std::int64_t steps() const { return steps_; }

 private:
  static int watch(sqlite3* connection, const char**, const sqlite3_api_routines*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, count, nullptr);
  }
  static int count(unsigned, void*, void* statement, void*) {
    steps_ +=
        sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement), SQLITE_STMTSTATUS_VM_STEP, 1);
    return 0;
  }
  static inline std::int64_t steps_ = 0;
};

constexpr int shown = 18;

// The newest papers of a listing that holds `count`.
std::vector<Item> newest(int count) {
  auto items = papers(count);
  items.resize(static_cast<std::size_t>(shown));
  return items;
}

struct Cost {
  std::int64_t unchanged = 0, changed = 0;
};

// The source has shown `known` papers, and shows the newest of them now.
Cost cost_of_visits(int known) {
  World world("    track: {window: 18, removal: {visits: 2, age: 0s}}\n");
  world.show(papers(known));
  REQUIRE(world.visit().visit.papers == static_cast<std::size_t>(known));
  world.show(newest(known));
  world.next_day();
  world.next_day();

  Cost cost;
  {
    const StepCount count;
    REQUIRE(world.next_day().visit.outcome == Outcome::unchanged);
    cost.unchanged = count.steps();
  }
  world.show(newest(known + 1));
  {
    const StepCount count;
    REQUIRE(told(world.next_day()) ==
            Lines{fmt::format("paper_new On the number {} and its friends", known + 1)});
    cost.changed = count.steps();
  }
  return cost;
}

}  // namespace

TEST_CASE("a visit costs as much with ten thousand known papers as with a hundred", "[growth]") {
  const Cost few = cost_of_visits(100);
  CHECK(few.unchanged > 0);
  CHECK(few.changed > few.unchanged);
  for (const int known : {1000, 10'000, 100'000}) {
    if (known > 10'000 && !is_full()) continue;
    const Cost many = cost_of_visits(known);
    // Deeper trees are not counted as steps; a little more is left to them.
    const double allowed = 1.0 + 0.1 * std::log10(known / 100.0);
    INFO(known << " known papers: " << many.unchanged << " and " << many.changed
               << " steps, with 100: " << few.unchanged << " and " << few.changed);
    CHECK(static_cast<double>(many.unchanged) <= static_cast<double>(few.unchanged) * allowed);
    CHECK(static_cast<double>(many.changed) <= static_cast<double>(few.changed) * allowed);
  }
}

TEST_CASE("the steps of a first visit grow with the papers it shows, no faster", "[growth]") {
  const auto steps_of = [](int count) {
    World world;
    world.show(papers(count));
    const StepCount steps;
    REQUIRE(world.visit().visit.papers == static_cast<std::size_t>(count));
    return static_cast<double>(steps.steps()) / count;
  };
  const double few = steps_of(500);
  const double many = steps_of(5'000);
  INFO(few << " steps a paper of 500, " << many << " of 5,000");
  CHECK(many < 1.2 * few);
}
