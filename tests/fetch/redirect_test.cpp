// SPDX-License-Identifier: MIT
#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

TEST_CASE("redirects are followed to the page", "[redirect]") {
  HttpServer server;
  Browser browser;
  server.on("/new/list", html("here"));

  for (const int code : {301, 302, 303, 307, 308}) {
    INFO(code);
    server.on("/old", redirect(code, "new/list"));

    const auto page = browser.page(server.url("/old"));

    CHECK(page.body == "here");
    CHECK(page.url == server.url("/new/list"));
    CHECK(page.requests == 2);
    CHECK(page.moved_to == (code == 301 || code == 308 ? page.url : ""));
  }
}

TEST_CASE("a move is where the permanent redirects from the start lead", "[redirect]") {
  HttpServer server;
  server.on("/a", redirect(301, "/b"));
  server.on("/b", redirect(308, "/c"));
  server.on("/c", redirect(302, "/d"));
  server.on("/d", redirect(301, "/e"));
  server.on("/e", html("here"));
  Browser browser;

  CHECK(browser.page(server.url("/a")).moved_to == server.url("/c"));
  CHECK(browser.page(server.url("/c")).moved_to.empty());
  CHECK(browser.page(server.url("/d")).moved_to == server.url("/e"));
}

TEST_CASE("redirects are counted", "[redirect]") {
  HttpServer server;
  server.on("/loop", redirect(302, "/loop"));
  server.on("/1", redirect(302, "/2"));
  server.on("/2", redirect(302, "/3"));
  server.on("/3", html("here"));
  Browser browser;
  auto options = plain_options();

  SECTION("five by default, and the sixth is an error") {
    const auto error = browser.error(server.url("/loop"));
    CHECK(error.error.code == "redirected");
    CHECK(server.requests("/loop").size() == 6);
    CHECK(error.requests == 6);
  }
  SECTION("as many as the options say") {
    options.redirects = 2;
    CHECK(browser.page(server.url("/1"), options).body == "here");
    options.redirects = 1;
    CHECK(browser.error(server.url("/1"), options).error.code == "redirected");
  }
  SECTION("or none at all") {
    options.redirects = 0;
    CHECK(browser.error(server.url("/1"), options).requests == 1);
  }
}

TEST_CASE("a redirect leads to http or https, or nowhere", "[redirect]") {
  HttpServer server;
  Browser browser;
  for (const char* to : {"file:///etc/passwd", "ftp://e.org/x", "gopher://127.0.0.1:25/_x",
                         "javascript:alert(1)", "http://", "data:text/html,x"}) {
    INFO(to);
    server.on("/", redirect(302, to));
    CHECK(browser.error(server.url()).error.code == "redirected");
  }
}

TEST_CASE("a redirect without a Location is an error of its status", "[redirect]") {
  HttpServer server;
  server.on("/", status(302));
  Browser browser;

  const auto error = browser.error(server.url());

  CHECK(error.error.code == "http_302");
  CHECK(error.error.message == server.url() + " answered 302 Found without a Location");
}

TEST_CASE("the validators of a page are for that page alone", "[redirect]") {
  HttpServer server;
  server.on("/old", redirect(301, "/new"));
  server.on("/new", html("here"));
  Browser browser;

  browser.page(
      {.url = server.url("/old"), .validators = {"\"a\"", "x"}, .options = plain_options()});

  CHECK(server.requests("/old").at(0).header("if-none-match") == "\"a\"");
  CHECK_FALSE(server.requests("/new").at(0).has("if-none-match"));
  CHECK_FALSE(server.requests("/new").at(0).has("if-modified-since"));
}

TEST_CASE("what a redirect leads to lends its validators to no other page", "[redirect]") {
  HttpServer server;
  server.on("/old", redirect(302, "/new"));
  server.on("/new", html("here", {{"ETag", "\"n\""}, {"Last-Modified", "some day"}}));
  Browser browser;

  CHECK(browser.page(server.url("/new")).validators == Validators{"\"n\"", "some day"});
  CHECK(browser.page(server.url("/old")).validators.empty());
}

TEST_CASE("a 304 after a redirect answers nothing that was asked", "[redirect]") {
  HttpServer server;
  server.on("/old", redirect(302, "/new"));
  server.on("/new", status(304));
  Browser browser;

  const auto error = browser.error(
      {.url = server.url("/old"), .validators = {"\"a\"", ""}, .options = plain_options()});

  CHECK(error.error.code == "http_304");
}

TEST_CASE("how the body of a redirect fares does not matter", "[redirect]") {
  HttpServer server;
  Reply cut = redirect(302, "/new");
  cut.body = std::string(1000, 'x');
  cut.cut_after = 10;
  server.on("/old", cut);
  server.on("/new", html("here"));
  Browser browser;

  CHECK(browser.page(server.url("/old")).body == "here");
}

TEST_CASE("a fragment is no part of the address that is asked or told", "[redirect]") {
  HttpServer server;
  server.on("/old", redirect(302, "/new#top"));
  server.on("/new", html("here"));
  Browser browser;

  CHECK(browser.page(server.url("/old#x")).url == server.url("/new"));
}
