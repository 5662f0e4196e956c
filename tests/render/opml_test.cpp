// SPDX-License-Identifier: MIT
#include "render/opml.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

TEST_CASE("OPML comes in with its groups as tags", "[opml]") {
  const auto list = parse_opml(
      "<?xml version=\"1.0\"?><opml version=\"1.1\"><head><title>Mine</title></head><body>"
      "<outline text=\"Physics\"><outline text=\"HEP &amp; more\">"
      "<outline type=\"rss\" text=\"hep-th\" "
      "xmlUrl=\"https://a.example/hep?x=1&amp;y=2\"/></outline>"
      "<outline title=\"A link\" type=\"link\" url=\"https://l.example/\"/></outline>"
      "<outline title=\" Lab\n news \" text=\"lab\" XMLURL=\"http://b.example/rss\"/>"
      "<outline xmlUrl=\"feed://c.example/\"/></body></opml>");
  REQUIRE(list);
  REQUIRE(list->watches.size() == 2);
  CHECK(list->watches[0].title == "hep-th");
  CHECK(list->watches[0].url == "https://a.example/hep?x=1&y=2");
  CHECK(list->watches[0].is_feed);
  CHECK(list->watches[0].tags == std::vector<std::string>{"Physics", "HEP & more"});
  CHECK(list->watches[1].title == "Lab news");
  CHECK(list->watches[1].tags.empty());
  CHECK(list->left_out ==
        std::vector<std::string>{"A link: it is no feed",
                                 "feed://c.example/: it has no http or https address"});
}

TEST_CASE("what is no OPML is refused in words", "[opml]") {
  CHECK(parse_opml("<html><body/></html>").error().message == "it is XML, but no OPML");
  CHECK(parse_opml("<opml><body><outline></opml>").error().message.find("at byte") !=
        std::string::npos);
  CHECK_FALSE(parse_opml(""));
}

TEST_CASE("OPML goes out and comes in again", "[opml]") {
  const auto text =
      render_opml("Feeds", {{"A & <b> \"c\"", "https://l.example/feeds/a.atom?x&y", ""},
                            {"B\x01", "https://l.example/b.atom", "https://home.example/"}});
  CHECK(text.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<opml version=\"2.0\">"));
  CHECK(text.find("htmlUrl=\"https://home.example/\"") != std::string::npos);
  const auto list = parse_opml(text);
  REQUIRE(list);
  REQUIRE(list->watches.size() == 2);
  CHECK(list->watches[0].title == "A & <b> \"c\"");
  CHECK(list->watches[0].url == "https://l.example/feeds/a.atom?x&y");
  CHECK(list->watches[1].title == "B");
}
