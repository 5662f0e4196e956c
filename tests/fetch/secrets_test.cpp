// SPDX-License-Identifier: MIT
// Headers, credentials and cookies go to the origin they were given for, and nowhere else.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

FetchOptions secret_options() {
  auto options = plain_options();
  options.headers = {{"X-Api-Key", "k3y"}, {"Cookie", "session=s3cret"}};
  options.bearer = "t0ken";
  return options;
}

// A file that goes with its owner.
struct CookieFile {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("paperwatch-cookies-{}", getpid());
  explicit CookieFile(const std::string& line) {
    std::ofstream(path) << "# Netscape HTTP Cookie File\n" << line << '\n';
  }
  ~CookieFile() { std::filesystem::remove(path); }
};

}  // namespace

TEST_CASE("headers and credentials reach the origin of the source", "[secrets]") {
  HttpServer server;
  server.on("/a", redirect(302, "/b"));
  server.on("/b", html("here"));
  Browser browser;

  browser.page(server.url("/a"), secret_options());

  for (const auto& sent : server.requests()) {
    CHECK(sent.header("x-api-key") == "k3y");
    CHECK(sent.header("authorization") == "Bearer t0ken");
    CHECK(sent.header("cookie") == "session=s3cret");
  }
}

TEST_CASE("no secret follows a redirect to another origin", "[secrets]") {
  HttpServer own, other;
  other.on("/there", html("here"));
  Browser browser;
  const auto to = GENERATE(0, 1);
  // Another host, and the same host on another port.
  own.on("/", redirect(302, to == 0 ? other.url("/there", "localhost") : other.url("/there")));

  browser.page({.url = own.url(), .validators = {"\"a\"", "x"}, .options = secret_options()});

  const auto sent = other.requests().at(0);
  for (const char* name :
       {"x-api-key", "authorization", "cookie", "if-none-match", "if-modified-since"}) {
    INFO(name);
    CHECK_FALSE(sent.has(name));
    CHECK(own.requests().at(0).has(name));
  }
}

