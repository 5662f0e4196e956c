// SPDX-License-Identifier: MIT
// Compressions other than gzip, as far as this libcurl can undo them.
#include <curl/curl.h>
#include <zstd.h>

#include "fetch/browser.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string zstd(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

template <std::size_t N>
std::string text_of(const unsigned char (&bytes)[N]) {
  return {reinterpret_cast<const char*>(bytes), N};
}

// "hello, brotli", by the brotli program.
constexpr unsigned char brotli_hello[] = {0x0f, 0x06, 0x80, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x2c,
                                          0x20, 0x62, 0x72, 0x6f, 0x74, 0x6c, 0x69, 0x03};
// 50 MiB of zeros, by the same.
constexpr unsigned char brotli_bomb[] = {
    0xcf, 0xff, 0xff, 0x7f, 0x00, 0x24, 0x00, 0xe2, 0xb1, 0x40, 0x72, 0xef, 0xff,
    0xf9, 0xff, 0xff, 0x0f, 0x80, 0x04, 0x40, 0x1c, 0x16, 0x80, 0xee, 0xfd, 0x3f,
    0xff, 0xff, 0xff, 0x01, 0x90, 0x00, 0x88, 0xc3, 0x02, 0xd0, 0xbd, 0xff, 0xcf,
    0xff, 0xff, 0x0f, 0x00, 0x12, 0x00, 0x71, 0x58, 0x00, 0xba, 0xf7, 0x1f};

bool can(int feature) {
  return (curl_version_info(CURLVERSION_NOW)->features & feature) != 0;
}

Reply encoded(const std::string& body, const char* encoding) {
  return html(body, {{"Content-Encoding", encoding}});
}

}  // namespace

TEST_CASE("every compression that libcurl can undo is offered", "[encodings]") {
  HttpServer server;
  server.on("/", html("x"));
  Browser browser;

  browser.page(server.url());

  const auto offered = server.requests().at(0).header("accept-encoding");
  INFO(offered);
  CHECK(offered.find("gzip") != std::string::npos);
  CHECK((offered.find("br") != std::string::npos) == can(CURL_VERSION_BROTLI));
  CHECK((offered.find("zstd") != std::string::npos) == can(CURL_VERSION_ZSTD));
}

TEST_CASE("pages in brotli and zstd arrive decompressed", "[encodings]") {
  HttpServer server;
  server.on("/br", encoded(text_of(brotli_hello), "br"));
  server.on("/zstd", encoded(zstd("hello, zstd"), "zstd"));
  Browser browser;

  if (can(CURL_VERSION_BROTLI)) CHECK(browser.page(server.url("/br")).body == "hello, brotli");
  if (can(CURL_VERSION_ZSTD)) CHECK(browser.page(server.url("/zstd")).body == "hello, zstd");
}

TEST_CASE("bombs in brotli and zstd end at the limit", "[encodings]") {
  HttpServer server;
  server.on("/br", encoded(text_of(brotli_bomb), "br"));
  server.on("/zstd", encoded(zstd(std::string(50 << 20, '\0')), "zstd"));
  Browser browser;
  auto options = plain_options();
  options.max_body = 1 << 20;

  if (can(CURL_VERSION_BROTLI))
    CHECK(browser.error(server.url("/br"), options).error.code == "too_large");
  if (can(CURL_VERSION_ZSTD))
    CHECK(browser.error(server.url("/zstd"), options).error.code == "too_large");
}

TEST_CASE("a compression that libcurl does not know is an encoding error", "[encodings]") {
  HttpServer server;
  server.on("/", encoded("whatever", "compress"));
  Browser browser;

  CHECK(browser.error(server.url()).error.code == "encoding");
}
