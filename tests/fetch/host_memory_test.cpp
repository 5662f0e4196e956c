// SPDX-License-Identifier: MIT
#include <paperwatch/fetch.hpp>

#include "support/catch.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

TEST_CASE("moments at a host are claimed one after the other", "[hosts]") {
  const auto hosts = make_host_memory();
  const Time now{1h};

  CHECK(hosts->claim("a", now, 3s, 10s) == now);
  CHECK(hosts->claim("a", now, 3s, 10s) == now + 3s);
  CHECK(hosts->claim("a", now + 1s, 3s, 10s) == now + 6s);
  CHECK(hosts->claim("b", now, 3s, 10s) == now);
  CHECK(hosts->claim("a", now + 60s, 3s, 10s) == now + 60s);
}

TEST_CASE("a moment beyond the patience is told, but not taken", "[hosts]") {
  const auto hosts = make_host_memory();
  const Time now{1h};
  hosts->hold("a", now + 60s);

  CHECK(hosts->claim("a", now, 3s, 10s) == now + 60s);
  CHECK(hosts->claim("a", now, 3s, 10s) == now + 60s);
  CHECK(hosts->claim("a", now, 3s, 60s) == now + 60s);
  CHECK(hosts->claim("a", now, 3s, 70s) == now + 63s);
}

TEST_CASE("a hold is never shortened", "[hosts]") {
  const auto hosts = make_host_memory();
  const Time now{1h};
  hosts->hold("a", now + 60s);
  hosts->hold("a", now + 5s);

  CHECK(hosts->claim("a", now, 0s, 0s) == now + 60s);
}

TEST_CASE("robots.txt is remembered per host", "[hosts]") {
  const auto hosts = make_host_memory();
  hosts->keep_robots("a", {.body = "x", .status = 200, .fetched = Time{5s}});

  CHECK(hosts->robots("a")->body == "x");
  CHECK_FALSE(hosts->robots("b").has_value());
}
