// SPDX-License-Identifier: MIT
// `expect`: when silence is suspicious.
#include "core/freshness.hpp"

#include "base/time.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

namespace {

Time at(const char* text) {
  return *parse_rfc3339(text);
}

struct Silence {
  const char* since;
  Duration new_every;
  const char* except;
  const char* zone;
  const char* stale_from;
};

}  // namespace

TEST_CASE("a source is stale when the days that count have passed without a new paper",
          "[freshness]") {
  // 2026-11-26 is a Thursday.
  const std::vector<Silence> table{
      {"2026-11-26T09:00:00Z", 72h, "", "", "2026-11-29T09:00:00Z"},
      {"2026-11-26T09:00:00Z", 24h, "weekend", "", "2026-11-27T09:00:00Z"},
      {"2026-11-26T09:00:00Z", 72h, "weekend", "", "2026-12-01T09:00:00Z"},
      {"2026-11-26T09:00:00Z", 336h, "weekend", "", "2026-12-16T09:00:00Z"},
      // A paper of Saturday starts the clock on Monday.
      {"2026-11-28T12:00:00Z", 1h, "weekend", "", "2026-11-30T01:00:00Z"},
      {"2026-11-30T00:00:00Z", 120h, "weekend", "", "2026-12-05T00:00:00Z"},
      // Whose weekend: in Zürich Saturday begins at 23:00 UTC on Friday, in Tokyo at 15:00.
      {"2026-11-27T20:00:00Z", 4h, "weekend", "Europe/Zurich", "2026-11-30T00:00:00Z"},
      {"2026-11-27T14:00:00Z", 2h, "weekend", "Asia/Tokyo", "2026-11-29T16:00:00Z"},
      {"2026-11-27T20:00:00Z", 4h, "weekend", "Nowhere/Atlantis", "2026-11-28T00:00:00Z"},
      // The Sunday on which clocks go back has 25 hours, and none of them counts.
      {"2026-10-23T21:00:00Z", 2h, "weekend", "Europe/Zurich", "2026-10-26T00:00:00Z"},
      // A day whose midnight is skipped (Cairo, 24 April 2026) begins an hour later.
      {"2026-04-23T21:00:00Z", 2h, "weekend", "Africa/Cairo", "2026-04-23T23:00:00Z"},
  };
  for (const auto& row : table) {
    CAPTURE(row.since, row.except, row.zone);
    const Expect expect{row.new_every, row.except};
    CHECK(rfc3339(*stale_from(expect, row.zone, at(row.since))) == row.stale_from);
  }
}

TEST_CASE("nothing is stale where nothing is expected, or before the baseline", "[freshness]") {
  Source source;
  SourceMemory memory;
  memory.last_new = at("2026-11-26T09:00:00Z");
  CHECK_FALSE(stale_from(source, memory));
  source.expect.new_every = 72h;
  CHECK(stale_from(source, memory));
  memory.last_new.reset();
  CHECK_FALSE(stale_from(source, memory));
}

TEST_CASE("a source becomes stale once and recovers once", "[freshness]") {
  SourceMemory memory;
  memory.health = Health::ok;
  const Time limit = at("2026-11-29T09:00:00Z");

  CHECK_FALSE(next_freshness(memory, limit, limit - 1ms));
  CHECK(memory.health == Health::ok);
  CHECK(next_freshness(memory, limit, limit) == EventKind::source_stale);
  CHECK(memory.health == Health::stale);
  CHECK_FALSE(next_freshness(memory, limit, limit + 24h));
  CHECK(memory.health == Health::stale);

  const Time later = limit + 72h;
  CHECK(next_freshness(memory, later, limit + 48h) == EventKind::source_recovered);
  CHECK(memory.health == Health::ok);
  CHECK_FALSE(next_freshness(memory, later, limit + 48h));
}

TEST_CASE("a stale source of which nothing is expected any more recovers", "[freshness]") {
  SourceMemory memory;
  memory.health = Health::stale;
  memory.stale_told = true;
  CHECK(next_freshness(memory, std::nullopt, at("2026-11-29T09:00:00Z")) ==
        EventKind::source_recovered);
}

TEST_CASE("a source with troubles of its own is not called stale", "[freshness]") {
  SourceMemory memory;
  CHECK_FALSE(can_be_stale(memory));
  memory.health = Health::ok;
  CHECK(can_be_stale(memory));
  memory.failures = 1;
  CHECK_FALSE(can_be_stale(memory));
  memory.failures = 0;
  for (const auto health : {Health::broken, Health::unreachable}) {
    memory.health = health;
    CHECK_FALSE(can_be_stale(memory));
  }
}
