// SPDX-License-Identifier: MIT
#include "base/url.hpp"

#include "base/url_parts.hpp"
#include "support/catch.hpp"
#include "support/test_data.hpp"

using namespace paperwatch;

namespace {

std::string serialised(std::string_view text) {
  const auto url = parse_url(text);
  return url ? url->text() : "failure";
}

}  // namespace

TEST_CASE("a URL is written the way browsers write it", "[url]") {
  const auto [given, expected] = GENERATE(table<std::string, std::string>({
      {"HTTP://Example.ORG", "http://example.org/"},
      {"https://example.org:443/a", "https://example.org/a"},
      {"http://example.org:8080", "http://example.org:8080/"},
      {" \thttp://example.org/a b\n", "http://example.org/a%20b"},
      {"http:\\\\example.org\\a\\..\\b", "http://example.org/b"},
      {"http://example.org/%2e%2E/x^y", "http://example.org/x%5Ey"},
      {"http://bücher.example/é?ü#ß", "http://xn--bcher-kva.example/%C3%A9?%C3%BC#%C3%9F"},
      {"http://0x7F.1/", "http://127.0.0.1/"},
      {"http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"},
      {"http://[0:0:0:0:0:0:0:0]/", "http://[::]/"},
      {"http://[1:0:2:3:4:5:6:0]/", "http://[1:0:2:3:4:5:6:0]/"},
      {"mailto:someone@example.org", "mailto:someone@example.org"},
      {"gopher://host:70/x?y", "gopher://host:70/x?y"},
      {"javascript:void(0)", "javascript:void(0)"},
  }));

  CHECK(serialised(given) == expected);
}

TEST_CASE("what a browser refuses is refused", "[url]") {
  for (const auto* text :
       {"", "example.org/a", "http://", "http://a b/", "http://a%zz/", "http://h:65536/",
        "http://h:8a/", "http://256.0.0.1/", "http://[1::2::3]/", "http://[12345::]/",
        "http://[::1", "http://1.2.3.4.5/", "http://xn--/"}) {
    CAPTURE(text);
    CHECK(serialised(text) == "failure");
  }
}

TEST_CASE("a link is resolved against the page it stands on", "[url]") {
  const std::string base = "https://l.example/list/2/?page=1#top";

  CHECK(resolve_url("p-8", base) == "https://l.example/list/2/p-8");
  CHECK(resolve_url("/sub/p-7", base) == "https://l.example/sub/p-7");
  CHECK(resolve_url("?id=1&x=2", base) == "https://l.example/list/2/?id=1&x=2");
  CHECK(resolve_url("//cdn.example/p", base) == "https://cdn.example/p");
  CHECK(resolve_url("#results", base) == "https://l.example/list/2/?page=1#results");
  CHECK(resolve_url("", base) == "https://l.example/list/2/?page=1");
  CHECK(resolve_url("http:x", base) == "http://x/");
  CHECK(resolve_url("https:x", base) == "https://l.example/list/2/x");
}

TEST_CASE("only http and https survive resolution", "[url]") {
  for (const auto* link : {"mailto:a@b.example", "javascript:alert(1)", "ftp://h.example/x",
                           "data:text/html,x", "file:///etc/passwd", "tel:1"}) {
    CAPTURE(link);
    CHECK(resolve_url(link, "https://l.example/").empty());
  }
  CHECK(resolve_url("https://a.example", "not a base") == "https://a.example/");
  CHECK(resolve_url("relative", "not a base").empty());
}

TEST_CASE("origin and port of a URL", "[url]") {
  const auto plain = parse_url("https://user:secret@h.example/x");
  const auto other = parse_url("http://h.example:8080/x");

  REQUIRE(plain);
  REQUIRE(other);
  CHECK(plain->origin() == "https://h.example");
  CHECK(plain->effective_port() == 443);
  CHECK(other->origin() == "http://h.example:8080");
  CHECK(other->effective_port() == 8080);
}

TEST_CASE("percent escapes decode to bytes, broken ones stay", "[url]") {
  CHECK(percent_decode("10.1000%2Fx%20y") == "10.1000/x y");
  CHECK(percent_decode("100% %4 %zz %41%") == "100% %4 %zz A%");
}

TEST_CASE("every http(s) case of the web platform tests", "[url][data]") {
  const auto data = test_data_json("cases/url_wpt_http.json");
  if (!data) {
    WARN("no test data folder");
    return;
  }
  for (const auto& c : data->at("cases")) {
    const auto input = c.at("input").get<std::string>();
    CAPTURE(input, c.at("base").dump());
    std::optional<Url> base;
    if (c.at("base").is_string()) base = parse_url(c.at("base").get<std::string>());

    const auto url = parse_url(input, base ? &*base : nullptr);

    if (c.at("failure").get<bool>()) {
      CHECK_FALSE(url);
    } else {
      CHECK((url ? url->text() : "failure") == c.at("href").get<std::string>());
    }
  }
  CHECK(data->at("cases").size() == 434);
}

TEST_CASE("every reference resolution of RFC 3986", "[url][data]") {
  const auto data = test_data_json("cases/rfc3986_resolution.json");
  if (!data) {
    WARN("no test data folder");
    return;
  }
  for (const auto& c : data->at("cases")) {
    const auto base = c.at("base").get<std::string>();
    const auto reference = c.at("ref").get<std::string>();
    CAPTURE(base, reference);
    CHECK(resolve_reference(reference, base) == c.at("expect").get<std::string>());
  }
  CHECK(data->at("cases").size() == 51);
}

TEST_CASE("reference resolution by syntax", "[url]") {
  CHECK(resolve_reference("../g", "urn-x://a/b/c/d") == "urn-x://a/b/g");
  CHECK(resolve_reference("g", "x:a/b") == "x:a/g");
  CHECK(resolve_reference("g", "http://a") == "http://a/g");
}
