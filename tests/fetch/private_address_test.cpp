// SPDX-License-Identifier: MIT
// Private addresses are refused by the address really connected to, at each hop.
#include "fetch/browser.hpp"

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

  for (const auto& host :
       {"127.0.0.1", "localhost", "x.localhost", "127.1", "2130706433", "0x7f.0.0.1",
        "017700000001", "0", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]",
        "169.254.169.254", "10.0.0.1", "[fd00:ec2::254]"}) {
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
  CHECK(proxy.connections() == 0);

  // A name's address is the proxy's to find out.
  proxy.on("http://papers.example/list", html("by proxy"));
  CHECK(browser.page("http://papers.example/list", options).body == "by proxy");
}

TEST_CASE("proxies of the environment are not used", "[private]") {
  HttpServer server, proxy;
  server.on("/", html("direct"));
  setenv("http_proxy", proxy.url("").c_str(), 1);
  Browser browser;

  CHECK(browser.page(server.url()).body == "direct");

  unsetenv("http_proxy");
  CHECK(proxy.connections() == 0);
}
