// SPDX-License-Identifier: MIT
// robots.txt as it governs fetching: asked once, obeyed, remembered.
#include <atomic>

#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

using Catch::Matchers::Contains;

namespace {

FetchOptions obedient_options() {
  auto options = plain_options();
  options.obey_robots = true;
  return options;
}

}  // namespace

TEST_CASE("robots.txt is asked first, once, and counted", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nDisallow: /private\n"));
  server.on("/list", html("list"));
  Browser browser;

  CHECK(browser.page(server.url("/list"), obedient_options()).requests == 2);
  CHECK(browser.page(server.url("/list"), obedient_options()).requests == 1);

  CHECK(server.requests().at(0).path == "/robots.txt");
  CHECK(server.requests("/robots.txt").size() == 1);
}

TEST_CASE("what robots.txt forbids is not fetched, and the line is named", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nDisallow: /private\n"));
  Browser browser;

  const auto error = browser.error(server.url("/private/list"), obedient_options());

  CHECK(error.error.code == "robots");
  CHECK_THAT(error.error.message, Contains("/robots.txt, line 2, 'Disallow: /private'"));
  CHECK_THAT(error.error.hint, Contains("robots: ignore"));
  CHECK(error.requests == 1);
  CHECK(server.requests("/private/list").empty());
}

TEST_CASE("robots.txt can be ignored", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nDisallow: /\n"));
  server.on("/list", html("list"));
  Browser browser;

  CHECK(browser.page(server.url("/list")).body == "list");
  CHECK(server.requests("/robots.txt").empty());
}

TEST_CASE("no robots.txt forbids nothing", "[robots]") {
  HttpServer server;
  server.on("/list", html("list"));
  for (const int code : {400, 401, 403, 404, 410, 451}) {
    INFO(code);
    server.on("/robots.txt", status(code));
    server.forget_requests();
    Browser browser;  // that knows no answer yet

    CHECK(browser.page(server.url("/list"), obedient_options()).body == "list");
    CHECK(server.requests("/robots.txt").size() == 1);
  }
}

TEST_CASE("a robots.txt that fails means: not now", "[robots]") {
  HttpServer server;
  server.on("/list", html("list"));
  Browser browser;
  for (const int code : {500, 503, 429}) {
    server.on("/robots.txt", status(code));

    const auto error = browser.error(server.url("/list"), obedient_options());

    CHECK(error.error.code == "robots");
    CHECK_THAT(error.error.message, Contains("/robots.txt answered " + std::to_string(code)));
    CHECK(error.retry_at.has_value());
    CHECK(error.requests == 1);
  }
  CHECK(server.requests("/list").empty());

  SECTION("and is asked again by the next visit") {
    server.on("/robots.txt", text(""));
    CHECK(browser.page(server.url("/list"), obedient_options()).body == "list");
  }
}

TEST_CASE("a host that cannot be reached is told in its own words", "[robots]") {
  Browser browser;
  auto options = obedient_options();

  CHECK(browser.error("http://no-such-host.invalid/", options).error.code == "dns");
}

TEST_CASE("robots.txt is retried like any page", "[robots]") {
  HttpServer server;
  server.on_each("/robots.txt", {status(503), text("")});
  server.on("/list", html("list"));
  Browser browser;
  auto options = obedient_options();
  options.retries = 1;

  CHECK(browser.page(server.url("/list"), options).requests == 3);
}

TEST_CASE("sources of one host share its robots.txt", "[robots]") {
  HttpServer server;
  Reply robots = text("User-agent: *\nDisallow: /no\n");
  robots.delay = 100ms;
  server.on("/robots.txt", robots);
  server.otherwise([](const Request&) { return html("x"); });
  Browser browser;
  std::vector<std::future<Answer>> answers;

  for (int i = 0; i < 5; ++i) {
    answers.push_back(browser.begin(server.url("/" + std::to_string(i)), obedient_options()));
  }

  int requests = 0;
  for (auto& answer : answers) requests += std::get<FetchResponse>(answer.get()).requests;
  CHECK(requests == 6);
  CHECK(server.requests("/robots.txt").size() == 1);
}

TEST_CASE("robots.txt is looked at again at each hop", "[robots]") {
  HttpServer server, other;
  server.on("/a", redirect(302, "/private"));
  server.on("/b", redirect(302, other.url("/list")));
  server.on("/robots.txt", text("User-agent: paperwatch\nDisallow: /private\n"));
  other.on("/robots.txt", text("User-agent: paperwatch\nDisallow: /\n"));
  Browser browser;

  CHECK(browser.error(server.url("/a"), obedient_options()).error.code == "robots");
  CHECK(browser.error(server.url("/b"), obedient_options()).error.code == "robots");
  CHECK(server.requests("/private").empty());
  CHECK(other.requests("/list").empty());
}

