// SPDX-License-Identifier: MIT
#include <functional>
#include <set>

#include <paperwatch/rules.hpp>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

Selector css(const char* text) {
  return {Selector::Language::css, text, {}};
}
Pattern pattern(const char* text) {
  return {text, {}};
}

FieldRule field(const char* selector) {
  FieldRule rule;
  rule.select = {css(selector)};
  return rule;
}

ExtractRules listing() {
  ExtractRules rules;
  rules.record.select = css("article.record");
  rules.fields = {{"title", field("h3")}, {"url", field("a::attr(href)")}};
  return rules;
}

std::string text_of(const ExtractRules& rules) {
  return canonical_text(rules, std::nullopt);
}

}  // namespace

TEST_CASE("the text of rules is compact JSON without defaults", "[rules]") {
  const std::string expected =
      "{\"extract\":{\"fields\":{\"title\":{\"select\":[{\"css\":\"h3\"}]},"
      "\"url\":{\"select\":[{\"css\":\"a::attr(href)\"}]}},"
      "\"record\":{\"select\":{\"css\":\"article.record\"}}}}";

  CHECK(text_of(listing()) == expected);
  CHECK(text_of(ExtractRules{}) == "{\"extract\":{}}");
}

TEST_CASE("where rules stand in a file does not matter, nor the order of fields", "[rules]") {
  ExtractRules moved = listing();
  moved.at = {"other.yaml", 12, 3};
  moved.record.select->at = {"other.yaml", 13, 5};
  moved.fields[0].second.at = {"other.yaml", 14, 5};
  std::swap(moved.fields[0], moved.fields[1]);

  CHECK(text_of(moved) == text_of(listing()));
}

TEST_CASE("whatever changes how a page is read changes the text", "[rules]") {
  const std::vector<std::function<void(ExtractRules&)>> changes = {
      [](auto& r) { r.format = Format::xml; },
      [](auto& r) { r.record.select->language = Selector::Language::xpath; },
      [](auto& r) { r.record.match = pattern("x"); },
      [](auto& r) { r.span_siblings = true; },
      [](auto& r) {
        r.section = SectionRule{css("h3"), {}, {}};
      },
      [](auto& r) {
        r.section = SectionRule{css("h3"), {}, pattern("^New")};
      },
      [](auto& r) { r.count = field(".stats"); },
      [](auto& r) {
        r.empty = EmptyRule{{}, "No updates today."};
      },
      [](auto& r) {
        r.empty = EmptyRule{css(".none"), ""};
      },
      [](auto& r) { r.encoding = "gbk"; },
      [](auto& r) { r.require = std::vector<std::string>{}; },
      [](auto& r) { r.require = {"title"}; },
      [](auto& r) { r.key_from = {"url"}; },
      [](auto& r) { r.use = {Metadata::coins}; },
      [](auto& r) { r.fields.emplace_back("date", field("time")); },
      [](auto& r) { r.fields[0].second.select.push_back(css("h4")); },
      [](auto& r) { r.fields[0].second.remove = {css("i")}; },
      [](auto& r) { r.fields[0].second.all = true; },
      [](auto& r) { r.fields[0].second.match = pattern("(.*)"); },
      [](auto& r) {
        r.fields[0].second.replace = {{pattern("a"), "b"}};
      },
      [](auto& r) { r.fields[0].second.split = pattern(","); },
      [](auto& r) { r.fields[0].second.each.match = pattern("a"); },
      [](auto& r) {
        r.fields[0].second.each.replace = {{pattern("a"), "b"}};
      },
      [](auto& r) { r.fields[0].second.each.select = {css("/given")}; },
      [](auto& r) { r.fields[0].second.each.join = " "; },
      [](auto& r) { r.fields[0].second.join = ""; },
      [](auto& r) { r.fields[0].second.default_value = ""; },
      [](auto& r) { r.fields[0].second.type = ValueType::date; },
  };
  std::set<std::string> texts = {text_of(listing())};

  for (const auto& change : changes) {
    ExtractRules rules = listing();
    change(rules);
    texts.insert(text_of(rules));
  }

  CHECK(texts.size() == changes.size() + 1);
}

TEST_CASE("of the pages, only what leads to the next one is part of the text", "[rules]") {
  PagesRules pages;
  pages.next = field("a[rel=next]");
  PagesRules deeper = pages;
  deeper.max = 500;
  deeper.stop = PagesRules::Stop::known;
  PagesRules counted;
  counted.url_template = "https://x.example/?skip={offset}";
  PagesRules from_ten = counted;
  from_ten.start = 10;

  CHECK(canonical_text(listing(), pages) == canonical_text(listing(), deeper));
  CHECK(canonical_text(listing(), pages) != text_of(listing()));
  CHECK(canonical_text(listing(), counted) != canonical_text(listing(), pages));
  CHECK(canonical_text(listing(), counted) != canonical_text(listing(), from_ten));
}
