// SPDX-License-Identifier: MIT
#include <map>

#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

FetchOptions patient_options(int retries = 2) {
  auto options = plain_options();
  options.retries = retries;
  return options;
}

}  // namespace

TEST_CASE("a trouble that passes is waited out", "[retry]") {
  HttpServer server;
  Browser browser;
  for (const int code : {429, 500, 502, 503, 504}) {
    INFO(code);
    server.on_each("/" + std::to_string(code), {status(code), status(code), html("at last")});

    const auto page = browser.page(server.url("/" + std::to_string(code)), patient_options());

    CHECK(page.body == "at last");
    CHECK(page.requests == 3);
  }
}

TEST_CASE("it is tried as often as the options say, and then given up", "[retry]") {
  HttpServer server;
  Browser browser;
  server.on("/", status(503));

  for (const int retries : {0, 1, 2}) {
    server.forget_requests();
    const auto error = browser.error(server.url(), patient_options(retries));

    CHECK(error.error.code == "http_503");
    CHECK(error.requests == retries + 1);
    CHECK(server.requests().size() == static_cast<std::size_t>(retries + 1));
  }
}

TEST_CASE("what does not pass is not tried again", "[retry]") {
  HttpServer server;
  Browser browser;
  for (const int code : {400, 401, 403, 404, 410, 451, 501}) {
    server.on("/", status(code));
    CHECK(browser.error(server.url(), patient_options()).requests == 1);
  }
}

TEST_CASE("what would fare no better is not tried again either", "[retry]") {
  HttpServer server;
  Browser browser;
  server.on("/large", html(std::string(5000, 'x')));
  server.on("/coded", html("x", {{"Content-Encoding", "compress"}}));
  server.on("/garbled", html("no gzip", {{"Content-Encoding", "gzip"}}));
  server.on("/nowhere", redirect(302, "ftp://e.org/"));
  auto options = patient_options();
  options.max_body = 1000;

  for (const char* path : {"/large", "/coded", "/garbled", "/nowhere"}) {
    INFO(path);
    CHECK(browser.error(server.url(path), options).requests == 1);
    CHECK(server.requests(path).size() == 1);
  }
}

TEST_CASE("clients that failed together do not return together", "[retry]") {
  HttpServer server({.address = "0.0.0.0"});
  server.otherwise([](const Request&) { return status(503); });
  auto settings = quick_settings();
  settings.retry_base = 400ms;
  Browser browser(settings);
  std::vector<std::future<Answer>> answers;

  for (int i = 1; i <= 16; ++i)
    answers.push_back(
        browser.begin(server.url("/", "127.0.3." + std::to_string(i)), patient_options(1)));
  for (auto& answer : answers) answer.get();

  std::map<std::string, std::vector<std::chrono::steady_clock::time_point>> asked;
  for (const auto& request : server.requests())
    asked[request.header("host")].push_back(request.time);
  std::chrono::steady_clock::duration longest{};
  for (const auto& [host, times] : asked) {
    REQUIRE(times.size() == 2);
    longest = std::max(longest, times[1] - times[0]);
  }
  // Of sixteen random stretches one is beyond a fifth, but for one time in a million.
  CHECK(longest >= 480ms);
}

TEST_CASE("connections that break and time out are tried again", "[retry]") {
  HttpServer server;
  Browser browser;
  Reply silent = html("late"), cut = html("complete");
  silent.delay = 60s;
  cut.cut_after = 3;
  server.on_each("/dropped", {Reply{.drop = true}, html("complete")});
  server.on_each("/silent", {silent, html("complete")});
  server.on_each("/cut", {cut, html("complete")});
  auto options = patient_options(1);
  options.timeout = 3s;

  CHECK(browser.page(server.url("/dropped"), options).body == "complete");
  CHECK(browser.page(server.url("/silent"), options).body == "complete");
  CHECK(browser.page(server.url("/cut"), options).body == "complete");
}

