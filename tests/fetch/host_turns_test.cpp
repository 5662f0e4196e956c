// SPDX-License-Identifier: MIT
// One request at a time per host, with a delay between; hosts side by side.
#include <atomic>
#include <stdexcept>
#include <thread>

#include "fetch/browser.hpp"
#include "fetch/small_internet.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Counts what the fetcher asks of the memory of hosts.
class CountingHosts : public HostMemory {
 public:
  Time claim(const std::string& host, Time now, Duration delay, Duration patience) override {
    if (delay > Duration(0)) ++claims;
    return real_->claim(host, now, delay, patience);
  }
  void hold(const std::string& host, Time until) override { real_->hold(host, until); }
  std::optional<Robots> robots(const std::string& host) override { return real_->robots(host); }
  void keep_robots(const std::string& host, const Robots& robots) override {
    real_->keep_robots(host, robots);
  }
  std::atomic<int> claims = 0;

 private:
  std::unique_ptr<HostMemory> real_ = make_host_memory();
};

// A memory whose ground gives way.
class BrokenHosts : public CountingHosts {
 public:
  Time claim(const std::string&, Time, Duration, Duration) override {
    throw std::runtime_error("disk full");
  }
};

Reply slow_page(Milliseconds delay) {
  Reply reply = html("x");
  reply.delay = delay;
  return reply;
}

}  // namespace

TEST_CASE("a host is asked one thing at a time, many hosts at once", "[turns]") {
  HttpServer server({.address = "0.0.0.0"});
  server.otherwise([](const Request&) { return slow_page(30ms); });
  Browser browser;
  std::vector<std::future<Answer>> answers;

  for (int i = 0; i < 4; ++i) {
    for (const char* host : {"127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"}) {
      answers.push_back(browser.begin(server.url("/" + std::to_string(i), host)));
    }
  }
  for (auto& answer : answers) CHECK(std::holds_alternative<FetchResponse>(answer.get()));

  CHECK(server.peak_of_one_host() == 1);
  CHECK(server.peak() > 1);
  CHECK(server.peak() <= 4);
}

TEST_CASE("connections have a limit over all hosts", "[turns]") {
  HttpServer server({.address = "0.0.0.0"});
  server.otherwise([](const Request&) { return slow_page(30ms); });
  auto settings = quick_settings();
  settings.connections = 3;
  Browser browser(settings);
  std::vector<std::future<Answer>> answers;

  for (int i = 1; i <= 12; ++i) {
    answers.push_back(browser.begin(server.url("/", "127.0.1." + std::to_string(i))));
  }
  for (auto& answer : answers) CHECK(std::holds_alternative<FetchResponse>(answer.get()));

  CHECK(server.peak() <= 3);
  // Those that are kept for later count as well.
  for (int i = 0; i < 500 && server.open_connections() > 3; ++i) std::this_thread::sleep_for(20ms);
  CHECK(server.open_connections() <= 3);
  CHECK(server.open_connections() > 0);
}

TEST_CASE("between the starts of two requests to a host lies its delay", "[turns]") {
  HttpServer server;
  server.on("/a", redirect(302, "/b"));
  server.on("/b", html("x"));
  Browser browser;
  auto options = plain_options();
  options.host_delay = 200ms;
  const auto began = std::chrono::steady_clock::now();

  auto first = browser.begin(server.url("/a"), options);
  auto second = browser.begin(server.url("/b"), options);
  first.get();
  second.get();

  const auto sent = server.requests();
  REQUIRE(sent.size() == 3);
  CHECK(sent[1].time - began >= 200ms - tick);
  CHECK(sent[2].time - began >= 400ms - tick);
}

TEST_CASE("many sources of one host wait their turns, however long that takes", "[turns]") {
  HttpServer server;
  server.on("/", html("x"));
  auto settings = quick_settings();
  settings.patience = 100ms;
  Browser browser(settings);
  auto options = plain_options();
  options.host_delay = 50ms;
  std::vector<std::future<Answer>> answers;

  for (int i = 0; i < 8; ++i) answers.push_back(browser.begin(server.url(), options));

  for (auto& answer : answers) CHECK(std::holds_alternative<FetchResponse>(answer.get()));
}