TEST_CASE("basic authentication comes from the options or from the URL", "[secrets]") {
  HttpServer server;
  server.on("/", html("here"));
  Browser browser;
  auto options = plain_options();

  SECTION("options") {
    options.user = "Aladdin";
    options.password = "open sesame";
    browser.page(server.url(), options);
  }
  SECTION("URL, and the answer's address is without") {
    const auto url = server.url("/", "Aladdin:open%20sesame@127.0.0.1");
    CHECK(browser.page(url, options).url == server.url());
  }
  CHECK(server.requests().at(0).header("authorization") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
}

TEST_CASE("credentials in the target of a redirect are not used", "[secrets]") {
  HttpServer server;
  server.on("/a", redirect(302, server.url("/b", "mallory:x@127.0.0.1")));
  server.on("/b", html("here"));
  Browser browser;

  browser.page(server.url("/a"));

  CHECK_FALSE(server.requests("/b").at(0).has("authorization"));
}

TEST_CASE("cookies of a file go to the host they name", "[secrets]") {
  HttpServer server, other;
  const CookieFile file("127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\ts3cret");
  server.on("/a", html("here"));
  other.on("/", html("there"));
  server.on("/away", redirect(302, other.url()));
  Browser browser;
  auto options = plain_options();
  options.cookies = file.path;

  browser.page(server.url("/a"), options);
  browser.page(server.url("/a", "localhost"), options);
  browser.page(server.url("/away"), options);

  CHECK(server.requests("/a").at(0).header("cookie") == "session=s3cret");
  CHECK_FALSE(server.requests("/a").at(1).has("cookie"));
  // Cookies know no ports; an origin does.
  CHECK_FALSE(other.requests().at(0).has("cookie"));
}

TEST_CASE("cookies that cannot be read are told, not left out", "[secrets]") {
  HttpServer server;
  server.on("/", html("here"));
  Browser browser;
  auto options = plain_options();

  SECTION("the file has gone") {
    options.cookies = "/no/such/cookies.txt";
    const auto error = browser.error(server.url(), options);
    CHECK(error.error.message.find("/no/such/cookies.txt") != std::string::npos);
    CHECK(error.error.hint.find("readable") != std::string::npos);
  }
  SECTION("it is in another format") {
    const CookieFile file("[{\"name\": \"session\", \"value\": \"s3cret\"}]");
    options.cookies = file.path;
    const auto error = browser.error(server.url(), options);
    CHECK(error.error.message.find(":2: not a line of Netscape's cookie format") !=
          std::string::npos);
    CHECK(error.error.message.find("s3cret") == std::string::npos);
  }
  CHECK(server.requests().empty());
}

TEST_CASE("a cookie for scripts' eyes not meant is sent too", "[secrets]") {
  HttpServer server;
  server.on("/", html("here"));
  const CookieFile file("#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\ts3cret");
  Browser browser;
  auto options = plain_options();
  options.cookies = file.path;

  browser.page(server.url(), options);

  CHECK(server.requests().at(0).header("cookie") == "session=s3cret");
}

TEST_CASE("a proxy is shown no secret of a page that goes through it in TLS", "[secrets]") {
  HttpServer proxy;
  Browser browser;
  auto options = secret_options();
  options.proxy = proxy.url("");
  const auto to = GENERATE(0, 1);
  if (to == 1) {
    options.bearer.clear();
    options.user = "reader";
    options.password = "pw";
  }

  browser.get({"https://papers.example/list", {"\"a\"", "x"}, options});

  REQUIRE(proxy.requests().size() == 1);
  const auto sent = proxy.requests()[0];
  CHECK(sent.method == "CONNECT");
  for (const char* name :
       {"x-api-key", "authorization", "cookie", "if-none-match", "if-modified-since"}) {
    INFO(name);
    CHECK_FALSE(sent.has(name));
  }
}

TEST_CASE("a proxy's own login goes to the proxy alone", "[secrets]") {
  HttpServer proxy, server;
  proxy.otherwise([](const Request&) { return html("by proxy"); });
  server.on("/", html("direct"));
  Browser browser;
  auto options = plain_options();
  options.proxy = proxy.url("", "me:pr0xy@127.0.0.1");

  CHECK(browser.page("http://papers.example/list", options).body == "by proxy");
  CHECK(browser.page(server.url()).body == "direct");

  CHECK(proxy.requests().at(0).header("proxy-authorization") == "Basic bWU6cHIweHk=");
  CHECK_FALSE(server.requests().at(0).has("proxy-authorization"));
}

TEST_CASE("robots.txt is asked for without secrets", "[secrets]") {
  HttpServer server;
  server.on("/", html("here"));
  Browser browser;
  auto options = secret_options();
  options.obey_robots = true;

  browser.page(server.url(), options);

  const auto sent = server.requests("/robots.txt").at(0);
  CHECK_FALSE(sent.has("x-api-key"));
  CHECK_FALSE(sent.has("authorization"));
  CHECK_FALSE(sent.has("cookie"));
}

TEST_CASE("the log tells of each request and of no secret", "[secrets]") {
  HttpServer server;
  server.on("/", status(401));
  std::ostringstream text;
  const auto before = spdlog::default_logger();
  auto logger = std::make_shared<spdlog::logger>(
      "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text));
  logger->set_level(spdlog::level::trace);
  spdlog::set_default_logger(logger);
  FetchError error;
  {
    Browser browser;
    auto options = secret_options();
    options.bearer.clear();
    error = browser.error(server.url("/", "user:p4ss@127.0.0.1"), options);
  }
  spdlog::set_default_logger(before);

  const auto all = text.str() + error.error.message + error.error.hint;
  CHECK(text.str().find("url=" + server.url()) != std::string::npos);
  for (const char* secret : {"k3y", "s3cret", "p4ss"}) {
    CHECK(all.find(secret) == std::string::npos);
  }
}
