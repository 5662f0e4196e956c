// SPDX-License-Identifier: MIT
// Private addresses are refused by the address really connected to, at each hop.
#include "fetch/browser.hpp"
#include "fetch/small_internet.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

FetchOptions guarded_options() {
  auto options = plain_options();
  options.allow_private_addresses = false;
  return options;
}

}  // namespace

TEST_CASE("a private address is refused unless the source allows it", "[private]") {
  HttpServer server({.address = "0.0.0.0"});
  server.on("/", html("inside"));
  Browser browser;
  const auto port = std::to_string(server.port());

  for (const auto& host : {"127.0.0.1",       "localhost",  "x.localhost",        "127.1",
                           "2130706433",      "0x7f.0.0.1", "017700000001",       "0",
                           "127.0.0.2",       "[::1]",      "[::ffff:127.0.0.1]", "[::127.0.0.1]",
                           "169.254.169.254", "10.0.0.1",   "172.16.0.1",         "192.168.1.1",
                           "[fd00:ec2::254]", "[fe80::1]",  "224.0.0.1",          "[ff02::1]",
                           "0.0.0.0",         "[::]",       "127.0.0.1."}) {
    INFO(host);
    const auto error =
        browser.error("http://" + std::string(host) + ":" + port + "/", guarded_options());
    CHECK(error.error.code == "private_address");
    CHECK(error.error.hint.find("fetch: {private_addresses: allow}") != std::string::npos);
    CHECK(error.requests == 0);
  }
  CHECK(server.requests().empty());
  CHECK(server.connections() == 0);
  CHECK(browser.page(server.url()).body == "inside");
}

TEST_CASE("a public name that leads inward is refused by the address it is connected to",
          "[private]") {
  HttpServer server;
  server.on("/", html("inside"));
  SmallInternet internet;
  internet.name("inward.example", {"127.0.0.1"});
  internet.name("inward6.example", {"::1"});
  internet.name("mapped.example", {"::ffff:127.0.0.1"});
  internet.name("metadata.example", {"169.254.169.254"});
  internet.name("several.example", {"10.0.0.1", "::1", "127.0.0.1"});
  Browser browser;

  for (const char* name : {"inward.example", "inward6.example", "mapped.example",
                           "metadata.example", "several.example"}) {
    INFO(name);
    const auto error = browser.error(server.url("/", name), guarded_options());
    CHECK(error.error.code == "private_address");
    CHECK(error.requests == 0);
  }
  CHECK(server.connections() == 0);
  // The name itself is good: with leave its page is had.
  CHECK(browser.page(server.url("/", "inward.example")).body == "inside");
}

TEST_CASE("no hop of a public page's redirects leads inward", "[private]") {
  HttpServer inner, outer;
  inner.on("/", html("inside"));
  outer.on("/page", html("outside"));
  outer.on("/away", redirect(302, "/page"));
  SmallInternet internet;
  internet.name("outside.example", {"93.184.216.34"});
  internet.name("inward.example", {"127.0.0.1"});
  internet.machine("93.184.216.34");
  Browser browser;

  CHECK(browser.page(outer.url("/away", "outside.example"), guarded_options()).body == "outside");

  for (const auto& host :
       {"inward.example", "127.0.0.1", "localhost", "2130706433", "[::1]", "[::ffff:127.0.0.1]",
        "0x7f.1", "169.254.169.254", "10.0.0.1", "[fd00:ec2::254]", "224.0.0.1"}) {
    INFO(host);
    outer.on("/trap", redirect(301, inner.url("/", host)));
    outer.on("/far", redirect(302, "/trap"));
    const auto error = browser.error(outer.url("/trap", "outside.example"), guarded_options());
    CHECK(error.error.code == "private_address");
    CHECK(error.requests == 1);
    CHECK(browser.error(outer.url("/far", "outside.example"), guarded_options()).requests == 2);
  }
  CHECK(inner.connections() == 0);
}

TEST_CASE("a public robots.txt leads nobody inward", "[private]") {
  HttpServer inner, outer;
  inner.on("/robots.txt", text("User-agent: *\nAllow: /\n"));
  outer.on("/page", html("outside"));
  SmallInternet internet;
  internet.name("outside.example", {"93.184.216.34"});
  internet.name("inward.example", {"127.0.0.1"});
  internet.machine("93.184.216.34");
  Browser browser;
  auto options = guarded_options();
  options.obey_robots = true;

  for (const char* host : {"127.0.0.1", "inward.example"}) {
    outer.on("/robots.txt", redirect(302, inner.url("/robots.txt", host)));
    CHECK(browser.error(outer.url("/page", "outside.example"), options).error.code ==
          "private_address");
  }
  CHECK(inner.connections() == 0);
  CHECK(outer.requests("/page").empty());
}

TEST_CASE("a connection that a source with leave has opened serves no other", "[private]") {
  HttpServer server;
  server.on("/", html("inside"));
  SmallInternet internet;
  internet.name("inward.example", {"127.0.0.1"});
  Browser browser;
  CHECK(browser.page(server.url("/", "inward.example")).body == "inside");

  const auto error = browser.error(server.url("/", "inward.example"), guarded_options());

  CHECK(error.error.code == "private_address");
  CHECK(server.requests().size() == 1);
}

TEST_CASE("robots.txt of a private address is not asked for either", "[private]") {
  HttpServer server;
  Browser browser;
  auto options = guarded_options();
  options.obey_robots = true;

  CHECK(browser.error(server.url("/"), options).error.code == "private_address");
  CHECK(server.connections() == 0);
}

TEST_CASE("with a proxy a literal private address is refused all the same", "[private]") {
  HttpServer proxy;
  Browser browser;
  auto options = guarded_options();
  options.proxy = proxy.url("");

  CHECK(browser.error("http://127.0.0.1:1/", options).error.code == "private_address");
  CHECK(browser.error("http://[::1]:1/", options).error.code == "private_address");
  for (const char* odd : {"2130706433", "0x7f.1", "127.1", "0251.0376.0251.0376", "[::ffff:a00:1]",
                          "169.254.169.254.", "%31%32%37.0.0.1", "\u2460\u2461\u2466.0.0.1"}) {
    INFO(odd);
    CHECK(browser.error("http://" + std::string(odd) + "/", options).requests == 0);
  }
  CHECK(proxy.connections() == 0);

  // A name's address is the proxy's to find out.
  proxy.on("http://papers.example/list", html("by proxy"));
  CHECK(browser.page("http://papers.example/list", options).body == "by proxy");
}

TEST_CASE("proxies of the environment are not used", "[private]") {
  HttpServer server, proxy;
  server.on("/", html("direct"));
  setenv("http_proxy", proxy.url("").c_str(), 1);
  Answer answer;
  {
    Browser browser;
    answer = browser.get(server.url());
  }
  unsetenv("http_proxy");

  REQUIRE(std::holds_alternative<FetchResponse>(answer));
  CHECK(std::get<FetchResponse>(answer).body == "direct");
  CHECK(proxy.connections() == 0);
}
