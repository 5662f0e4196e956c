// SPDX-License-Identifier: MIT
// Whether a page shows the same as before, apart from what changes at every visit.
#include "rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

ExtractRules papers() {
  return rules(css("li.paper"), {{"title", rule(css("a"))}});
}

std::string page(const std::string& records, const std::string& rest) {
  return "<html><body><ul>" + records + "</ul>" + rest + "</body></html>";
}

std::string shape(const std::string& records, const std::string& rest = "<p>visitor 1</p>") {
  return extract(papers(), page(records, rest)).shape;
}

const std::string two = "<li class=paper><a>One</a> <i>Ann</i></li><li class=paper><a>Two</a></li>";

std::string json_shape(const std::string& text) {
  auto listed = rules(pointer("/items"), {{"title", rule(pointer("/t"))}});
  listed.format = Format::json;
  return extract(listed, text).shape;
}

std::string feed_shape(const std::string& built, const std::string& summary) {
  ExtractRules feed;
  feed.format = Format::feed;
  return extract(feed, "<rss version=\"2.0\"><channel><title>T</title><lastBuildDate>" + built +
                           "</lastBuildDate><item><title>One</title><link>https://a.b/1</link>"
                           "<description>" +
                           summary + "</description></item></channel></rss>")
      .shape;
}

}  // namespace

TEST_CASE("counters, nonces and times outside of the records do not change a page's shape",
          "[shape]") {
  CHECK_FALSE(shape(two).empty());
  CHECK(shape(two, "<p>visitor 2</p>") == shape(two));
  CHECK(shape(two, "<p data-nonce=x7>visitor 3</p><!-- 0.03 s -->") == shape(two));
  CHECK(feed_shape("Mon, 30 Nov 2026 10:00:00 GMT", "s") ==
        feed_shape("Tue, 01 Dec 2026 10:00:00 GMT", "s"));
  CHECK(json_shape(R"({"took": 3, "items": [{"t": "One"}]})") ==
        json_shape(R"({"took": 5, "items": [{"t": "One"}]})"));
}

TEST_CASE("what other rules might read changes it", "[shape]") {
  CHECK(shape("<li class=paper><a>One</a> <i>Bob</i></li><li class=paper><a>Two</a></li>") !=
        shape(two));
  CHECK(shape(two + "<li class=other><a>Three</a></li>") != shape(two));
  CHECK(shape(two, "<h2>News</h2><p>visitor 1</p>") != shape(two));
  CHECK(feed_shape("now", "a summary") != feed_shape("now", "another"));
  CHECK(json_shape(R"({"took": 3, "items": [{"t": "One", "by": "Ann"}]})") !=
        json_shape(R"({"took": 3, "items": [{"t": "One", "by": "Bob"}]})"));
  CHECK(json_shape(R"({"items": [{"t": "One"}], "more": [{"t": "Two"}]})") !=
        json_shape(R"({"items": [{"t": "One"}], "more": []})"));
}
