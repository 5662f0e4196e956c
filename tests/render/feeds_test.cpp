// SPDX-License-Identifier: MIT
#include "render/feeds.hpp"

#include <cstdlib>
#include <filesystem>

#include <pugixml.hpp>
#include <unistd.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "render/json.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using test::at;

FeedEntry entry() {
  FeedEntry entry;
  entry.id = "tag:u,2026:paper/arxiv:2305.01234";
  entry.title = "On std::vector<int> & more";
  entry.url = "https://example.org/5?a=1&b=2";
  entry.authors = {"Ann Lee", "Bo \"B\" Chen"};
  entry.subjects = {"cs.DC"};
  entry.notes = {"title: “Old” → “On std::vector<int> & more”"};
  entry.summary = "We study a < b.";
  entry.published = at("2026-11-01T10:00:00Z");
  entry.updated = at("2026-11-30T09:00:02Z");
  entry.event = test::paper_event(EventKind::paper_new);
  return entry;
}

FeedDocument feed(std::vector<FeedEntry> entries = {entry()}) {
  FeedDocument feed;
  feed.id = "tag:u,2026:feed/hoefler";
  feed.title = "Torsten & co";
  feed.description = "New papers";
  feed.home = "https://example.org/list";
  feed.self = "https://papers.example.org/feeds/hoefler";
  feed.updated = at("2026-11-30T09:00:02Z");
  feed.entries = std::move(entries);
  return feed;
}

// C39 of the field cases, and its kind.
FeedEntry hostile() {
  FeedEntry hostile = entry();
  hostile.title = "A<B & \"C\" ]]> \x18 \uFFFE 𝒫 <script>alert(1)</script>";
  hostile.summary =
      "Before <base href=//evil.example> after "
      "<math><mtext><table><mglyph><style><img src=: onerror=x>";
  hostile.authors = {"<script>x</script>", "A\x01nn"};
  hostile.subjects = {"\uFFFF", "a<b"};
  hostile.url = "javascript:alert(1)";
  hostile.event = test::paper_event(EventKind::paper_new, hostile.title);
  return hostile;
}

pugi::xml_document parsed(const std::string& xml) {
  pugi::xml_document document;
  const auto result = document.load_buffer(xml.data(), xml.size(), pugi::parse_full);
  INFO(result.description());
  CHECK(result);
  return document;
}

TEST_CASE("RSS 2.0, letter by letter", "[feeds]") {
  CHECK(render_rss(feed()) == R"(<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
 <channel>
  <title>Torsten &amp; co</title>
  <link>https://example.org/list</link>
  <description>New papers</description>
  <atom:link rel="self" type="application/rss+xml" href="https://papers.example.org/feeds/hoefler.rss" />
  <lastBuildDate>Mon, 30 Nov 2026 09:00:02 GMT</lastBuildDate>
  <generator>paperwatch</generator>
  <item>
   <guid isPermaLink="false">tag:u,2026:paper/arxiv:2305.01234</guid>
   <title>On std::vector&lt;int&gt; &amp; more</title>
   <link>https://example.org/5?a=1&amp;b=2</link>
   <dc:creator>Ann Lee</dc:creator>
   <dc:creator>Bo "B" Chen</dc:creator>
   <category>cs.DC</category>
   <pubDate>Sun, 01 Nov 2026 10:00:00 GMT</pubDate>
   <atom:updated>2026-11-30T09:00:02Z</atom:updated>
   <description>&lt;p&gt;title: “Old” → “On std::vector&amp;lt;int&amp;gt; &amp;amp; more”&lt;/p&gt;&lt;p&gt;We study a &amp;lt; b.&lt;/p&gt;</description>
  </item>
 </channel>
</rss>
)");
}

