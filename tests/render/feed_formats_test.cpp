// SPDX-License-Identifier: MIT
// The three formats say the same, and each is laid out as its library would.
#include <sstream>

#include <pugixml.hpp>

#include "base/text.hpp"
#include "base/time.hpp"
#include "render/feeds.hpp"
#include "render/json.hpp"
#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using test::at;

// An event with everything that an event may have.
Event rich_event() {
  Event event = test::paper_event(EventKind::paper_changed, "Quotes \" and \\ and 𝒫");
  event.late = event.baseline = true;
  event.also = {"acl", "arxiv"};
  event.message = "changed: “Title”";
  event.paper->year.reset();
  event.paper->url = "";
  event.changes = {test::title_change(),
                   {"authors", std::vector<std::string>{"A", "B"}, std::vector<std::string>{}},
                   {"year", std::int64_t{2025}, std::nullopt}};
  return event;
}

Event count_event() {
  Event event = test::source_event(EventKind::count_changed);
  event.count = CountChange{{CountKind::exact, 90}, {CountKind::at_least, 109}, {}};
  event.id = 0;
  return event;
}

FeedDocument feed() {
  FeedDocument feed;
  feed.id = "tag:u,2026:feed/a&b";
  feed.title = "A & \"B\"";
  feed.description = "<none>";
  feed.home = "https://example.org/?a=1&b=\"2\"";
  feed.self = "https://papers.example.org/feeds/a&b";
  feed.updated = at("2026-11-30T09:00:02.045Z");

  FeedEntry rich;
  rich.id = "tag:u,2026:paper/(x)'&";
  rich.title = " Sums  a<b & c>d,\t“𝒫” \x01";
  rich.url = "https://example.org/\"5\"?a=1&b=<2>";
  rich.authors = {"Ann Lee", " ", "Bo \"B\" Chen"};
  rich.subjects = {"cs.DC", "", "a<b"};
  rich.notes = {"title: “Old” → “New”", " "};
  rich.summary = "We study a < b.\n\nTwice & “more” ü\u00A0x.";
  rich.withdrawn = true;
  rich.published = at("2026-11-01T10:00:00Z");
  rich.updated = at("2026-11-30T09:00:02.045Z");
  rich.event = rich_event();

  FeedEntry bare;
  bare.id = "tag:u,2026:event/18";
  bare.published = bare.updated = at("2026-02-28T23:59:59Z");
  bare.event = count_event();

  FeedEntry plain = rich;
  plain.id = "tag:u,2026:paper/y";
  plain.event.reset();
  plain.withdrawn = false;
  feed.entries = {rich, plain, bare};
  return feed;
}

pugi::xml_document parsed(const std::string& xml) {
  pugi::xml_document document;
  REQUIRE(document.load_buffer(xml.data(), xml.size(), pugi::parse_full));
  return document;
}

