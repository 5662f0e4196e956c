// SPDX-License-Identifier: MIT
#include "fetch/retry.hpp"

#include "base/time.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

TEST_CASE("Retry-After is read in both forms and never believed beyond the cap", "[retry]") {
  const Time now = *parse_rfc3339("2026-11-30T09:00:00Z");
  struct Case {
    const char* text;
    std::optional<Duration> wait;
  };
  const Case cases[] = {
      {"120", 120s},
      {"0", 0s},
      {" 5 ", 5s},
      {"007", 7s},
      {"21600", 6h},
      {"21601", 6h},
      {"2300000000", 6h},
      {"99999999999999999999999999", 6h},
      {"Mon, 30 Nov 2026 09:01:30 GMT", 90s},
      {"Mon, 30 Nov 2026 08:00:00 GMT", 0s},
      {"Fri, 01 Jan 2100 00:00:00 GMT", 6h},
      {"-5", std::nullopt},
      {"+5", std::nullopt},
      {"soon", std::nullopt},
      {"1.5", std::nullopt},
      {"5s", std::nullopt},
      {"", std::nullopt},
      {"2026-11-30", std::nullopt},
      {"Wed, 31 Feb 2027 00:00:00 GMT", std::nullopt},
  };
  for (const auto& [text, wait] : cases) {
    INFO(text);
    CHECK(parse_retry_after(text, now, 6h) == wait);
  }
}

TEST_CASE("the wait before a retry doubles and is stretched by up to a half", "[retry]") {
  CHECK(backoff(0, 1s, 0) == 1s);
  CHECK(backoff(1, 1s, 0) == 2s);
  CHECK(backoff(2, 1s, 0) == 4s);
  CHECK(backoff(0, 1s, 1) == 1500ms);
  CHECK(backoff(1, 1s, 0.5) == 2500ms);
  CHECK(backoff(1000, 1s, 1) > 0s);
}

TEST_CASE("two retries of a one-shot sync fit into its patience of ten seconds", "[retry]") {
  CHECK(backoff(0, 1s, 1) + backoff(1, 1s, 1) < 10s);
}

TEST_CASE("only some statuses speak of a trouble that passes", "[retry]") {
  for (const int status : {429, 500, 502, 503, 504}) CHECK(is_passing_trouble(status));
  for (const int status : {200, 301, 304, 400, 401, 403, 404, 410, 451, 501, 505}) {
    CHECK_FALSE(is_passing_trouble(status));
  }
}
