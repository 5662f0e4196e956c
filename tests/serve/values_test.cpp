// SPDX-License-Identifier: MIT
// Requests, answers, markup, feeds in memory, tokens: values, without a socket.
#include <chrono>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "base/file.hpp"
#include "notify/world.hpp"
#include "serve/access.hpp"
#include "serve/connection_table.hpp"
#include "serve/feed_shelf.hpp"
#include "serve/markup.hpp"
#include "serve/page_parts.hpp"
#include "serve/web_request.hpp"
#include "serve/web_response.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

WebRequest with_header(const std::string& name, const std::string& value) {
  WebRequest request;
  request.headers[name] = value;
  return request;
}

sockaddr_in6 v6(const char* text) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  ::inet_pton(AF_INET6, text, &address.sin6_addr);
  return address;
}
sockaddr_in v4(const char* text) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  ::inet_pton(AF_INET, text, &address.sin_addr);
  return address;
}
template <typename T>
std::string key_of(const T& address) {
  return address_key(reinterpret_cast<const sockaddr*>(&address));
}

TEST_CASE("what is added to markup as text is escaped, everywhere", "[markup]") {
  CHECK(markup("<b>&\"'").text() == "&lt;b&gt;&amp;&quot;&#39;");
  CHECK(el("p", {{"title", "\"><script>"}}, std::string("std::vector<int>")).text() ==
        "<p title=\"&quot;&gt;&lt;script&gt;\">std::vector&lt;int&gt;</p>");
  CHECK(markup("a\x01\x1b[31mb\xff").text() == "a[31mb\xEF\xBF\xBD");
  CHECK(el("input", {{"name", "q"}, {"value", absent}}).text() == "<input name=\"q\">");
}

TEST_CASE("a link leads outside only by http and https", "[markup]") {
  CHECK(outside_link("https://example.org/a?b=1&c", "Paper").text() ==
        "<a href=\"https://example.org/a?b=1&amp;c\" rel=\"noopener noreferrer\">Paper</a>");
  for (const char* url : {"javascript:alert(1)", "data:text/html,x", "", "/etc/passwd", "ftp://a/",
                          " javascript:alert(1)", "java\nscript:alert(1)"}) {
    CAPTURE(url);
    CHECK(outside_link(url, "Paper").text() == "Paper");
  }
}

TEST_CASE("queries and forms are read as browsers write them", "[request]") {
  const auto asked = Parameters::parse("q=title+~+%22a%26b%22&kind=x&kind=&kind=y&empty&bad=%FF%2");

  CHECK(asked.text("q") == "title ~ \"a&b\"");
  CHECK(asked.all("kind") == std::vector<std::string>{"x", "y"});
  CHECK(asked.text("none").empty());
  CHECK(asked.text("bad") == "\xEF\xBF\xBD%2");
  CHECK(Parameters::parse("q=a&before=7").with("before", "").encoded() == "q=a");
  CHECK(Parameters().with("q", "a b&ü").encoded() == "q=a%20b%26%C3%BC");
}

TEST_CASE("a cookie is found among others", "[request]") {
  const auto request = with_header("cookie", "a=1; paperwatch_session=x.y=z ;b=2");

  CHECK(request.cookie("paperwatch_session") == "x.y=z");
  CHECK(request.cookie("b") == "2");
  CHECK(request.cookie("session").empty());
}

TEST_CASE("an encoding is taken where it is named and not excluded", "[request]") {
  CHECK(accepts("deflate, gzip;q=0.5", "gzip"));
  CHECK(accepts("GZIP", "gzip"));
  CHECK_FALSE(accepts("gzip;q=0", "gzip"));
  CHECK_FALSE(accepts("gzip;q=0.000", "gzip"));
  CHECK_FALSE(accepts("x-gzip", "gzip"));
  CHECK_FALSE(accepts("", "gzip"));
}

TEST_CASE("a stored answer comes whole, compressed, or not at all", "[response]") {
  const auto stored = store_bytes(std::string(5000, 'x'), "text/plain",
                                  test::at("2026-11-30T09:00:00.750Z"), "max-age=1");
  const auto whole = answer_stored(stored, {});
  CHECK(whole.status == 200);
  CHECK(whole.body->size() == 5000);
  CHECK(whole.header("Last-Modified") == "Mon, 30 Nov 2026 09:00:00 GMT");
  CHECK(whole.header("Vary") == "Accept-Encoding");

  const auto packed = answer_stored(stored, with_header("accept-encoding", "gzip"));
  CHECK(packed.header("Content-Encoding") == "gzip");
  CHECK(packed.body->size() < 200);
  CHECK(packed.header("ETag") != whole.header("ETag"));

  const std::string tag(whole.header("ETag"));
  for (const auto& seen : {tag, "W/" + tag, "\"other\", " + tag, std::string("*"),
                           std::string(packed.header("ETag"))}) {
    CAPTURE(seen);
    const auto again = answer_stored(stored, with_header("if-none-match", seen));
    CHECK(again.status == 304);
    CHECK(again.body->empty());
    CHECK(again.header("ETag") == tag);
  }
  CHECK(answer_stored(stored, with_header("if-none-match", "\"other\"")).status == 200);
}

