// SPDX-License-Identifier: MIT
// Which sources the daemon visits, and when it wakes for the next.
#include "app/daemon.hpp"
#include "base/time.hpp"
#include "core/visit_times.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

namespace {

const Time start = *parse_rfc3339("2026-11-30T09:00:00Z");
using Ids = std::vector<std::string>;

Source source(const std::string& id, Duration every) {
  Source made;
  made.id = id;
  made.every = every;
  return made;
}

// As a visit at `time` leaves it.
SourceMemory visited(const Source& source, Time time) {
  SourceMemory memory;
  memory.source = source.id;
  memory.last_visit = time;
  memory.next_visit = next_visit(source, time, time);
  return memory;
}

}  // namespace

TEST_CASE("a source that was never visited is due at once, one that was when its time comes",
          "[due]") {
  Config config;
  config.sources = {source("known", 12h), source("fresh", 12h)};
  const auto memory = visited(config.sources[0], start);
  const auto due = due_sources(config, {memory}, start + 1min);
  CHECK(due.sources == Ids{"fresh"});
  CHECK(due.next == memory.next_visit);
  CHECK(due_sources(config, {memory}, *memory.next_visit - 1ms).sources == Ids{"fresh"});
  CHECK(due_sources(config, {memory}, *memory.next_visit).sources == Ids{"known", "fresh"});
}

TEST_CASE("a paused source is not visited, and wakes nobody", "[due]") {
  Config config;
  config.sources = {source("paused", 1h), source("fresh", 1h)};
  for (auto& one : config.sources) one.enabled = false;
  const auto memory = visited(config.sources[0], start);
  const auto due = due_sources(config, {memory}, start + 48h);
  CHECK(due.sources.empty());
  CHECK_FALSE(due.next);
  config.sources[0].enabled = true;
  CHECK(due_sources(config, {memory}, start + 48h).sources == Ids{"paused"});
}

TEST_CASE("visits that were missed are made up once", "[due]") {
  Config config;
  config.sources = {source("interval", 1h), source("calendar", 1h)};
  config.sources[1].every.reset();
  config.sources[1].at_calendar = "*:0/30";
  config.sources[1].timezone = "Europe/Zurich";
  // Asleep for three days: some hundred visits did not take place.
  const Time woke = start + 72h + 10min;
  const auto before =
      std::vector{visited(config.sources[0], start), visited(config.sources[1], start)};
  CHECK(due_sources(config, before, woke).sources == Ids{"interval", "calendar"});

  const auto after =
      std::vector{visited(config.sources[0], woke), visited(config.sources[1], woke)};
  const auto due = due_sources(config, after, woke + 1s);
  CHECK(due.sources.empty());
  REQUIRE(due.next);
  CHECK(*due.next > woke + 1s);
  CHECK(after[1].next_visit == woke + 20min);
  CHECK(*after[0].next_visit <= woke + 90min);
}

TEST_CASE("a source whose calendar is over is never due", "[due]") {
  Config config;
  config.sources = {source("over", 1h)};
  config.sources[0].at_calendar = "2020-01-01 08:00";
  const auto due = due_sources(config, {visited(config.sources[0], start)}, start + 24h * 365);
  CHECK(due.sources.empty());
  CHECK_FALSE(due.next);
}
