// SPDX-License-Identifier: MIT
#include "base/time.hpp"

#include <cstdlib>

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("durations are written with their units", "[time]") {
  struct Row {
    std::string_view text;
    std::optional<std::int64_t> milliseconds;
  };
  const Row row = GENERATE(Row{"90s", 90'000}, Row{"15m", 900'000}, Row{"6h", 21'600'000},
                           Row{"7d", 604'800'000}, Row{"1h30m", 5'400'000}, Row{"250ms", 250},
                           Row{"0s", 0}, Row{"15", std::nullopt}, Row{"", std::nullopt},
                           Row{"-5s", std::nullopt}, Row{"5 s", std::nullopt});
  CAPTURE(row.text);
  const auto read = parse_duration(row.text);
  REQUIRE(read.has_value() == row.milliseconds.has_value());
  if (read) CHECK(read->count() == *row.milliseconds);
}

TEST_CASE("a duration's text reads back as the same duration", "[time]") {
  for (const std::int64_t ms : {0, 1, 999, 1000, 61'000, 3'600'000, 90'061'001}) {
    CHECK(parse_duration(duration_text(Duration(ms))) == Duration(ms));
  }
}

TEST_CASE("RFC 3339 times are read with any offset and written in UTC", "[time]") {
  CHECK(rfc3339(*parse_rfc3339("2026-11-30T10:00:02+01:00")) == "2026-11-30T09:00:02Z");
  CHECK(rfc3339(*parse_rfc3339("2026-11-30T09:00:02.25Z")) == "2026-11-30T09:00:02.250Z");
  CHECK(rfc3339(*parse_rfc3339("2026-11-30")) == "2026-11-30T00:00:00Z");
  CHECK(rfc3339(*parse_rfc3339("0099-12-31T23:00:01Z")) == "0099-12-31T23:00:01Z");
  CHECK(rfc3339(*parse_rfc3339("2400-02-29T00:00:00Z")) == "2400-02-29T00:00:00Z");
  CHECK_FALSE(parse_rfc3339("2026-02-31T00:00:00Z"));
  CHECK_FALSE(parse_rfc3339("yesterday"));
}

TEST_CASE("a moment may be told from now", "[time]") {
  const Time now = *parse_rfc3339("2026-11-30T12:00:00Z");
  CHECK(parse_moment("7d ago", now) == *parse_rfc3339("2026-11-23T12:00:00Z"));
  CHECK(parse_moment("now", now) == now);
  CHECK_FALSE(parse_moment("soon", now));
  CHECK_FALSE(parse_moment("1h", now));
}

TEST_CASE("a moment without a zone is local time", "[time]") {
  const char* before = std::getenv("TZ");
  const std::string zone = before ? before : "";
  ::setenv("TZ", "America/New_York", 1);
  const Time now = *parse_rfc3339("2026-11-30T12:00:00Z");
  const auto read = [&](std::string_view text) { return rfc3339(*parse_moment(text, now)); };
  CHECK(read("2026-11-30") == "2026-11-30T05:00:00Z");
  CHECK(read("2026-07-02 09:00") == "2026-07-02T13:00:00Z");
  CHECK(read("2026-07-02T09:00:00.25") == "2026-07-02T13:00:00.250Z");
  CHECK(read("2026-07-02T09:00:00Z") == "2026-07-02T09:00:00Z");
  CHECK(read("2026-07-02T09:00+02:00") == "2026-07-02T07:00:00Z");
  CHECK_FALSE(parse_moment("2026-02-31 09:00", now));
  CHECK_FALSE(parse_moment("2026-07-02 09", now));
  before ? ::setenv("TZ", zone.c_str(), 1) : ::unsetenv("TZ");
}

TEST_CASE("sizes are in powers of two or ten, as written", "[time]") {
  CHECK(parse_size("16MiB") == 16u << 20);
  CHECK(parse_size("2MB") == 2'000'000u);
  CHECK_FALSE(parse_size("16"));
}