TEST_CASE("a date is asked for only where no tag is", "[response]") {
  const auto stored = store_bytes("x", "text/plain", test::at("2026-11-30T09:00:00Z"), "max-age=1");
  auto request = with_header("if-modified-since", "Mon, 30 Nov 2026 09:00:00 GMT");
  CHECK(answer_stored(stored, request).status == 304);
  CHECK(answer_stored(stored, with_header("if-modified-since", "Mon, 30 Nov 2026 08:59:59 GMT"))
            .status == 200);
  CHECK(answer_stored(stored, with_header("if-modified-since", "yesterday")).status == 200);
  request.headers["if-none-match"] = "\"other\"";
  CHECK(answer_stored(stored, request).status == 200);
}

TEST_CASE("the shelf gives the bytes of the files it knows, and follows them", "[feeds]") {
  test::Folder folder;
  (void)write_file_atomically(folder / "all.rss", "<rss/>");
  (void)write_file_atomically(folder / "secret.rss", "secret");
  FeedShelf shelf(folder / "", {"all"});

  const auto first = shelf.find("all.rss");
  REQUIRE(first);
  CHECK(*first->plain == "<rss/>");
  CHECK(first->content_type == "application/rss+xml; charset=utf-8");
  CHECK_FALSE(shelf.find("all.atom"));
  CHECK_FALSE(shelf.find("secret.rss"));
  CHECK_FALSE(shelf.find("../all.rss"));
  CHECK(shelf.find("all.rss") == first);

  (void)write_file_atomically(folder / "all.rss", "<rss>new</rss>");
  const auto follows = [&] {
    for (int i = 0; i < 300; ++i) {
      if (*shelf.find("all.rss")->plain == "<rss>new</rss>") return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  CHECK(follows());
}

TEST_CASE("a token opens as a bearer, and nothing near it does", "[access]") {
  const Access access(Secret("s3cret"));
  CHECK(access.has_bearer(with_header("authorization", "Bearer s3cret")));
  CHECK(access.has_bearer(with_header("authorization", "bearer  s3cret")));
  for (const char* wrong :
       {"Bearer s3cre", "Bearer s3crett", "Basic s3cret", "s3cret", "Bearer ", "Bearer", ""}) {
    CAPTURE(wrong);
    CHECK_FALSE(access.has_bearer(with_header("authorization", wrong)));
  }
  CHECK_FALSE(Access(Secret()).has_bearer(with_header("authorization", "Bearer ")));
}

TEST_CASE("a session holds until its end and cannot be made up", "[access]") {
  const Access access(Secret("s3cret"));
  const auto now = test::at("2026-11-30T09:00:00Z");
  const auto session = access.begin_session(now + std::chrono::hours(1));
  const auto request = [](const std::string& value) {
    return with_header("cookie", "paperwatch_session=" + value);
  };

  CHECK(access.has_session(request(session), now));
  CHECK_FALSE(access.has_session(request(session), now + std::chrono::hours(1)));
  auto longer = session;
  longer[0] = '9';
  CHECK_FALSE(access.has_session(request(longer), now));
  CHECK_FALSE(access.has_session(request(""), now));
  CHECK_FALSE(Access(Secret("s3cret")).has_session(request(session), now));
}

TEST_CASE("a form counts only with its token and from the same origin", "[access]") {
  const Access access(Secret("s3cret"));
  const auto now = test::at("2026-11-30T09:00:00Z");
  auto request = with_header(
      "cookie", "paperwatch_session=" + access.begin_session(now + std::chrono::hours(1)));
  request.headers["host"] = "papers.example.org";
  request.body = "form_token=" + access.form_token(request);
  CHECK(access.is_own_form(request, now));

  SECTION("its token") {
    request.body = "form_token=";
    CHECK_FALSE(access.is_own_form(request, now));
  }
  SECTION("the token of another session") {
    auto other = request;
    other.headers["cookie"] =
        "paperwatch_session=" + access.begin_session(now + std::chrono::hours(2));
    request.body = "form_token=" + access.form_token(other);
    CHECK_FALSE(access.is_own_form(request, now));
  }
  SECTION("its origin") {
    request.headers["origin"] = "https://papers.example.org";
    CHECK(access.is_own_form(request, now));
    request.headers["origin"] = "https://evil.example";
    CHECK_FALSE(access.is_own_form(request, now));
    request.headers["origin"] = "null";
    CHECK_FALSE(access.is_own_form(request, now));
  }
  SECTION("what the browser says") {
    request.headers["sec-fetch-site"] = "cross-site";
    CHECK_FALSE(access.is_own_form(request, now));
    request.headers["sec-fetch-site"] = "same-origin";
    CHECK(access.is_own_form(request, now));
  }
}

TEST_CASE("a server of this machine answers under its own names only", "[access]") {
  for (const char* host : {"127.0.0.1:8330", "[::1]:8330", "localhost:8330", "LOCALHOST",
                           "192.168.1.5", "papers.example.org", "a.localhost"}) {
    CAPTURE(host);
    CHECK(is_known_host(with_header("host", host), true, "https://papers.example.org/"));
  }
  for (const char* host : {"evil.example", "papers.example.org.evil.example",
                           "localhost.evil.example", "evil.example:8330", "a b"}) {
    CAPTURE(host);
    CHECK_FALSE(is_known_host(with_header("host", host), true, "https://papers.example.org/"));
    CHECK(is_known_host(with_header("host", host), false, ""));
  }
}

TEST_CASE("addresses count alone, networks of IPv6 together", "[connections]") {
  CHECK(key_of(v4("192.0.2.1")) != key_of(v4("192.0.2.2")));
  CHECK(key_of(v6("::ffff:192.0.2.1")) == key_of(v4("192.0.2.1")));
  CHECK(key_of(v6("2001:db8:0:1::1")) == key_of(v6("2001:db8:0:1:ffff::2")));
  CHECK(key_of(v6("2001:db8:0:1::1")) != key_of(v6("2001:db8:0:2::1")));
}

TEST_CASE("a line of counts ends where the last one stands", "[pages]") {
  CHECK(sparkline({5}, "Papers").empty());
  const auto line = sparkline({10, 20, 15}, "Papers").text();
  CHECK(line.find("from 10 to 15 in the last 3 visits") != std::string::npos);
  CHECK(line.find("points=\"3.0,25.0 60.0,3.0 117.0,14.0\"") != std::string::npos);
  CHECK(sparkline({7, 7}, "Papers").text().find("14.0") != std::string::npos);
  // A level stretch is drawn by its ends.
  const auto level = sparkline({5, 5, 5, 5, 9, 9, 9}, "Papers").text();
  CHECK(level.find("points=\"3.0,25.0 60.0,25.0 79.0,3.0 117.0,3.0\"") != std::string::npos);
}

TEST_CASE("changes are shown as words that went and words that came", "[pages]") {
  const auto shown = [](Value before, Value after) {
    return change_markup({"title", std::move(before), std::move(after)}).text();
  };
  const auto words = shown("A fast <sparse> method", "A faster <sparse> method");
  CHECK(words.find("A <del>fast</del> <ins>faster</ins> &lt;sparse&gt; method") !=
        std::string::npos);

  using List = std::vector<std::string>;
  const auto list = shown(List{"Ann Lee", "Bo Chen"}, List{"Bo Chen", "Cy Diaz"});
  CHECK(list.find("<del>Ann Lee</del>, Bo Chen, <ins>Cy Diaz</ins>") != std::string::npos);
  CHECK(shown(List{"A", "B"}, List{"B", "A"}).find("<del>A, B</del> <ins>B, A</ins>") !=
        std::string::npos);
  CHECK(change_markup({"doi", std::nullopt, Value("10.1000/x")})
            .text()
            .find("<ins>10.1000/x</ins>") != std::string::npos);
}

TEST_CASE("long stretches that stayed are cut, their length is told", "[pages]") {
  std::string same;
  for (int i = 0; i < 100; ++i) same += "word" + std::to_string(i) + " ";
  const auto shown = change_markup({"abstract", Value(same + "old"), Value(same + "new")}).text();
  CHECK(shown.find("[… 88 words …] word88") != std::string::npos);
  CHECK(shown.find("word50") == std::string::npos);
  CHECK(shown.find("<del>old</del> <ins>new</ins>") != std::string::npos);
}

}  // namespace
}  // namespace paperwatch
