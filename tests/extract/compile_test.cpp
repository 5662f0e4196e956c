// SPDX-License-Identifier: MIT
#include "extract/rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string all_of(const std::vector<RuleFault>& faults) {
  std::string out;
  for (const RuleFault& fault : faults) out += fault.message + " | " + fault.hint + "\n";
  return out;
}

}  // namespace

TEST_CASE("faults of rules teach", "[compile]") {
  struct Case {
    const char* name;
    ExtractRules rules;
    std::vector<const char*> words;
  };
  FieldRule bad_regex = rule(css("b"));
  bad_regex.match = re("(?=x)");
  FieldRule bad_rewrite = rule(css("b"));
  bad_rewrite.replace = {{re("x"), "\\2"}};
  FieldRule bad_remove = rule(css("b"));
  bad_remove.remove = {css("i::text")};
  ExtractRules json = rules(pointer("/items"), {{"title", rule(css("b"))}});
  json.format = Format::json;
  ExtractRules html = rules(css("li"), {{"title", rule(pointer("/title"))}});
  html.format = Format::html;
  ExtractRules charset = rules(css("li"), {{"title", rule(css("b"))}});
  charset.encoding = "utf-9";
  ExtractRules require = rules(css("li"), {{"title", rule(css("b"))}});
  require.require = Texts{"title", "id"};
  const std::vector<Case> cases = {
      {"no record", ExtractRules{}, {"no record"}},
      {"xpath", rules(xpath("//li["), {}), {"record", "//li[", "character"}},
      {"css", rules(css("li["), {}), {"record", "li["}},
      {"attribute as record",
       rules(css("a::attr(href)"), {}),
       {"elements are wanted", "leave out"}},
      {"value as record", rules(xpath("string(//li)"), {}), {"elements are wanted"}},
      {"pointer", rules(pointer("items"), {}), {"starts with /"}},
      {"empty selector", rules(css(""), {}), {"empty", "quotes"}},
      {"regex",
       rules(css("li"), {{"title", bad_regex}}),
       {"field 'title', match", "(?=", "no look-ahead"}},
      {"replacement", rules(css("li"), {{"title", bad_rewrite}}), {"\\2", "groups"}},
      {"remove",
       rules(css("li"), {{"title", bad_remove}}),
       {"field 'title', remove", "elements are wanted"}},
      {"css in json", json, {"CSS selector, but the records are JSON", "JSON Pointer"}},
      {"pointer in html", html, {"JSON Pointer, but the page is no JSON", "format: json"}},
      {"xpath as css", rules(css("//li"), {}), {"{xpath: '//li'}"}},
      {"encoding", charset, {"utf-9"}},
      {"require", require, {"require names 'id'"}},
      {"no selector",
       rules(css("li"), {{"title", FieldRule{}}}),
       {"field 'title' has no selector"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const std::string text = all_of(faults_of(one.rules));
    CAPTURE(text);
    for (const char* word : one.words) CHECK(text.find(word) != std::string::npos);
  }
}

TEST_CASE("all faults are told at once", "[compile]") {
  const auto faults =
      faults_of(rules(css("li["), {{"title", rule(css("b["))}, {"url", rule(xpath("//["))}}));
  CHECK(faults.size() == 3);
}

TEST_CASE("a fault stands where the selector goes wrong", "[compile]") {
  Selector selector = xpath("//a[");
  selector.at = {"p.yaml", 7, 20};
  const auto faults = faults_of(rules(selector, {}));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].at.line == 7);
  CHECK(faults[0].at.column == 24);
}