TEST_CASE("a delay beyond the patience is told, not waited out", "[turns]") {
  HttpServer server;
  server.on("/", html("x"));
  auto settings = quick_settings();
  settings.patience = 100ms;
  Browser browser(settings);
  auto options = plain_options();
  options.host_delay = 60s;

  browser.page(server.url(), options);
  const auto error = browser.error(server.url(), options);

  CHECK(error.error.code == "throttled");
  CHECK(error.retry_at.has_value());
  CHECK(server.requests().size() == 1);
}

TEST_CASE("a claim is made for each request, and none where there is no delay", "[turns]") {
  HttpServer server;
  server.on("/", html("x"));
  CountingHosts hosts;
  const auto fetcher = make_fetcher(quick_settings(), hosts, {});
  const auto get = [&](const FetchOptions& options) {
    std::promise<Answer> promise;
    fetcher->fetch({.url = server.url(), .validators = {}, .options = options},
                   [&](Answer answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
  };
  auto options = plain_options();

  for (int i = 0; i < 3; ++i) get(options);
  CHECK(hosts.claims == 0);
  options.host_delay = 1ms;
  for (int i = 0; i < 3; ++i) get(options);
  CHECK(hosts.claims == 3);
}

TEST_CASE("a wall clock that stands still does not stop the fetcher", "[turns]") {
  HttpServer server;
  server.on("/", html("x"));
  auto settings = quick_settings();
  settings.now = [] { return Time{1h}; };
  settings.patience = 300ms;
  Browser browser(settings);
  auto options = plain_options();
  options.host_delay = 100ms;

  for (int i = 0; i < 6; ++i) CHECK(browser.page(server.url(), options).status == 200);
}

TEST_CASE("a memory of hosts that fails is an answer, not the end", "[turns]") {
  HttpServer server;
  server.on("/", html("x"));
  BrokenHosts hosts;
  const auto fetcher = make_fetcher(quick_settings(), hosts, {});
  std::promise<Answer> promise;

  fetcher->fetch({.url = server.url(), .validators = {}, .options = plain_options()},
                 [&](Answer answer) { promise.set_value(std::move(answer)); });

  const auto answer = promise.get_future().get();
  CHECK(std::get<FetchError>(answer).error == Error{"store", "disk full", ""});
}

TEST_CASE("a delay longer than a visit may wait does not keep the first page away", "[turns]") {
  HttpServer server;
  server.on("/", html("x"));
  auto settings = quick_settings();
  settings.patience = 200ms;
  Browser browser(settings);
  auto options = plain_options();
  options.obey_robots = true;
  options.host_delay = std::chrono::hours(1);

  CHECK(std::holds_alternative<FetchResponse>(browser.begin(server.url("/"), options).get()));
  const auto second = browser.begin(server.url("/"), options).get();
  REQUIRE(std::holds_alternative<FetchError>(second));
  CHECK(std::get<FetchError>(second).error.code == "throttled");
}

TEST_CASE("a public name is one host, whichever port and scheme", "[turns]") {
  HttpServer one, two;
  one.on("/", status(503, {{"Retry-After", "60"}}));
  two.on("/", html("x"));
  SmallInternet internet;
  internet.name("papers.example", {"93.184.216.34"});
  internet.machine("93.184.216.34");
  Browser browser;
  CHECK(browser.page(two.url("/", "papers.example")).body == "x");
  browser.error(one.url("/", "papers.example"));

  for (const auto& url : {two.url("/", "papers.example"), two.url("/", "PAPERS.example"),
                          std::string("https://papers.example/")}) {
    INFO(url);
    const auto error = browser.error(url);
    CHECK(error.error.code == "throttled");
    CHECK(error.requests == 0);
  }
  CHECK(two.requests().size() == 1);
}
