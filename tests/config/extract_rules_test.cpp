// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
using Language = Selector::Language;

namespace {

ExtractRules extract(const std::string& lines) {
  return read(source_with(lines)).sources[0].extract;
}

FieldRule title(const std::string& rule, const std::string& format = "html") {
  const auto record = format == "json" ? "/items" : "li";
  return extract("      format: " + format + "\n      record: " + record +
                 "\n      require: [title]\n      fields:\n        title: " + rule + "\n")
      .fields.at(0)
      .second;
}

Selector css(std::string text) {
  return {Language::css, std::move(text), {}};
}
Selector xpath(std::string text) {
  return {Language::xpath, std::move(text), {}};
}
Selector pointer(std::string text) {
  return {Language::pointer, std::move(text), {}};
}
Pattern pattern(std::string text) {
  return {std::move(text), {}};
}

}  // namespace

TEST_CASE("a plain text is a CSS selector", "[config]") {
  CHECK(title("h3") == FieldRule{.select = {css("h3")}});
  CHECK(title("\"a.original::attr(href)\"") ==
        FieldRule{.select = {css("a.original::attr(href)")}});
}

TEST_CASE("every step of a rule is read", "[config]") {
  FieldRule expected;
  expected.select = {css(".a"), xpath(".//b")};
  expected.remove = {css("sup"), css(".x")};
  expected.all = true;
  expected.match = pattern("^By (.+)$");
  expected.replace = {{pattern("z"), ""}, {pattern("a"), "\\1"}};
  expected.split = pattern(", | and ");
  expected.each.match = pattern("\\S+");
  expected.each.replace = {{pattern("b"), "c"}};
  expected.join = " ";
  expected.default_value = "";
  expected.type = ValueType::list;
  CHECK(title("\n          select: [.a, {xpath: './/b'}]\n          remove: [sup, .x]\n          "
              "all: true\n"
              "          match: '^By (.+)$'\n          replace: {z: '', a: '\\1'}\n          "
              "split: ', | and '\n"
              "          each: {match: '\\S+', replace: {b: c}}\n          join: ' '\n          "
              "default: ''\n"
              "          type: list") == expected);
  CHECK(title("{xpath: [a, b], remove: i, type: int}") ==
        FieldRule{
            .select = {xpath("a"), xpath("b")}, .remove = {css("i")}, .type = ValueType::integer});
  CHECK(title("{select: a, type: date}").type == ValueType::date);
  CHECK(title("{select: a, type: text}").type == ValueType::text);
}

TEST_CASE("with format json a plain text is a pointer", "[config]") {
  CHECK(title("/title/0", "json") == FieldRule{.select = {pointer("/title/0")}});
  const auto authors =
      FieldRule{.select = {pointer("/author/*")},
                .each = {.select = {pointer("/given"), pointer("/family")}, .join = " "}};
  CHECK(title("{select: /author/*, each: {select: [/given, /family], join: ' '}}", "json") ==
        authors);
  CHECK(title("{select: /author/*, each: [/given, /family]}", "json") == authors);
  CHECK(title("{select: /author/*, each: [/given, /family], join: ' '}", "json") == authors);
}

TEST_CASE("without a format a leading slash tells a pointer", "[config]") {
  const auto rules = extract("      record: /items\n      fields: {title: /title, url: a}\n");
  CHECK(rules.format == Format::automatic);
  CHECK(rules.record.select == pointer("/items"));
  CHECK(rules.fields[0].second.select[0] == pointer("/title"));
  CHECK(rules.fields[1].second.select[0] == css("a"));
}

TEST_CASE("record, section, count and empty in all their forms", "[config]") {
  const auto with = [](const std::string& lines) {
    return extract(lines + "      fields: {title: a, url: b}\n");
  };
  CHECK(with("      record: {select: li, match: x}\n").record ==
        RecordRule{css("li"), pattern("x")});
  CHECK(with("      record: {xpath: '//li'}\n").record == RecordRule{xpath("//li"), {}});
  const auto rules = with(
      "      record: li\n      span: siblings\n      section: {heading: h3, match: '^(\\w+)', "
      "keep: '^New'}\n"
      "      count: {select: .stats, match: '\\d+'}\n      empty: {text: No updates today.}\n");
  CHECK(rules.span_siblings);
  CHECK(rules.section == SectionRule{css("h3"), pattern("^(\\w+)"), pattern("^New")});
  CHECK(rules.count == FieldRule{.select = {css(".stats")}, .match = pattern("\\d+")});
  CHECK(rules.empty == EmptyRule{{}, "No updates today."});
  CHECK(with("      record: li\n      empty: .none\n").empty == EmptyRule{css(".none"), ""});
  CHECK(with("      record: li\n      empty: {xpath: //p}\n").empty == EmptyRule{xpath("//p"), ""});
  CHECK(with("      record: li\n      count: h1\n").count == FieldRule{.select = {css("h1")}});
}

