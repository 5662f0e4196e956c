// SPDX-License-Identifier: MIT
// A listing that shows nothing new for longer than expected.
#include "sync/freshness.hpp"

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
using namespace std::chrono_literals;

namespace {

// A baseline of four papers, where a new one is expected every three days.
struct Expectant : World {
  Expectant() : World("    expect: {new_every: 3d}\n") {
    show(papers(4));
    visit();
  }

  Health health() { return Store(config.database, Store::Access::read).source("s").health; }
  std::vector<Event> told_between_visits() {
    Store store(config.database, Store::Access::write);
    return tell_stale(config, store, now);
  }
};

}  // namespace

TEST_CASE("a source that shows nothing new becomes stale once and recovers once", "[freshness]") {
  Expectant world;
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()).empty());
  CHECK(world.health() == Health::ok);

  const auto silent = world.next_day();
  CHECK(told(silent) == Lines{"source_stale"});
  CHECK(silent.events[0].message ==
        "s: nothing new for longer than expected: no new paper since 2026-11-01T09:00:00Z, one was "
        "expected every 3d");
  CHECK(world.health() == Health::stale);
  CHECK(told(world.next_day()).empty());

  world.show(papers(5));
  CHECK(told(world.next_day()) == Lines{"source_recovered",
                                        "paper_new On the number 5 and its friends",
                                        "count_changed 4 → 5"});
  CHECK(world.health() == Health::ok);
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()) == Lines{"source_stale"});
}

TEST_CASE("a changed paper is not a new one", "[freshness]") {
  Expectant world;
  auto items = papers(4);
  items[0].authors = "Bob Author";
  world.show(items);
  world.next_day();
  world.next_day();
  CHECK(told(world.next_day()) == Lines{"source_stale"});
}

TEST_CASE("a broken source is not called stale, and recovers from both troubles at once",
          "[freshness]") {
  Expectant world;
  world.now += 48h;
  world.server.on("/list", html("<html><body></body></html>"));
  CHECK(told(world.next_day()) == Lines{"source_broken"});
  CHECK(told(world.next_day()).empty());
  CHECK(world.told_between_visits().empty());
  CHECK(world.health() == Health::broken);

  SECTION("still silent afterwards: that is told then") {
    world.show(papers(4));
    CHECK(told(world.next_day()) == Lines{"source_recovered", "source_stale"});
  }
  SECTION("a stale source that breaks recovers once") {
    world.show(papers(4));
    world.next_day();
    world.server.on("/list", html("<html><body></body></html>"));
    CHECK(told(world.next_day()) == Lines{"source_broken"});
    world.show(papers(5));
    CHECK(told(world.next_day()) == Lines{"source_recovered",
                                          "paper_new On the number 5 and its friends",
                                          "count_changed 4 → 5"});
  }
}

TEST_CASE("a source that cannot be reached just now is not called stale", "[freshness]") {
  Expectant world;
  world.server.on("/list", status(502));
  world.now += 96h;
  CHECK(told(world.visit()).empty());
  CHECK(world.told_between_visits().empty());
  CHECK(world.health() == Health::ok);
}

TEST_CASE("silence is told between two visits too, once", "[freshness]") {
  Expectant world;
  const auto memories = [&] { return Store(world.config.database, Store::Access::read).sources(); };
  const Time limit = world.now + 72h;
  CHECK(next_stale(world.config, memories()) == limit);
  world.now = limit - 1ms;
  CHECK(world.told_between_visits().empty());
  world.now = limit;
  const auto events = world.told_between_visits();
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == EventKind::source_stale);
  CHECK(events[0].visit == 0);
  CHECK(world.told_between_visits().empty());
  CHECK_FALSE(next_stale(world.config, memories()));
  CHECK(told(world.next_day()).empty());
  world.show(papers(5));
  CHECK(told(world.next_day()).front() == "source_recovered");
}
