// SPDX-License-Identifier: MIT
// What a recording must not hold.
#include "fetch/redactor.hpp"

#include <algorithm>
#include <fstream>

#include <paperwatch/recording.hpp>

#include "fetch/exchange_file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

TEST_CASE("secrets go wherever they stand, also percent-encoded", "[record]") {
  const Redactor redactor({"open sesame", "k3y!", ""});

  CHECK(redactor.text("say open sesame, open%20sesame, k3y! or k3y%21; k3y stays") ==
        "say (removed), (removed), (removed) or (removed); k3y stays");
}

TEST_CASE("a secret goes in whatever form a page repeats it", "[record]") {
  const std::string secret = "p/w \"&<é>'+=";
  const Redactor redactor({secret});
  for (const char* form : {
           "p/w \"&<é>'+=",                        // as it is
           "p%2Fw%20%22%26%3C%C3%A9%3E%27%2B%3D",  // in a URL
           "p%2fw%20%22%26%3c%c3%a9%3e%27%2b%3d",  // in lower case
           "p%2Fw+%22%26%3C%C3%A9%3E%27%2B%3D",    // from a form
           "p/w &quot;&amp;&lt;é&gt;&#39;+=",      // in HTML
           "p/w &#34;&amp;&lt;é&gt;&#39;+=",       //
           "p/w &quot;&amp;&lt;é&gt;&#x27;+=",     //
           "p/w \"&amp;&lt;é&gt;'+=",              // between tags
           "p/w \\\"&<é>'+=",                      // in JSON
           "p\\/w \\\"&<é>'+=",                    //
       }) {
    INFO(form);
    CHECK(redactor.text("a " + std::string(form) + " b") == "a (removed) b");
  }
}

TEST_CASE("a secret that is part of another leaves nothing of it", "[record]") {
  CHECK(Redactor({"abcd", "abcdefgh"}).text("abcdefgh abcd") == "(removed) (removed)");
}

TEST_CASE("of a request only harmless headers keep their values", "[record]") {
  const Redactor redactor({});

  CHECK(redactor.request_head("GET /a:b HTTP/1.1\r\nHost: e.org\r\nX-Api-Key: k\r\n"
                              "AUTHORIZATION: Basic eA==\r\n goes on\r\ncookie:a=b\r\n"
                              "Accept-Language: en\r\n\r\n") ==
        "GET /a:b HTTP/1.1\nHost: e.org\nX-Api-Key: (removed)\nAUTHORIZATION: (removed)\n"
        "cookie: (removed)\nAccept-Language: en\n");
}

TEST_CASE("of an answer cookies and logins lose their values", "[record]") {
  const Redactor redactor({"s3cret"});

  CHECK(redactor.response_head("HTTP/1.1 302 Found\r\nSet-Cookie: a=b; Path=/\r\n"
                               "Location: https://me:pw@e.org/?s=s3cret\r\nX-Own: kept\r\n\r\n") ==
        "HTTP/1.1 302 Found\nSet-Cookie: (removed)\n"
        "Location: https://(removed)@e.org/?s=(removed)\nX-Own: kept\n");
}

TEST_CASE("an address loses its login, and an @ elsewhere is none", "[record]") {
  const Redactor redactor({});

  CHECK(redactor.url("https://user:pw@e.org/x") == "https://(removed)@e.org/x");
  CHECK(redactor.url("https://e.org/@user?a=b@c") == "https://e.org/@user?a=b@c");
}

TEST_CASE("the secrets of a source are its logins, tokens, cookies and keys", "[record]") {
  const TempDir folder;
  std::ofstream(folder / "cookies.txt") << "e.org\tFALSE\t/\tFALSE\t0\tsession\tc00kie-value\n"
                                           "e.org\tFALSE\t/\tFALSE\t0\tconsent\ttrue\n";
  FetchOptions options;
  options.user = "Aladdin";
  options.password = "open sesame";
  options.bearer = "t0ken";
  options.proxy = "socks5h://me:pr0xy%20pw@localhost:9050";
  options.cookies = (folder / "cookies.txt").string();
  options.headers = {{"Accept-Language", "de-CH"},
                     {"X-Api-Key", "k3y-k3y"},
                     {"X-Auth", "Token abcdef"},
                     {"Cookie", "id=1; session=another-one"}};

  const auto secrets = secrets_of(options);

  for (const char* text : {"open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "t0ken", "pr0xy pw",
                           "c00kie-value", "k3y-k3y", "abcdef", "another-one"}) {
    INFO(text);
    CHECK(has(secrets, text));
  }
  CHECK_FALSE(has(secrets, "de-CH"));
  CHECK_FALSE(has(secrets, "true"));
}

TEST_CASE("a recorded exchange is read back as it was", "[record]") {
  RecordedExchange exchange;
  exchange.url = "https://e.org/list?a=b:c";
  exchange.at = Time(std::chrono::milliseconds(1'780'000'000'123));
  auto& result = exchange.result;
  result.sent.emplace();
  result.took = std::chrono::milliseconds(153);
  result.bytes = 42;
  result.length_known = true;
  result.request_head = "GET /list?a=b:c HTTP/1.1\r\nHost: e.org\r\n\r\n";
  result.response_head = "HTTP/2 200 \r\netag: \"v1\"\r\ncontent-type: text/html\r\n\r\n";
  result.body = std::string("< no head\n\n> nor this\r\n\0 bytes \xff", 33);

  SECTION("with an answer") {
    const auto again = parse_exchange(render_exchange(exchange));
    REQUIRE(again);
    CHECK(again->url == exchange.url);
    CHECK(again->at == exchange.at);
    CHECK(again->result.took == result.took);
    CHECK(again->result.bytes == 42);
    CHECK(again->result.length_known);
    CHECK(again->result.sent.has_value());
    CHECK(again->result.head.status == 200);
    CHECK(again->result.head.validators.etag == "\"v1\"");
    CHECK(again->result.head.content_type == "text/html");
    CHECK(again->result.body == result.body);
    CHECK_FALSE(again->result.error);
  }
  SECTION("without one") {
    result.error = Error{"connect", "nobody\nis there", "try again"};
    result.sent.reset();
    result.response_head = result.body = "";
    const auto again = parse_exchange(render_exchange(exchange));
    REQUIRE(again);
    CHECK(*again->result.error == Error{"connect", "nobody is there", "try again"});
    CHECK_FALSE(again->result.sent);
    CHECK(again->result.head.status == 0);
  }
}

TEST_CASE("what is no recorded exchange is told with its line", "[record]") {
  const auto fault = [](const std::string& text) { return parse_exchange(text).error().message; };

  CHECK(fault("") == "line 1: this is no recorded exchange");
  CHECK(fault("paperwatch exchange 1\nurl: x\nwhat: ever\n\n\n\n") ==
        "line 3: 'what: ever' cannot be read");
  CHECK(fault("paperwatch exchange 1\nat: noon\n") == "line 2: 'at: noon' cannot be read");
  CHECK(fault("paperwatch exchange 1\n\n\n\n") == "line 2: no url: among the notes");
  CHECK(fault("paperwatch exchange 1\nurl: x\n\nGET / HTTP/1.1\n\n\n") ==
        "line 4: lines of the request begin with '> '");
  CHECK(fault("paperwatch exchange 1\nurl: x\n\n\n\n") ==
        "line 5: neither an answer nor a problem");
}