TEST_CASE("robots.txt may be elsewhere, five redirects away", "[robots]") {
  HttpServer server, other;
  server.on("/robots.txt", redirect(301, other.url("/1")));
  for (int i = 1; i < 5; ++i) {
    other.on("/" + std::to_string(i), redirect(302, "/" + std::to_string(i + 1)));
  }
  server.on("/list", html("list"));
  Browser browser;

  SECTION("it counts for the host that was asked") {
    other.on("/5", text("User-agent: *\nDisallow: /\n"));
    CHECK(browser.error(server.url("/list"), obedient_options()).error.code == "robots");
  }
  SECTION("farther than that there is none") {
    other.on("/5", redirect(302, "/5"));
    CHECK(browser.page(server.url("/list"), obedient_options()).body == "list");
  }
}

TEST_CASE("a huge robots.txt is read as far as 500 KiB", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nDisallow: /early\n" + std::string(600 << 10, '#') +
                                "\nDisallow: /late\n"));
  server.on("/late", html("late"));
  Browser browser;

  CHECK(browser.error(server.url("/early"), obedient_options()).error.code == "robots");
  CHECK(browser.page(server.url("/late"), obedient_options()).body == "late");
  CHECK(server.requests("/robots.txt").size() == 1);
}

TEST_CASE("robots.txt is believed for a day", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text(""));
  server.on("/list", html("list"));
  std::atomic<std::int64_t> hours = 1000;
  auto settings = quick_settings();
  settings.now = [&] { return Time{std::chrono::hours(hours.load())}; };
  Browser browser(settings);

  browser.page(server.url("/list"), obedient_options());
  hours += 23;
  browser.page(server.url("/list"), obedient_options());
  CHECK(server.requests("/robots.txt").size() == 1);
  hours += 2;
  browser.page(server.url("/list"), obedient_options());
  CHECK(server.requests("/robots.txt").size() == 2);
}

TEST_CASE("a crawl delay is a lower bound of the host's delay", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nCrawl-delay: 0.3\n"));
  server.on("/list", html("list"));
  Browser browser;

  browser.page(server.url("/list"), obedient_options());
  browser.page(server.url("/list"), obedient_options());

  const auto sent = server.requests();
  REQUIRE(sent.size() == 3);
  // The first of them counts from the file's arrival.
  CHECK(sent[1].time - sent[0].time >= 300ms - tick);
  CHECK(sent[2].time - sent[0].time >= 600ms - tick);
}

TEST_CASE("a crawl delay makes a longer host_delay no shorter", "[robots]") {
  HttpServer server;
  server.on("/robots.txt", text("User-agent: *\nCrawl-delay: 0.1\n"));
  server.on("/list", html("list"));
  Browser browser;
  auto options = obedient_options();
  options.host_delay = 400ms;
  const auto began = std::chrono::steady_clock::now();

  browser.page(server.url("/list"), options);
  browser.page(server.url("/list"), options);

  const auto sent = server.requests();
  REQUIRE(sent.size() == 3);
  CHECK(sent[1].time - began >= 400ms - tick);
  CHECK(sent[2].time - began >= 800ms - tick);
}

TEST_CASE("a robots.txt that does not arrive lets nothing pass", "[robots]") {
  HttpServer server;
  Browser browser;
  server.on("/list", html("list"));
  const std::string rules = "User-agent: *\nDisallow: /\n";
  const auto cut = [](Reply reply, std::size_t after, Reply::Framing framing) {
    reply.cut_after = after;
    reply.framing = framing;
    return reply;
  };
  const std::vector<Reply> replies{
      {.drop = true},
      {.raw = "SSH-2.0-OpenSSH\r\n"},
      cut(text(rules), 5, Reply::Framing::length),
      cut(text(rules), 5, Reply::Framing::chunked),
      text(gzip(rules).substr(0, 15), {{"Content-Encoding", "gzip"}}),
      text(rules, {{"Content-Encoding", "gzip"}}),
      text(rules, {{"Content-Encoding", "compress"}}),
      text("", {{"X-Long", std::string(300 << 10, 'x')}}),
  };
  for (const auto& reply : replies) {
    server.on("/robots.txt", reply);
    browser.error(server.url("/list"), obedient_options());
  }
  CHECK(server.requests("/robots.txt").size() == replies.size());
  CHECK(server.requests("/list").empty());
}
