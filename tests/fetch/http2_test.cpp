// SPDX-License-Identifier: MIT
// HTTP/2, against nghttpd, which speaks nothing else.
#include "base/file.hpp"
#include "fetch/browser.hpp"
#include "support/foreign_server.hpp"
#include "support/test_certificates.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a host that speaks HTTP/2 is spoken to in HTTP/2, over one connection", "[http2]") {
  const auto nghttpd = find_program("nghttpd");
  if (nghttpd.empty()) {
    WARN("nghttpd is not installed (package nghttp2-server)");
    return;
  }
  const TempDir folder;
  const CertificateAuthority authority;
  const auto own = authority.issue("DNS:localhost,IP:127.0.0.1");
  REQUIRE(write_file_atomically(folder / "server.pem", own.certificate));
  REQUIRE(write_file_atomically(folder / "server.key", own.key));
  REQUIRE(write_file_atomically(folder / "ca.pem", authority.pem()));
  REQUIRE(write_file_atomically(folder / "site/list.html", "<p>by HTTP/2"));
  const int port = free_port();
  const ForeignServer server(
      nghttpd,
      {"-v", "-a", "127.0.0.1", "-d", (folder / "site").string(), std::to_string(port),
       (folder / "server.key").string(), (folder / "server.pem").string()},
      port);
  Browser browser;
  auto options = plain_options();
  options.ca_file = (folder / "ca.pem").string();
  const auto url = "https://127.0.0.1:" + std::to_string(port) + "/list.html";

  const auto page = browser.page(url, options);
  const auto again = browser.page({url, page.validators, options});

  CHECK(page.body == "<p>by HTTP/2");
  CHECK(page.length_known);
  CHECK_FALSE(page.validators.last_modified.empty());
  CHECK(again.not_modified);
  CHECK(browser.error(url + "x", options).error.code == "http_404");
  INFO(server.log());
  CHECK(occurrences(server.log(), ":path: /list.html") >= 2);
  CHECK(occurrences(server.log(), "if-modified-since: " + page.validators.last_modified) == 1);
  CHECK(occurrences(server.log(), "The negotiated protocol: h2") == 1);
}
