// SPDX-License-Identifier: MIT
// What one exchange amounts to: answers, 304, truncation, errors.
#include <memory>
#include <system_error>

#include "fetch/browser.hpp"
#include "fetch/small_internet.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

TEST_CASE("a page arrives with what is to be known about it", "[fetch]") {
  HttpServer server;
  server.on("/list", html("<p>hi", {{"ETag", "W/\"a\""}, {"Last-Modified", "yesterday-ish"}}));
  Browser browser;

  const auto page = browser.page(server.url("/list?x=1#part"));

  CHECK(page.status == 200);
  CHECK_FALSE(page.not_modified);
  CHECK(page.url == server.url("/list?x=1"));
  CHECK(page.moved_to.empty());
  CHECK(page.body == "<p>hi");
  CHECK(page.content_type == "text/html; charset=utf-8");
  CHECK(page.validators == Validators{"W/\"a\"", "yesterday-ish"});
  CHECK(page.length_known);
  CHECK(page.requests == 1);
  CHECK(page.bytes == 5);
  CHECK(server.requests().at(0).header("user-agent") == "paperwatch (test)");
}

TEST_CASE("validators go out as they came in, and 304 means the same page", "[fetch]") {
  HttpServer server;
  server.on("/list", status(304, {{"ETag", "\"v2\""}}));
  Browser browser;

  const auto page = browser.page({.url = server.url("/list"),
                                  .validators = {"\"v1\"", "some day"},
                                  .options = plain_options()});

  const auto sent = server.requests().at(0);
  CHECK(sent.header("if-none-match") == "\"v1\"");
  CHECK(sent.header("if-modified-since") == "some day");
  CHECK(page.not_modified);
  CHECK(page.status == 304);
  CHECK(page.body.empty());
  SECTION("a fresh ETag replaces the old one, what is not renewed stays") {
    CHECK(page.validators == Validators{"\"v2\"", "some day"});
  }
}

TEST_CASE("a 304 that nobody asked for is an error", "[fetch]") {
  HttpServer server;
  server.on("/list", status(304));
  Browser browser;

  const auto error = browser.error(server.url("/list"));

  CHECK(error.error.code == "http_304");
  CHECK(error.error.message == server.url("/list") + " answered 304 Not Modified");
  CHECK_FALSE(server.requests().at(0).has("if-none-match"));
}

