// SPDX-License-Identifier: MIT
// Through real proxies: microsocks and tinyproxy.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <netdb.h>

#include "base/file.hpp"
#include "fetch/browser.hpp"
#include "support/foreign_server.hpp"
#include "support/test_certificates.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// What a proxy that looks names up takes for the server's address: localhost may be ::1 first.
std::string name_of_loopback() {
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo("localhost", nullptr, &hints, &found) != 0) return "127.0.0.1";
  const bool is_v4 = found->ai_family == AF_INET;
  freeaddrinfo(found);
  return is_v4 ? "localhost" : "127.0.0.1";
}

}  // namespace

TEST_CASE("a SOCKS5 proxy is gone through, with its login", "[proxy]") {
  const auto microsocks = find_program("microsocks");
  if (microsocks.empty()) {
    WARN("microsocks is not installed");
    return;
  }
  const int port = free_port();
  const ForeignServer proxy(
      microsocks, {"-i", "127.0.0.1", "-p", std::to_string(port), "-u", "papers", "-P", "s3cret"},
      port);
  HttpServer server;
  server.on("/", html("by proxy"));
  Browser browser;
  auto options = plain_options();

  // Only with socks5h does the proxy look the name up; we might take localhost for ::1.
  const std::vector<std::pair<std::string, std::string>> ways{{"socks5", "127.0.0.1"},
                                                              {"socks5h", name_of_loopback()}};
  for (const auto& [scheme, host] : ways) {
    options.proxy = fmt::format("{}://papers:s3cret@127.0.0.1:{}", scheme, port);
    CHECK(browser.page(server.url("/", host), options).body == "by proxy");
  }
  CHECK(server.requests().size() == 2);
  INFO(proxy.log());
  CHECK(proxy.log().find("connected to") != std::string::npos);

  options.proxy = fmt::format("socks5h://papers:wrong@127.0.0.1:{}", port);
  const auto error = browser.error(server.url("/"), options);
  CHECK(error.error.code == "connect");
  CHECK(error.error.hint.find("proxy") != std::string::npos);
  CHECK(error.error.message.find("wrong") == std::string::npos);
  CHECK(server.requests().size() == 2);
}

TEST_CASE("an HTTP proxy is gone through, and TLS is verified behind it", "[proxy]") {
  const auto tinyproxy = find_program("tinyproxy");
  if (tinyproxy.empty()) {
    WARN("tinyproxy is not installed (package tinyproxy-bin)");
    return;
  }
  const TempDir folder;
  const int port = free_port();
  REQUIRE(write_file_atomically(
      folder / "tinyproxy.conf",
      fmt::format("Port {}\nListen 127.0.0.1\nMaxClients 10\nViaProxyName \"proxy\"\n", port)));
  const ForeignServer proxy(tinyproxy, {"-d", "-c", (folder / "tinyproxy.conf").string()}, port);
  Browser browser;
  auto options = plain_options();
  options.proxy = fmt::format("http://127.0.0.1:{}", port);

  HttpServer plain;
  plain.on("/", html("by proxy"));
  CHECK(browser.page(plain.url("/"), options).body == "by proxy");
  CHECK(plain.requests().at(0).header("via").find("proxy") != std::string::npos);

  const CertificateAuthority authority;
  const auto own = authority.issue("DNS:localhost,IP:127.0.0.1");
  HttpServer secure({.certificate = own.certificate, .key = own.key});
  secure.on("/", html("secure"));
  CHECK(browser.error(secure.url("/"), options).error.code == "tls");
  REQUIRE(write_file_atomically(folder / "ca.pem", authority.pem()));
  options.ca_file = (folder / "ca.pem").string();
  CHECK(browser.page(secure.url("/"), options).body == "secure");
  CHECK(secure.requests().size() == 1);
}

TEST_CASE("a proxy that is not there is told as such", "[proxy]") {
  HttpServer server;
  Browser browser;
  auto options = plain_options();
  options.proxy = fmt::format("http://127.0.0.1:{}", free_port());

  CHECK(browser.error(server.url(), options).error.code == "connect");
  CHECK(server.connections() == 0);
}
