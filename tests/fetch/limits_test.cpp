// SPDX-License-Identifier: MIT
// Sizes and times have limits, and the error says which one it was.
#include "fetch/browser.hpp"
#include "support/socket.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

using Catch::Matchers::Contains;

TEST_CASE("a body may be as large as the limit, and not a byte larger", "[limits]") {
  HttpServer server;
  Browser browser;
  auto options = plain_options();
  options.max_body = 10'000;

  server.on("/", html(std::string(10'000, 'x')));
  CHECK(browser.page(server.url(), options).body.size() == 10'000);
  server.on("/", html(std::string(10'001, 'x')));
  const auto error = browser.error(server.url(), options);
  CHECK(error.error.code == "too_large");
  CHECK_THAT(error.error.hint, Contains("max_body"));
}

TEST_CASE("the limit counts what a compressed body becomes", "[limits]") {
  HttpServer server;
  Browser browser;
  const std::string bomb = gzip(std::string(50 << 20, '\0'));
  REQUIRE(bomb.size() < 60'000);
  server.on("/", html(bomb, {{"Content-Encoding", "gzip"}}));
  auto options = plain_options();
  options.max_body = 8 << 20;

  const auto error = browser.error(server.url(), options);

  CHECK(error.error.code == "too_large");
}

TEST_CASE("an endless body ends at the limit", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply flood = html(std::string(4 << 20, 'x'));
  flood.framing = Reply::Framing::chunked;
  server.on("/", flood);
  auto options = plain_options();
  options.max_body = 1 << 20;

  CHECK(browser.error(server.url(), options).error.code == "too_large");
}

TEST_CASE("a body is left when it is too large, not when it ends", "[limits]") {
  HttpServer server;
  Browser browser;
  // It would take nearly two minutes, three times as long as a transfer may.
  Reply flood = html(std::string(440'000, 'x'));
  flood.piece = 1000;
  flood.pause = 250ms;
  flood.framing = GENERATE(Reply::Framing::chunked, Reply::Framing::until_close);
  server.on("/", flood);
  auto options = plain_options();
  options.timeout = 40s;
  options.max_body = 3000;

  const auto error = browser.error(server.url(), options);

  INFO(error.error.message);
  CHECK(error.error.code == "too_large");
}

TEST_CASE("headers have a limit too", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply reply = html("x");
  for (int i = 0; i < 100; ++i) {
    reply.headers.emplace_back("X-" + std::to_string(i), std::string(4000, 'h'));
  }
  server.on("/", reply);

  const auto error = browser.error(server.url());

  CHECK(error.error.code == "too_large");
  CHECK_THAT(error.error.message, Contains("headers"));
}

TEST_CASE("a server that says nothing runs into the time for the first byte", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply silent = html("x");
  silent.delay = 60s;
  server.on("/", silent);
  auto options = plain_options();
  options.timeout = 3s;

  const auto error = browser.error(server.url(), options);

  CHECK(error.error.code == "timeout");
  CHECK_THAT(error.error.message, Contains("no answer within 2s"));
  CHECK_THAT(error.error.hint, Contains("timeout"));
  CHECK(error.requests == 1);
  CHECK(server.requests().size() == 1);
}

TEST_CASE("a server that says nothing is asked again, and then given up", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply silent = html("late");
  silent.delay = 60s;
  server.on_each("/once", {silent, html("in time")});
  server.on("/always", silent);
  auto options = plain_options();
  options.timeout = 3s;
  options.retries = 1;

  const auto page = browser.page(server.url("/once"), options);
  CHECK(page.body == "in time");
  CHECK(page.requests == 2);
  const auto error = browser.error(server.url("/always"), options);
  CHECK(error.error.code == "timeout");
  CHECK(server.requests("/always").size() == 2);
}

TEST_CASE("a machine that takes the connection and no more is given up", "[limits]") {
  // The kernel shakes hands; nobody ever accepts.
  const Socket listener = listen_on("127.0.0.1", 0);
  const auto host = "127.0.0.1:" + std::to_string(port_of(listener));
  Browser browser;
  auto options = plain_options();
  options.timeout = 3s;
  options.connect_timeout = 1s;

  CHECK_THAT(browser.error("http://" + host, options).error.message,
             Contains("no answer within 2s"));
  // TLS belongs to the connection.
  const auto error = browser.error("https://" + host, options);
  CHECK(error.error.code == "timeout");
  CHECK_THAT(error.error.message, Contains("no connection within 1s"));
  CHECK(error.requests == 0);
}

TEST_CASE("a server that talks may take longer than the first byte", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply slow = html(std::string(600, 'x'));
  slow.delay = 500ms;
  slow.piece = 100;
  slow.pause = 750ms;
  server.on("/", slow);
  auto options = plain_options();
  options.timeout = 6s;  // of which 4 s for the first byte

  const auto page = browser.page(server.url(), options);

  CHECK(page.body.size() == 600);
  CHECK(page.took > 4s);
  CHECK(page.requests == 1);
}

TEST_CASE("the silence of one server holds up no other", "[limits]") {
  HttpServer silent({.address = "0.0.0.0"}), server;
  silent.otherwise([](const Request&) {
    Reply reply = html("late");
    reply.delay = 60s;
    return reply;
  });
  server.on("/", html("x"));
  auto settings = quick_settings();
  settings.connections = 2;
  Browser browser(settings);
  auto options = plain_options();
  options.timeout = 3s;
  std::vector<std::future<Answer>> given_up;

  for (const char* host : {"127.0.0.1", "127.0.0.2", "127.0.0.3"})
    given_up.push_back(browser.begin(silent.url("/", host), options));
  CHECK(browser.page(server.url(), plain_options()).body == "x");

  for (auto& answer : given_up) {
    const auto value = answer.get();
    REQUIRE(std::holds_alternative<FetchError>(value));
    CHECK(std::get<FetchError>(value).error.code == "timeout");
  }
  CHECK(silent.requests().size() == 3);
}

TEST_CASE("a body that does not come to its end in time is told from silence", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply slow = html(std::string(1 << 20, 'x'));
  slow.piece = 1000;
  slow.pause = 20ms;
  server.on("/", slow);
  auto options = plain_options();
  options.timeout = 4s;

  const auto error = browser.error(server.url(), options);

  CHECK(error.error.code == "timeout");
  CHECK_THAT(error.error.message, Contains("not complete within 4s"));
}

TEST_CASE("a body that drips is given up before the time for the whole", "[limits]") {
  HttpServer server;
  Browser browser;
  Reply drip = html(std::string(1000, 'x'));
  drip.piece = 1;
  drip.pause = 400ms;
  server.on("/", drip);
  auto options = plain_options();
  options.timeout = 6s;

  const auto error = browser.error(server.url(), options);

  CHECK(error.error.code == "timeout");
  CHECK_THAT(error.error.message, Contains("too slow"));
}

TEST_CASE("a host that does not take connections runs into the time for that", "[limits]") {
  Browser browser;
  auto options = plain_options();
  options.connect_timeout = 300ms;

  // Of the block for documentation (RFC 5737): routed nowhere. Machines without any route say
  // so at once, which is right too.
  const auto error = browser.error("http://192.0.2.1/", options);

  if (error.error.code == "timeout") {
    CHECK_THAT(error.error.message, Contains("no connection within 300ms"));
  } else {
    CHECK(error.error.code == "connect");
  }
  CHECK(error.requests == 0);
}
