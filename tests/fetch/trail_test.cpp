// SPDX-License-Identifier: MIT
// What follows from an answer, without any network.
#include "fetch/trail.hpp"

#include "base/time.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace std::chrono_literals;

namespace {

Trail trail_of(const std::string& url, int retries = 2) {
  FetchRequest request;
  request.url = url;
  request.options.retries = retries;
  request.options.headers = {{"X-Api-Key", "k"}};
  request.validators.etag = "\"a\"";
  return *begin_trail(std::move(request));
}

ExchangeResult answer(int status, const std::string& location = "",
                      const std::string& retry_after = "") {
  ExchangeResult result;
  result.sent = std::chrono::steady_clock::now();
  result.head.status = status;
  result.head.location = location;
  result.head.retry_after = retry_after;
  return result;
}

const Moment moment{.now = Time{1000h}, .patience = 10s, .retry_base = 1s, .jitter = 0.5};

}  // namespace

TEST_CASE("secrets and validators go by origin and address, hop by hop", "[trail]") {
  struct Case {
    const char* to;
    bool secrets, conditional;
  };
  for (const auto& [to, secrets, conditional] :
       {Case{"https://e.org/other", true, false}, Case{"/list", true, true},
        Case{"https://e.org:443/list", true, true}, Case{"http://e.org/list", false, false},
        Case{"https://e.org:8443/list", false, false}, Case{"https://www.e.org/list", false, false},
        Case{"//evil.example/list", false, false},
        Case{"https://e.org@evil.example/", false, false}, Case{"/list#part", true, true}}) {
    INFO(to);
    auto trail = trail_of("https://e.org/list");

    REQUIRE(std::holds_alternative<Onward>(next_step(trail, answer(302, to), moment)));

    const auto next = next_exchange(trail);
    CHECK(next.secrets == secrets);
    CHECK(!next.validators.empty() == conditional);
  }
}

TEST_CASE("secrets come back when the trail does", "[trail]") {
  auto trail = trail_of("https://e.org/list");
  next_step(trail, answer(302, "https://login.example/"), moment);
  next_step(trail, answer(302, "https://e.org/list2"), moment);

  CHECK(next_exchange(trail).secrets);
}

TEST_CASE("the robots.txt of a trail is its origin's, and bare", "[trail]") {
  auto trail = trail_of("https://e.org:8443/list?page=2");

  const auto robots = robots_trail(trail);
  const auto exchange = next_exchange(robots);

  CHECK(exchange.url == "https://e.org:8443/robots.txt");
  CHECK_FALSE(exchange.secrets);
  CHECK(exchange.validators.empty());
  CHECK(exchange.cut_long_body);
  CHECK_FALSE(robots.request.options.obey_robots);
}

TEST_CASE("the wait before a retry is the backoff or what the server says", "[trail]") {
  auto trail = trail_of("https://e.org/");

  const auto first = std::get<Again>(next_step(trail, answer(503), moment));
  const auto second = std::get<Again>(next_step(trail, answer(503), moment));
  const auto third = std::get<FetchError>(next_step(trail, answer(503), moment));

  CHECK(first.after == 1250ms);
  CHECK_FALSE(first.hold.has_value());
  CHECK(second.after == 2500ms);
  CHECK(third.error.code == "http_503");
  CHECK(third.requests == 3);

  trail = trail_of("https://e.org/");
  const auto told = std::get<Again>(next_step(trail, answer(429, "", "7"), moment));
  CHECK(told.after == 7s);
  CHECK(told.hold == moment.now + 7s);
}

TEST_CASE("without retries left a Retry-After is throttled, whatever it says", "[trail]") {
  auto trail = trail_of("https://e.org/", 0);

  const auto error = std::get<FetchError>(next_step(trail, answer(503, "", "2"), moment));

  CHECK(error.error.code == "throttled");
  CHECK(error.retry_at == moment.now + 2s);
}

TEST_CASE("no wait is longer than the patience", "[trail]") {
  auto trail = trail_of("https://e.org/", 50);
  for (int i = 0; i < 50; ++i) {
    CHECK(std::get<Again>(next_step(trail, answer(503), moment)).after <= 10s);
  }
}

TEST_CASE("a request that never left is not counted", "[trail]") {
  auto trail = trail_of("https://e.org/", 0);
  ExchangeResult result;
  result.error = Error{"dns", "no such host", ""};

  const auto error = std::get<FetchError>(next_step(trail, std::move(result), moment));

  CHECK(error.requests == 0);
  CHECK(error.error.code == "dns");
}
