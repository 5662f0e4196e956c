// SPDX-License-Identifier: MIT
#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// At once, compared with what the servers here take.
std::string code_of(std::future<Answer>& answer) {
  if (answer.wait_for(20s) != std::future_status::ready) return "no answer";
  const auto value = answer.get();
  const auto* error = std::get_if<FetchError>(&value);
  return error ? error->error.code : "a page";
}

Reply silence() {
  Reply reply = html("late");
  reply.delay = 60s;
  return reply;
}

}  // namespace

TEST_CASE("a stop answers every request at once, wherever it stands", "[cancel]") {
  HttpServer server, held, robots;
  server.otherwise([](const Request&) { return silence(); });
  robots.on("/robots.txt", silence());
  held.on("/", status(503, {{"Retry-After", "60"}}));
  auto settings = quick_settings();
  settings.patience = 120s;
  Browser browser(settings);
  auto retrying = plain_options(), obedient = plain_options();
  retrying.timeout = obedient.timeout = 120s;
  retrying.retries = 3;
  obedient.obey_robots = true;
  auto under_way = browser.begin(server.url("/1"));
  auto queued = browser.begin(server.url("/2"));
  auto waiting = browser.begin(held.url(), retrying);
  auto asking = browser.begin(robots.url(), obedient);
  REQUIRE(server.wait_for_requests(1));
  REQUIRE(held.wait_for_requests(1));
  REQUIRE(robots.wait_for_requests(1));

  browser.stop();

  for (auto* answer : {&under_way, &queued, &waiting, &asking})
    CHECK(code_of(*answer) == "cancelled");
  SECTION("and so does every later one") {
    auto late = browser.begin(server.url("/3"));
    CHECK(code_of(late) == "cancelled");
  }
}

TEST_CASE("the end of the fetcher answers what is under way", "[cancel]") {
  HttpServer server;
  server.on("/", silence());
  Browser browser;
  auto first = browser.begin(server.url());
  auto second = browser.begin(server.url());
  REQUIRE(server.wait_for_requests(1));

  browser.close();

  CHECK(code_of(first) == "cancelled");
  CHECK(code_of(second) == "cancelled");
}

TEST_CASE("an answer may ask for the next page", "[cancel]") {
  HttpServer server;
  server.on("/1", html("one"));
  server.on("/2", html("two"));
  const auto hosts = make_host_memory();
  const auto fetcher = make_fetcher(quick_settings(), *hosts, {});
  std::promise<Answer> second;

  fetcher->fetch(
      {.url = server.url("/1"), .validators = {}, .options = plain_options()}, [&](const Answer&) {
        fetcher->fetch({.url = server.url("/2"), .validators = {}, .options = plain_options()},
                       [&](Answer answer) { second.set_value(std::move(answer)); });
      });

  CHECK(std::get<FetchResponse>(second.get_future().get()).body == "two");
}