TEST_CASE("Atom, letter by letter", "[feeds]") {
  CHECK(render_atom(feed()) == R"(<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
 <id>tag:u,2026:feed/hoefler</id>
 <title type="text">Torsten &amp; co</title>
 <subtitle type="text">New papers</subtitle>
 <updated>2026-11-30T09:00:02Z</updated>
 <author>
  <name>Torsten &amp; co</name>
 </author>
 <generator>paperwatch</generator>
 <link rel="self" type="application/atom+xml" href="https://papers.example.org/feeds/hoefler.atom" />
 <link rel="alternate" href="https://example.org/list" />
 <entry>
  <id>tag:u,2026:paper/arxiv:2305.01234</id>
  <title type="text">On std::vector&lt;int&gt; &amp; more</title>
  <link rel="alternate" href="https://example.org/5?a=1&amp;b=2" />
  <author>
   <name>Ann Lee</name>
  </author>
  <author>
   <name>Bo "B" Chen</name>
  </author>
  <category term="cs.DC" />
  <published>2026-11-01T10:00:00Z</published>
  <updated>2026-11-30T09:00:02Z</updated>
  <content type="text">title: “Old” → “On std::vector&lt;int&gt; &amp; more”

We study a &lt; b.</content>
 </entry>
</feed>
)");
}

TEST_CASE("JSON Feed 1.1 carries the event as its extension", "[feeds]") {
  const auto json = Json::parse(render_json_feed(feed()));

  CHECK(json["version"] == "https://jsonfeed.org/version/1.1");
  CHECK(json["title"] == "Torsten & co");
  CHECK(json["home_page_url"] == "https://example.org/list");
  CHECK(json["feed_url"] == "https://papers.example.org/feeds/hoefler.json");
  auto item = json["items"][0];
  CHECK(item["_paperwatch"] == json_of(test::paper_event(EventKind::paper_new)));
  item.erase("_paperwatch");
  CHECK(compact_text(item) ==
        R"({"id":"tag:u,2026:paper/arxiv:2305.01234","url":"https://example.org/5?a=1&b=2",)"
        R"("title":"On std::vector<int> & more",)"
        R"("content_text":"title: “Old” → “On std::vector<int> & more”\n\nWe study a < b.",)"
        R"("date_published":"2026-11-01T10:00:00Z","date_modified":"2026-11-30T09:00:02Z",)"
        R"("authors":[{"name":"Ann Lee"},{"name":"Bo \"B\" Chen"}],"tags":["cs.DC"]})");
}

TEST_CASE("an empty feed is complete, too", "[feeds]") {
  FeedDocument empty = feed({});
  empty.home = empty.self = empty.description = "";

  CHECK(Json::parse(render_json_feed(empty))["items"].empty());
  const auto rss_document = parsed(render_rss(empty));
  const auto channel = rss_document.child("rss").child("channel");
  CHECK(std::string(channel.child_value("title")) == "Torsten & co");
  CHECK(std::string(channel.child_value("link")) == "tag:u,2026:feed/hoefler");
  CHECK(std::string(channel.child_value("description")) == "Torsten & co");
  const auto atom = parsed(render_atom(empty));
  CHECK(std::string(atom.child("feed").child_value("updated")) == "2026-11-30T09:00:02Z");
  CHECK_FALSE(atom.child("feed").child("link"));
}