TEST_CASE("retries keep their distance, and it grows", "[retry]") {
  HttpServer server;
  auto settings = quick_settings();
  settings.retry_base = 100ms;
  Browser browser(settings);
  server.on("/", status(503));

  browser.error(server.url(), patient_options());

  const auto sent = server.requests();
  REQUIRE(sent.size() == 3);
  CHECK(sent[1].time - sent[0].time >= 100ms - tick);
  CHECK(sent[2].time - sent[1].time >= 200ms - tick);
}

TEST_CASE("a Retry-After that can be waited out is waited out", "[retry]") {
  HttpServer server;
  Browser browser;
  server.on_each("/", {status(429, {{"Retry-After", "1"}}), html("now")});

  CHECK(browser.page(server.url(), patient_options(1)).body == "now");

  const auto sent = server.requests();
  CHECK(sent.at(1).time - sent.at(0).time >= 1000ms - tick);
}

TEST_CASE("a Retry-After beyond the patience fails at once", "[retry]") {
  HttpServer server;
  Browser browser;
  server.on("/", status(429, {{"Retry-After", "120"}}));
  const Time before = wall_now();

  const auto error = browser.error(server.url(), patient_options());

  CHECK(error.error.code == "throttled");
  CHECK(error.error.message == server.url() + " answered 429 Too Many Requests, Retry-After 120");
  CHECK(error.status == 429);
  CHECK(error.requests == 1);
  REQUIRE(error.retry_at.has_value());
  CHECK(*error.retry_at - before >= 120s);
  CHECK(*error.retry_at - before < 125s);
}

TEST_CASE("a throttled host is left alone, others are not", "[retry]") {
  HttpServer server, other;
  Browser browser;
  server.on("/a", status(429, {{"Retry-After", "120"}}));
  server.on("/b", html("b"));
  other.on("/", html("other"));
  const auto first = browser.error(server.url("/a"), patient_options());

  SECTION("a second source of the host is not asked, and told until when") {
    const auto second = browser.error(server.url("/b"), patient_options());
    CHECK(second.error.code == "throttled");
    CHECK(second.requests == 0);
    CHECK(second.retry_at == first.retry_at);
    CHECK(server.requests("/b").empty());
  }
  SECTION("another port of a private host is another host") {
    CHECK(browser.page(other.url()).body == "other");
  }
  SECTION("the word outlives the fetcher") {
    CHECK(browser.hosts().claim("127.0.0.1:" + std::to_string(server.port()), wall_now(), 0s, 0s) ==
          first.retry_at);
  }
}

TEST_CASE("a Retry-After that cannot be read means the ordinary wait", "[retry]") {
  HttpServer server;
  Browser browser;
  for (const char* text : {"-5", "soon", "Wed, 31 Feb 2100 00:00:00 GMT"}) {
    INFO(text);
    const std::string path = "/" + std::to_string(std::string(text).size());
    server.on_each(path, {status(429, {{"Retry-After", text}}), html("now")});

    CHECK(browser.page(server.url(path), patient_options()).body == "now");
  }
}

TEST_CASE("a Retry-After of the far future holds as long as the cap says", "[retry]") {
  HttpServer server;
  Browser browser;
  server.on("/", status(503, {{"Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT"}}));
  auto options = patient_options();
  options.retry_after_cap = 1h;

  const auto error = browser.error(server.url(), options);

  CHECK(error.error.code == "throttled");
  CHECK(*error.retry_at - wall_now() <= 1h);
  CHECK(*error.retry_at - wall_now() > 59min);
}

TEST_CASE("a host held for a moment is waited for by all its sources", "[retry]") {
  HttpServer server;
  Browser browser;
  server.on_each("/a", {status(503, {{"Retry-After", "1"}}), html("a")});
  server.on("/b", html("b"));

  auto a = browser.begin(server.url("/a"), patient_options());
  auto b = browser.begin(server.url("/b"), patient_options());

  CHECK(std::get<FetchResponse>(a.get()).body == "a");
  CHECK(std::get<FetchResponse>(b.get()).body == "b");
  CHECK(server.requests("/b").at(0).time - server.requests("/a").at(0).time >= 1000ms - tick);
}
