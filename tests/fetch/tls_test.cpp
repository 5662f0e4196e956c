// SPDX-License-Identifier: MIT
#include <filesystem>

#include <unistd.h>

#include "base/file.hpp"
#include "fetch/browser.hpp"
#include "support/test_certificates.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Files of one test run, removed with it.
class Files {
 public:
  Files() { std::filesystem::create_directories(folder_); }
  ~Files() { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    REQUIRE(write_file_atomically(folder_ / name, text));
    return (folder_ / name).string();
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("paperwatch-tls-" + std::to_string(getpid()));
};

ServerSettings secure(const Certificate& own, const std::string& client_ca = "") {
  return {.certificate = own.certificate, .key = own.key, .client_ca = client_ca};
}

const char* const loopback_names = "DNS:localhost,IP:127.0.0.1";

}  // namespace

TEST_CASE("a server with a certificate of a known authority is fetched", "[tls]") {
  const Files files;
  const CertificateAuthority authority;
  HttpServer server(secure(authority.issue(loopback_names)));
  server.on("/", html("secure"));
  Browser browser;
  auto options = plain_options();
  options.ca_file = files.write("ca.pem", authority.pem());

  CHECK(browser.page(server.url(), options).body == "secure");
  CHECK(browser.page(server.url("/", "localhost"), options).body == "secure");
}

TEST_CASE("certificates are always verified", "[tls]") {
  const Files files;
  const CertificateAuthority authority;
  Browser browser;
  auto options = plain_options();
  options.retries = 2;
  options.ca_file = files.write("ca.pem", authority.pem());
  const auto code_with = [&](const Certificate& certificate, const FetchOptions& with) {
    HttpServer server(secure(certificate));
    const auto error = browser.error(server.url(), with);
    CHECK(error.requests == 0);
    CHECK(server.requests().empty());
    CHECK(server.connections() == 1);  // it would fare no better a second time
    return error.error.code;
  };

  SECTION("an unknown authority") {
    CHECK(code_with(authority.issue(loopback_names), plain_options()) == "tls");
  }
  SECTION("another host's certificate") {
    CHECK(code_with(authority.issue("DNS:example.org"), options) == "tls");
  }
  SECTION("a certificate whose time is over") {
    CHECK(code_with(authority.issue(loopback_names, std::chrono::hours(-1)), options) == "tls");
  }
}

TEST_CASE("https to a server that speaks plain http is a TLS error", "[tls]") {
  HttpServer server;
  Browser browser;

  const auto url = "https://127.0.0.1:" + std::to_string(server.port()) + "/";

  CHECK(browser.error(url).error.code == "tls");
}

TEST_CASE("a client shows its certificate to its own origin alone", "[tls]") {
  const Files files;
  const CertificateAuthority authority;
  const auto own = authority.issue("DNS:client");
  HttpServer server(secure(authority.issue(loopback_names), authority.pem()));
  HttpServer other(secure(authority.issue(loopback_names), authority.pem()));
  server.on("/", html("known"));
  server.on("/away", redirect(302, other.url()));
  other.on("/", html("known too"));
  Browser browser;
  auto options = plain_options();
  options.ca_file = files.write("ca.pem", authority.pem());
  CHECK(browser.error(server.url(), options).requests <= 1);

  options.client_certificate = files.write("client.pem", own.certificate);
  options.client_key = files.write("client.key", own.key);

  CHECK(browser.page(server.url(), options).body == "known");
  browser.error(server.url("/away"), options);
  CHECK(other.requests().empty());
}