TEST_CASE("compressed pages arrive decompressed", "[fetch]") {
  HttpServer server;
  Reply reply = html(std::string(100'000, 'x'));
  reply.gzip = true;
  server.on("/", reply);
  Browser browser;

  const auto page = browser.page(server.url());

  CHECK(page.body.size() == 100'000);
  CHECK(page.bytes < 1000);
  CHECK(page.length_known);
}

TEST_CASE("whether the end was announced is known", "[fetch]") {
  HttpServer server;
  Reply chunked = html("chunks"), open = html("open");
  chunked.framing = Reply::Framing::chunked;
  open.framing = Reply::Framing::until_close;
  server.on("/chunked", chunked);
  server.on("/open", open);
  Browser browser;

  CHECK(browser.page(server.url("/chunked")).length_known);
  const auto page = browser.page(server.url("/open"));
  CHECK_FALSE(page.length_known);
  CHECK(page.body == "open");
}

TEST_CASE("a body that ends before its announced end is truncated", "[fetch]") {
  HttpServer server;
  Reply cut = html(std::string(1000, 'x'));
  cut.cut_after = 500;
  Reply chunked = cut;
  chunked.framing = Reply::Framing::chunked;
  server.on("/length", cut);
  server.on("/chunked", chunked);
  Browser browser;

  CHECK(browser.error(server.url("/length")).error.code == "truncated");
  CHECK(browser.error(server.url("/chunked")).error.code == "truncated");
}

TEST_CASE("a body in no readable compression is an encoding error", "[fetch]") {
  HttpServer server;
  server.on("/", html("this is no gzip at all", {{"Content-Encoding", "gzip"}}));
  Browser browser;

  CHECK(browser.error(server.url()).error.code == "encoding");
}

TEST_CASE("an HTTP error is named by its status", "[fetch]") {
  struct Case {
    int status;
    const char* text;
  };
  HttpServer server;
  Browser browser;
  for (const auto& [code, text] :
       {Case{404, "404 Not Found"}, Case{410, "410 Gone"}, Case{401, "401 Unauthorized"},
        Case{403, "403 Forbidden"}, Case{500, "500 Internal Server Error"}, Case{599, "599"}}) {
    server.on("/x", status(code, {}, "sorry"));

    const auto error = browser.error(server.url("/x"));

    CHECK(error.error.code == "http_" + std::to_string(code));
    CHECK(error.error.message == server.url("/x") + " answered " + text);
    CHECK(error.status == code);
    CHECK(error.requests == 1);
  }
}

TEST_CASE("a host that is not there is told from one that does not answer", "[fetch]") {
  std::string gone;
  {
    const HttpServer server;
    gone = server.url();
  }
  HttpServer rude;
  rude.on("/", Reply{.drop = true});
  Browser browser;

  CHECK(browser.error("http://no-such-host.invalid/").error.code == "dns");
  CHECK(browser.error(gone).error.code == "connect");
  CHECK(browser.error(rude.url()).error.code == "connect");
}

TEST_CASE("what is not HTTP is no answer", "[fetch]") {
  HttpServer server;
  server.on("/", Reply{.raw = "SSH-2.0-OpenSSH\r\n"});
  Browser browser;

  CHECK(browser.error(server.url()).error.code == "connect");
}

TEST_CASE("only http and https are fetched", "[fetch]") {
  Browser browser;
  for (const char* url : {"file:///etc/passwd", "ftp://e.org/", "gopher://e.org/", "e.org/x", "",
                          "javascript:1", "http://", "http://e.org:99999/"}) {
    INFO(url);
    const auto error = browser.error(std::string(url));
    CHECK(error.error.code == "config");
    CHECK(error.requests == 0);
  }
}

TEST_CASE("connections are kept and used again", "[fetch]") {
  HttpServer server;
  server.on("/", html("x"));
  Browser browser;

  for (int i = 0; i < 5; ++i) browser.page(server.url());

  CHECK(server.connections() == 1);
}

TEST_CASE("the family of addresses can be chosen", "[fetch]") {
  HttpServer four;
  std::unique_ptr<HttpServer> six;
  try {
    six = std::make_unique<HttpServer>(ServerSettings{.port = four.port(), .address = "::1"});
  } catch (const std::system_error&) {
    WARN("this machine has no IPv6");
    return;
  }
  four.on("/", html("four"));
  six->on("/", html("six"));
  // The other family comes first: whoever has no preference gets there.
  SmallInternet internet;
  internet.name("six-first.example", {"::1", "127.0.0.1"});
  internet.name("four-first.example", {"127.0.0.1", "::1"});
  Browser browser;
  auto options = plain_options();

  options.family = FetchOptions::Family::ipv4;
  CHECK(browser.page(four.url("/", "six-first.example"), options).body == "four");
  CHECK(browser.error(six->url("/"), options).requests == 0);
  options.family = FetchOptions::Family::ipv6;
  CHECK(browser.page(four.url("/", "four-first.example"), options).body == "six");
  CHECK(browser.page(six->url("/"), options).body == "six");
  CHECK(browser.error(four.url("/", "127.0.0.1"), options).requests == 0);
}

TEST_CASE("a host whose first address does not answer is reached by its second", "[fetch]") {
  // Nobody listens on ::1 at this port.
  HttpServer four;
  four.on("/", html("four"));
  SmallInternet internet;
  internet.name("two.example", {"::1", "127.0.0.1"});
  Browser browser;

  CHECK(browser.page(four.url("/", "two.example")).body == "four");
}

TEST_CASE("an informational answer before the real one is no answer", "[fetch]") {
  HttpServer server;
  server.on("/", Reply{.raw = "HTTP/1.1 103 Early Hints\r\nETag: \"early\"\r\n\r\n"
                              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"});
  Browser browser;

  const auto page = browser.page(server.url());

  CHECK(page.status == 200);
  CHECK(page.validators.empty());
}