std::string as_library_writes(const pugi::xml_document& document) {
  std::ostringstream out;
  document.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

// What any reader learns of an entry.
struct Read {
  std::string id, title, url, authors, subjects, content, published, updated;
  bool operator==(const Read&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Read& read) {
  return out << read.id << " | " << read.title << " | " << read.url << " | " << read.authors
             << " | " << read.subjects << " | " << read.content << " | " << read.published << " | "
             << read.updated;
}

std::string unescaped(std::string html) {
  html = replace_all(replace_all(std::move(html), "</p><p>", "\n\n"), "<p>", "");
  for (const auto& [from, to] :
       {std::pair("</p>", ""), {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
    html = replace_all(std::move(html), from, to);
  return html;
}

std::vector<Read> read_rss(const std::string& xml) {
  std::vector<Read> out;
  const auto document = parsed(xml);
  for (const auto& item : document.child("rss").child("channel").children("item")) {
    Read read{item.child_value("guid"),
              item.child_value("title"),
              item.child_value("link"),
              {},
              {},
              unescaped(item.child_value("description")),
              item.child_value("pubDate"),
              item.child_value("atom:updated")};
    for (const auto& name : item.children("dc:creator"))
      read.authors += name.text().get() + std::string(";");
    for (const auto& term : item.children("category"))
      read.subjects += term.text().get() + std::string(";");
    out.push_back(read);
  }
  return out;
}

std::vector<Read> read_atom(const std::string& xml) {
  std::vector<Read> out;
  const auto document = parsed(xml);
  for (const auto& entry : document.child("feed").children("entry")) {
    const std::string published = entry.child_value("published");
    Read read{entry.child_value("id"),
              entry.child_value("title"),
              entry.child("link").attribute("href").value(),
              {},
              {},
              entry.child_value("content"),
              rfc822_date(at(published.c_str())),
              entry.child_value("updated")};
    for (const auto& author : entry.children("author"))
      read.authors += author.child_value("name") + std::string(";");
    for (const auto& term : entry.children("category"))
      read.subjects += term.attribute("term").value() + std::string(";");
    out.push_back(read);
  }
  return out;
}

std::vector<Read> read_json(const std::string& text) {
  std::vector<Read> out;
  const auto json = Json::parse(text);
  for (const auto& item : json["items"]) {
    Read read{item["id"],
              item["title"],
              item.value("url", ""),
              {},
              {},
              item["content_text"],
              rfc822_date(at(item["date_published"].get<std::string>().c_str())),
              item["date_modified"]};
    for (const auto& author : item.value("authors", Json::array()))
      read.authors += author["name"].get<std::string>() + ";";
    for (const auto& tag : item.value("tags", Json::array()))
      read.subjects += tag.get<std::string>() + ";";
    out.push_back(read);
  }
  return out;
}

TEST_CASE("RSS, Atom and JSON Feed tell the same of every entry", "[feeds]") {
  const auto rss = read_rss(render_rss(feed()));

  REQUIRE(rss.size() == 3);
  CHECK(rss[0] == Read{"tag:u,2026:paper/(x)'&", "[withdrawn] Sums a<b & c>d, “𝒫”",
                       "https://example.org/\"5\"?a=1&b=<2>", "Ann Lee;Bo \"B\" Chen;",
                       "cs.DC;a<b;", "title: “Old” → “New”\n\nWe study a < b. Twice & “more” ü x.",
                       "Sun, 01 Nov 2026 10:00:00 GMT", "2026-11-30T09:00:02.045Z"});
  CHECK(rss[2].title == "(without a title)");
  CHECK(read_atom(render_atom(feed())) == rss);
  CHECK(read_json(render_json_feed(feed())) == rss);
}

TEST_CASE("RSS and Atom are laid out as an XML library lays them out", "[feeds]") {
  auto document = feed();
  document.entries.pop_back();  // an empty text is written with two tags, and read as none
  for (const auto& xml : {render_rss(document), render_atom(document)})
    CHECK(xml == as_library_writes(parsed(xml)));
}

TEST_CASE("a JSON feed is laid out like all JSON of the program", "[feeds]") {
  const auto text = render_json_feed(feed());
  CHECK(text == indented_text(Json::parse(text)) + "\n");

  FeedDocument empty;
  CHECK(render_json_feed(empty) ==
        "{\n  \"version\": \"https://jsonfeed.org/version/1.1\",\n  \"title\": \"\",\n"
        "  \"items\": []\n}\n");
}

TEST_CASE("a JSON feed carries events as every other place does, member by member", "[feeds]") {
  const auto items = Json::parse(render_json_feed(feed()))["items"];

  CHECK(compact_text(items[0]["_paperwatch"]) == compact_text(json_of(rich_event())));
  CHECK(compact_text(items[2]["_paperwatch"]) == compact_text(json_of(count_event())));
  CHECK_FALSE(items[1].contains("_paperwatch"));
}

}  // namespace
}  // namespace paperwatch
