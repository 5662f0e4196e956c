// SPDX-License-Identifier: MIT
// Compressed pages: each kind that can be undone, whole and broken off.
#include "fetch/browser.hpp"
#include "fetch/compressed.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

template <std::size_t N>
std::string text_of(const unsigned char (&bytes)[N]) {
  return {reinterpret_cast<const char*>(bytes), N};
}

// 50 MiB of zeros, by the brotli program.
constexpr unsigned char brotli_bomb[] = {
    0xcf, 0xff, 0xff, 0x7f, 0x00, 0x24, 0x00, 0xe2, 0xb1, 0x40, 0x72, 0xef, 0xff,
    0xf9, 0xff, 0xff, 0x0f, 0x80, 0x04, 0x40, 0x1c, 0x16, 0x80, 0xee, 0xfd, 0x3f,
    0xff, 0xff, 0xff, 0x01, 0x90, 0x00, 0x88, 0xc3, 0x02, 0xd0, 0xbd, 0xff, 0xcf,
    0xff, 0xff, 0x0f, 0x00, 0x12, 0x00, 0x71, 0x58, 0x00, 0xba, 0xf7, 0x1f};

Reply encoded(const std::string& body, const std::string& encoding,
              Reply::Framing framing = Reply::Framing::length) {
  Reply reply = html(body, {{"Content-Encoding", encoding}});
  reply.framing = framing;
  return reply;
}

constexpr Reply::Framing framings[] = {Reply::Framing::length, Reply::Framing::chunked,
                                       Reply::Framing::until_close};

}  // namespace

TEST_CASE("every compression that can be undone is offered", "[encodings]") {
  HttpServer server;
  server.on("/", html("x"));
  Browser browser;

  browser.page(server.url());

  CHECK(server.requests().at(0).header("accept-encoding") ==
        (can_brotli() ? "gzip, deflate, br, zstd" : "gzip, deflate, zstd"));
}

TEST_CASE("pages arrive decompressed, however they are framed", "[encodings]") {
  HttpServer server;
  Browser browser;
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    for (const auto framing : framings) {
      CAPTURE(coding, static_cast<int>(framing));
      server.on("/", encoded(packed, coding, framing));

      const auto page = browser.page(server.url());

      CHECK(page.body == plain);
      CHECK(page.bytes == packed.size());
      // Compression has an end of its own.
      CHECK(page.length_known);
    }
  }
}

TEST_CASE("a compressed page that breaks off is truncated, however well it was framed",
          "[encodings]") {
  HttpServer server;
  Browser browser;
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    for (const auto framing : framings) {
      for (const std::size_t size : {std::size_t{1}, packed.size() / 2, packed.size() - 1}) {
        CAPTURE(coding, static_cast<int>(framing), size);
        server.on("/", encoded(packed.substr(0, size), coding, framing));

        const auto error = browser.error(server.url());

        CHECK(error.error.code == "truncated");
        CHECK_THAT(error.error.message, Catch::Matchers::Contains("(" + coding + ")"));
      }
    }
  }
}

TEST_CASE("a compressed page that breaks off is asked for again", "[encodings]") {
  HttpServer server;
  Browser browser;
  auto options = plain_options();
  options.retries = 1;
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    CAPTURE(coding);
    server.forget_requests();
    server.on_each("/",
                   {encoded(packed.substr(0, packed.size() / 2), coding, Reply::Framing::chunked),
                    encoded(packed, coding)});

    CHECK(browser.page(server.url(), options).body == plain);
    CHECK(server.requests().size() == 2);
  }
}

TEST_CASE("a compressed page with something after its end is a page", "[encodings]") {
  HttpServer server;
  Browser browser;
  for (const auto& [coding, plain, packed] : compressed_pages()) {
    for (const auto framing : framings) {
      CAPTURE(coding, static_cast<int>(framing));
      server.on("/", encoded(packed + "\r\n<!-- cached -->", coding, framing));

      CHECK(browser.page(server.url()).body == plain);
    }
  }
}

TEST_CASE("no body at all is not a compressed one that breaks off", "[encodings]") {
  HttpServer server;
  Browser browser;
  server.on("/", encoded("", "gzip"));
  server.on("/moved", status(302, {{"Location", "/"}, {"Content-Encoding", "gzip"}}));

  CHECK(browser.page(server.url("/moved")).body.empty());
}

TEST_CASE("the broken body of an error or a redirect does not matter", "[encodings]") {
  HttpServer server;
  Browser browser;
  server.on("/gone", status(410, {{"Content-Encoding", "gzip"}}, gzip("gone").substr(0, 15)));
  server.on("/old", status(301, {{"Location", "/new"}, {"Content-Encoding", "br"}}, "?"));
  server.on("/new", html("here"));

  CHECK(browser.error(server.url("/gone")).error.code == "http_410");
  CHECK(browser.page(server.url("/old")).body == "here");
}

TEST_CASE("compressed bytes that become nothing end at the limit", "[encodings]") {
  HttpServer server;
  std::string nothing;
  while (nothing.size() < 100'000) nothing += gzip("");
  server.on("/", encoded(nothing, "gzip", Reply::Framing::chunked));
  Browser browser;
  auto options = plain_options();
  options.max_body = 10'000;

  CHECK(browser.error(server.url(), options).error.code == "too_large");
}

TEST_CASE("bombs in brotli and zstd end at the limit", "[encodings]") {
  HttpServer server;
  server.on("/br", encoded(text_of(brotli_bomb), "br"));
  server.on("/zstd", encoded(zstd(std::string(50 << 20, '\0')), "zstd"));
  Browser browser;
  auto options = plain_options();
  options.max_body = 1 << 20;

  if (can_brotli()) CHECK(browser.error(server.url("/br"), options).error.code == "too_large");
  CHECK(browser.error(server.url("/zstd"), options).error.code == "too_large");
}

TEST_CASE("a compression that is not known is an encoding error", "[encodings]") {
  HttpServer server;
  server.on("/", encoded("whatever", "compress"));
  Browser browser;

  const auto error = browser.error(server.url());
  CHECK(error.error.code == "encoding");
  CHECK_THAT(error.error.message, Catch::Matchers::Contains("'compress'"));
}
