// SPDX-License-Identifier: MIT
// What a person is told whose rules find nothing.
#include "extract/rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

const std::string page =
    "<h1>Papers</h1><ul>"
    "<li class=paper><b class=name>On blanks</b> <a href=/1>open</a> <span>x</span></li>"
    "<li class=paper><b class=name>On lists</b> <a href=/2>open</a> <span>y</span></li></ul>";

// What is said of the listing when its title is read by this rule.
std::string said_of_title(FieldRule title, const std::string& body = page) {
  std::string out;
  for (const auto& line : extract(rules(css("li"), {{"title", std::move(title)}}), body).warnings)
    out += line + "\n";
  return out;
}

std::string said_of_title(Selector title) {
  return said_of_title(rule(std::move(title)));
}

FieldRule matching(Selector selector, std::string pattern) {
  auto out = rule(std::move(selector));
  out.match = re(std::move(pattern));
  return out;
}

auto contains(const std::string& text) {
  return Catch::Matchers::Contains(text);
}

}  // namespace

TEST_CASE("a field that finds nothing in any record element is named, with the reason",
          "[advice]") {
  CHECK_THAT(
      said_of_title(css("h3")),
      contains("field 'title': 'h3' matches nothing inside the record (the first holds b, a, "
               "span)"));
  CHECK_THAT(said_of_title(css("h1")), contains("field 'title': 'h1' stands outside the records"));
  CHECK_THAT(said_of_title(css("a::attr(hreff)")),
             contains("no attribute 'hreff' on a; it has href"));
  CHECK_THAT(said_of_title(css("span::attr(id)")),
             contains("no attribute 'id' on span; it has none"));
  CHECK_THAT(
      said_of_title(css(".nme")),
      contains("(the first holds b.name, a, span); the page has no class 'nme', but one named "
               "'name'"));
  CHECK_THAT(said_of_title(xpath(".//B")), contains("names are lower case"));
  CHECK_THAT(said_of_title(xpath("li.paper")), contains("matches nothing inside the record"));
  CHECK_THAT(said_of_title(xpath("b.name")), contains("reads like a CSS selector"));
  CHECK_THAT(said_of_title(matching(css("b"), "^Z")),
             contains("'b' gives “On blanks”, where match '^Z' fits nowhere"));
  CHECK_THAT(said_of_title(rule(css("img")), "<ul><li><img src=x></li></ul>"),
             contains("'img' matches, but there is no text in it"));
}

TEST_CASE("where other fields make records, the reason stands beside the empty field", "[advice]") {
  const auto listing =
      extract(rules(css("li"), {{"title", rule(css("b"))}, {"venue", rule(css("i"))}}), page);
  CHECK(warns(listing,
              "field 'venue' is empty in all 2 records: 'i' matches nothing inside the "
              "record (the first holds b, a, span)"));
}

TEST_CASE("elements that are no records are shown by place and text, up to three", "[advice]") {
  std::string body = "<ul><li><b>One</b></li>";
  for (const char* text : {"Advertisement", "Next", "About us", "Imprint"})
    body += std::string("<li>") + text + "</li>";
  const auto listing = extract(rules(css("li"), {{"title", rule(css("b"))}}), body + "</ul>");
  CHECK(warns(listing,
              "4 of 5 record elements have no title and are no records: 2 “Advertisement”, 3 "
              "“Next”, 4 “About us”, …"));
}

TEST_CASE("JSON: a pointer that leads nowhere is told with what there is", "[advice]") {
  const auto said = [](FieldRule title) {
    std::string out;
    const std::string body = R"({"items": [{"title": "On blanks", "by": {"name": "Ann"}}]})";
    for (const auto& line :
         extract(rules(pointer("/items"), {{"title", std::move(title)}}), body).warnings)
      out += line + "\n";
    return out;
  };
  CHECK_THAT(said(rule(pointer("/titel"))),
             contains("'/titel' leads nowhere; the first record has /by, /title"));
  CHECK_THAT(said(rule(pointer("/by"))), contains("not to a text: /name"));
  CHECK_THAT(said(matching(pointer("/title"), "^Z")),
             contains("gives “On blanks”, where match '^Z' fits nowhere"));
}

TEST_CASE("what leaves out all records is named, not contradicted", "[advice]") {
  const std::string sections =
      "<h3>Recent</h3><ul><li><b>One</b><li><b>Two</b></ul><h3>Old</h3><ul><li><b>Three</b></ul>";
  auto kept = rules(css("li"), {{"title", rule(css("b"))}});
  kept.section = SectionRule{css("h3"), std::nullopt, re("^New")};
  const auto listing = extract(kept, sections);
  CHECK(listing.warnings ==
        Texts{"section: keep '^New' left out all 3; headings are: “Recent”, “Old”"});

  kept.section->heading = css("h7");
  CHECK(warns(extract(kept, sections), "no heading 'h7' stands before them"));

  auto matched = rules(css("li"), {{"title", rule(css("b"))}});
  matched.record.match = re("20..");
  CHECK(extract(matched, sections).warnings ==
        Texts{"record: match '20..' left out all 3 elements of 'li'"});
}

TEST_CASE("CSS where XPath is wanted is told", "[advice]") {
  const auto fault = [](Selector record) {
    const auto faults = faults_of(rules(std::move(record), {{"title", rule(css("b"))}}));
    REQUIRE(faults.size() == 1);
    return faults.front().message + " / " + faults.front().hint;
  };
  CHECK_THAT(fault(xpath("li.paper > b")), contains("comparison") && contains("CSS selector"));
  CHECK_THAT(fault(xpath("a[href^='x']")), contains("at character") && contains("CSS selector"));
  const auto listing = extract(rules(xpath("li.paper"), {{"title", rule(css("b"))}}), page);
  CHECK(warns(listing, "reads like a CSS selector"));
  CHECK(warns(extract(rules(xpath("//LI"), {{"title", rule(css("b"))}}), page),
              "names are lower case"));
}

TEST_CASE("an XPath that does not parse comes with its place and a remedy", "[advice]") {
  const auto fault = [](const char* text) {
    const auto faults = faults_of(rules(css("li"), {{"title", rule(xpath(text))}}));
    REQUIRE(faults.size() == 1);
    return faults.front().message + " / " + faults.front().hint;
  };
  CHECK_THAT(fault(".//b/text("), contains("at character") && contains("each ( needs a )"));
  CHECK_THAT(fault("//a["), contains("at character 5") && contains("each [ needs a ]"));
  CHECK_THAT(fault("//a[@class='x]"), contains("quote"));
}

TEST_CASE("a key of a field that no rule gives is a fault", "[advice]") {
  auto keyed = rules(css("li"), {{"title", rule(css("b"))}});
  keyed.key_from = {"uri"};
  const auto faults = faults_of(keyed);
  REQUIRE(faults.size() == 1);
  CHECK(faults.front().message == "key names 'uri', but no rule gives that field");
}

TEST_CASE("an outline shows JSON and XML as what they are, whatever rules are given", "[outline]") {
  const auto extractor = compiled(rules(css(":root"), {}));
  const auto outline = [&](std::string_view body) {
    auto text = extractor.outline({body, "https://l.example/", ""});
    REQUIRE(text);
    return *text;
  };
  CHECK_THAT(outline(R"({"items": [{"title": "A"}]})"),
             contains("items/*  (1)") && contains("title: A"));
  CHECK_THAT(outline("<Papers><Paper><Title>A</Title></Paper></Papers>"),
             contains("Papers\n  Paper\n    Title"));
  CHECK_THAT(outline("<ul><li>One</ul>"), contains("html\n"));
}