TEST_CASE("format, encoding, require, key and use", "[config]") {
  const auto rules = extract(
      "      format: xml\n      encoding: gbk\n      record: li\n      require: [title, oid]\n"
      "      key: {from: [oid]}\n      use: [json-ld, bibtex]\n      fields: {title: a, oid: b}\n");
  CHECK(rules.format == Format::xml);
  CHECK(rules.encoding == "gbk");
  CHECK(rules.require == std::vector<std::string>{"title", "oid"});
  CHECK(rules.key_from == std::vector<std::string>{"oid"});
  CHECK(rules.use == std::vector<Metadata>{Metadata::json_ld, Metadata::bibtex});
  CHECK(read(source_with("      record: li\n      fields: {title: a, url: b}\n",
                         "    encoding: big5\n"))
            .sources[0]
            .extract->encoding == "big5");
}

TEST_CASE("fields keep the order in which they are written", "[config]") {
  std::vector<std::string> names;
  for (const auto& [name, rule] :
       extract("      record: li\n      fields: {url: a, title: b, abstract: c}\n").fields)
    names.push_back(name);
  CHECK(names == std::vector<std::string>{"url", "title", "abstract"});
}

TEST_CASE("a selector's position is that of its first character", "[config]") {
  const auto rules = extract(
      "      record: li\n      fields:\n        title: h3\n        url: 'a'\n"
      "        abstract: {select: \"p\", match: '^x'}\n        venue: |\n          cite\n");
  const auto at = [](const Position& p) {
    return std::to_string(p.line) + ":" + std::to_string(p.column);
  };
  CHECK(at(rules.record.select->at) == "5:15");
  CHECK(at(rules.fields[0].second.select[0].at) == "7:16");
  CHECK(at(rules.fields[1].second.select[0].at) == "8:15");
  CHECK(at(rules.fields[2].second.select[0].at) == "9:29");
  CHECK(at(rules.fields[2].second.match->at) == "9:41");
  CHECK(at(rules.fields[3].second.select[0].at) == "11:11");
  CHECK(*rules.record.select->at.file == "t.yaml");
}

TEST_CASE("pages", "[config]") {
  const auto pages = [](const std::string& map) {
    return *read("sources: [{id: s, url: 'http://a.b', template: feed, pages: " + map + "}]\n")
                .sources[0]
                .pages;
  };
  CHECK(pages("{next: 'a[rel=next]'}") ==
        PagesRules{.next = FieldRule{.select = {css("a[rel=next]")}}});
  CHECK(pages("{template: 'http://a.b/?s={offset}', start: 0, step: 50, max: 3}") ==
        PagesRules{.url_template = "http://a.b/?s={offset}", .start = 0, .step = 50, .max = 3});
  CHECK(pages("{next: {xpath: '//c'}, template: 'http://a.b/?c={next}', stop: known, full_every: "
              "3d}") == PagesRules{.next = FieldRule{.select = {xpath("//c")}},
                                   .url_template = "http://a.b/?c={next}",
                                   .stop = PagesRules::Stop::known,
                                   .full_every = std::chrono::hours(72)});
  CHECK_FALSE(read("sources: [{id: s, url: 'http://a.b', template: feed, pages: null}]\n")
                  .sources[0]
                  .pages);
}

TEST_CASE("track", "[config]") {
  const auto track = [](const std::string& map) {
    return read("sources: [{id: s, url: 'http://a.b', template: feed, track: " + map + "}]\n")
        .sources[0]
        .track;
  };
  CHECK(track("{}") == TrackRules{});
  CHECK(track("{window: null}") == TrackRules{});
  CHECK(track("{window: day}").window == decltype(TrackRules::window)(TrackRules::Day{}));
  CHECK(track("{window: 30}").window == decltype(TrackRules::window)(std::int64_t{30}));
  CHECK(track("{ignore: [year], removal: {visits: 3, age: 0s}, settle: 2, baseline: announce}") ==
        TrackRules{.ignore = {{"year"}},
                   .removal_visits = 3,
                   .removal_age = Duration(0),
                   .settle = 2,
                   .baseline = TrackRules::Baseline::announce});
  CHECK(track("{watch: title}").watch == std::vector<std::string>{"title"});
}

TEST_CASE("the template feed needs no rules", "[config]") {
  CHECK(
      read("sources: [{id: s, url: 'http://a.b', template: feed}]\n").sources[0].extract->format ==
      Format::feed);
  REQUIRE(builtin_template("feed"));
  CHECK(builtin_template("feed")->extract->format == Format::feed);
  CHECK_FALSE(builtin_template("fede"));
}