TEST_CASE("hostile text reaches no reader as markup", "[feeds]") {
  const std::string shown = "A<B & \"C\" ]]> 𝒫";
  const auto document = feed({hostile()});

  SECTION("RSS") {
    const auto xml = parsed(render_rss(document));
    const auto item = xml.child("rss").child("channel").child("item");
    CHECK(std::string(item.child_value("title")) == shown);
    CHECK_FALSE(item.child("link"));
    // What a reader decodes as HTML has no element but our paragraphs.
    const std::string html = item.child_value("description");
    CHECK(html.find("<p>Before after &lt;math&gt;&lt;mtext&gt;") != std::string::npos);
    CHECK(html.find("evil") == std::string::npos);
    CHECK(html.find("onerror") == std::string::npos);
    CHECK(replace_all(replace_all(html, "<p>", ""), "</p>", "").find('<') == std::string::npos);
  }
  SECTION("Atom") {
    const auto xml = parsed(render_atom(document));
    const auto item = xml.child("feed").child("entry");
    CHECK(std::string(item.child_value("title")) == shown);
    CHECK_FALSE(item.child("link"));
    CHECK(std::string(item.child("author").child_value("name")) == "Ann");
    CHECK(std::string(item.child("category").attribute("term").value()) == "a<b");
  }
  SECTION("JSON Feed") {
    const auto text = render_json_feed(document);
    const auto item = Json::parse(text)["items"][0];
    CHECK(item["title"] == shown);
    CHECK(item["_paperwatch"]["paper"]["title"] == shown);
    CHECK_FALSE(item.contains("url"));
    CHECK(compact_text(item["authors"]) == R"([{"name":"Ann"}])");
    CHECK(compact_text(item["tags"]) == R"(["a<b"])");
    CHECK(text.find("<script") == std::string::npos);
    CHECK(text.find("onerror") == std::string::npos);
    CHECK(text.find("\\u0018") == std::string::npos);
  }
}

TEST_CASE("what of a text a feed shows", "[feeds]") {
  struct Case {
    std::string text, shown;
  };
  const std::vector<Case> cases{{"std::vector<int>", "std::vector<int>"},
                                {"map<string, int> and a<b", "map<string, int> and a<b"},
                                {"for <k = 3, m> and x <y", "for <k = 3, m> and x <y"},
                                {"the <script> element", "the <script> element"},
                                {"a <b>bold</b> claim", "a <b>bold</b> claim"},
                                {"a<SCRIPT src=x>alert()</SCRIPT >b", "ab"},
                                {"a<style>p{}</style>b", "ab"},
                                {"a<script>b", "a<script>b"},
                                {"<img/src=x onerror = y>z", "z"},
                                {"<scr<script>x</script>ipt>y</script>z", "z"},
                                {"a\x01\x7F\u0085\uFDD0\U0001FFFE\u200Ab\tc\nd", "a b c d"},
                                {"bad \xFF byte", "bad \uFFFD byte"},
                                {"  ", ""}};

  for (const auto& [text, shown] : cases) CHECK(feed_text(text) == shown);
}

TEST_CASE("a page of nothing but tags takes no time", "[feeds]") {
  std::string tags, opened;
  for (int i = 0; i < 100'000; ++i) {
    tags += "<a ";
    opened += "<script>";
  }

  CHECK(feed_text(tags).size() == tags.size() - 1);
  CHECK(feed_text(opened).size() == opened.size());
}

TEST_CASE("a withdrawn paper is marked, once", "[feeds]") {
  FeedEntry withdrawn = entry();
  withdrawn.withdrawn = true;
  CHECK(entry_title(withdrawn) == "[withdrawn] On std::vector<int> & more");

  withdrawn.title = "RETRACTED: A claim";
  CHECK(entry_title(withdrawn) == "RETRACTED: A claim");
}

TEST_CASE("an entry without a title still has one", "[feeds]") {
  FeedEntry nameless = entry();
  nameless.title = "\x02";
  CHECK(entry_title(nameless) == "(without a title)");
}

TEST_CASE("an Atom feed is valid to RFC 4287's schema", "[feeds]") {
  const std::string schema = std::string(PAPERWATCH_TEST_DATA) + "/cases/atom.rnc";
  if (!std::filesystem::exists(schema) || std::system("command -v jing >/dev/null 2>&1") != 0) {
    WARN("skipped: no schema in the test data folder, or no jing");
    return;
  }
  const auto file = std::filesystem::temp_directory_path() /
                    ("paperwatch-feed-" + std::to_string(::getpid()) + ".atom");
  FeedEntry bare;
  bare.id = "tag:u,2026:paper/x";

  for (const auto& document : {feed(), feed({hostile(), bare}), feed({})}) {
    REQUIRE(write_file_atomically(file, render_atom(document)));
    CHECK(std::system(("jing -c '" + schema + "' '" + file.string() + "'").c_str()) == 0);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace paperwatch
