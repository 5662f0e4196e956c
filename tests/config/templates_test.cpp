// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

const std::string templates =
    "templates:\n"
    "  t:\n"
    "    every: 6h\n"
    "    timeout: 9s\n"
    "    extract:\n"
    "      record: li\n"
    "      fields: {title: {select: h3, match: x}, url: a, year: i}\n"
    "      count: .n\n"
    "    pages: {next: a.next, max: 7}\n"
    "    track: {ignore: [year], removal: {visits: 5}}\n";

Source with(const std::string& keys, const std::string& definitions = templates) {
  return read("sources: [{id: s, url: 'http://a.b/', template: t" + keys + "}]\n" + definitions)
      .sources.at(0);
}

std::vector<std::string> field_names(const Source& source) {
  std::vector<std::string> names;
  for (const auto& [name, rule] : source.extract->fields) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("a source takes what its template says, wherever that stands", "[config]") {
  const auto source = with("");
  CHECK(source.every == std::chrono::hours(6));
  CHECK(source.fetch.timeout == std::chrono::seconds(9));
  CHECK(source.extract->record.select->text == "li");
  CHECK(source.pages->max == 7);
  CHECK(source.track.removal_visits == 5);
}

TEST_CASE("sources that take a template's rules as they are share them", "[config]") {
  const auto config = read(
      "sources:\n"
      "  - {id: a, url: 'http://a.b/', template: t}\n"
      "  - {id: b, url: 'http://a.b/', template: t, extract: {fields: {title: h1}}}\n"
      "  - {id: c, url: 'http://a.b/', template: t, encoding: big5}\n"
      "  - {id: d, url: 'http://a.b/', template: t, every: 1h}\n"
      "  - {id: e, url: 'http://a.b/', template: u}\n" +
      templates + "  u: {template: t, extract: {record: p}}\n");
  const auto rules = [&](std::size_t source) { return config.sources[source].extract; };
  CHECK(rules(3).is(rules(0)));
  for (const std::size_t other : {1, 2, 4}) CHECK_FALSE(rules(other) == rules(0));
  CHECK(rules(1)->fields[0].second.select[0].text == "h1");
  CHECK(rules(2)->encoding == "big5");
  CHECK(rules(4)->record.select->text == "p");
}

TEST_CASE("a source's own keys are laid over those of its template", "[config]") {
  const auto source = with(
      ", every: 1h, extract: {fields: {title: h1, venue: cite}}, pages: {max: 2}, track: {removal: "
      "{age: 0s}}");
  CHECK(source.every == std::chrono::hours(1));
  CHECK(field_names(source) == std::vector<std::string>{"title", "url", "year", "venue"});
  CHECK(source.pages->next->select[0].text == "a.next");
  CHECK(source.pages->max == 2);
  CHECK(source.track.removal_visits == 5);
  CHECK(source.track.removal_age == Duration(0));
}

TEST_CASE("a rule is replaced as a whole", "[config]") {
  const auto source = with(
      ", extract: {fields: {title: {xpath: //h1}}, count: {xpath: //b}, record: {xpath: //p}}");
  const auto& title = source.extract->fields[0].second;
  CHECK(title.select == std::vector<Selector>{{Selector::Language::xpath, "//h1", {}}});
  CHECK_FALSE(title.match);
  CHECK(source.extract->count->select[0].text == "//b");
}

TEST_CASE("null takes a key of the template away", "[config]") {
  const auto source = with(", extract: {fields: {year: null}, count: null}, pages: null");
  CHECK(field_names(source) == std::vector<std::string>{"title", "url"});
  CHECK_FALSE(source.extract->count);
  CHECK_FALSE(source.pages);
}

TEST_CASE("of keys that exclude each other the source's stands", "[config]") {
  const auto source = with(", at: 'Mon 08:00', track: {watch: [title]}");
  CHECK(source.at_calendar == "Mon 08:00");
  CHECK_FALSE(source.every);
  CHECK(source.track.watch == std::vector<std::string>{"title"});
  CHECK_FALSE(source.track.ignore);
}

TEST_CASE("templates build upon each other", "[config]") {
  const auto source = with("",
                           "templates:\n  t: {template: base, extract: {record: p}}\n  base: "
                           "{extract: {record: li, fields: {title: a, url: b}}}\n");
  CHECK(source.extract->record.select->text == "p");
  CHECK(field_names(source) == std::vector<std::string>{"title", "url"});
  CHECK_THAT(faults_of("templates: {a: {template: b}, b: {template: a}}\n"),
             Catch::Matchers::Contains("built upon itself"));
}

TEST_CASE("a template that no source uses is checked too", "[config]") {
  CHECK_THAT(faults_of("templates: {t: {extract: {recrod: li}}}\n"),
             Catch::Matchers::Contains("did you mean 'record'?"));
  CHECK(faults_of("templates: {t: {extract: {record: li}}}\n").empty());
  CHECK_THAT(faults_of("templates: {feed: {}}\n"),
             Catch::Matchers::Contains("comes with paperwatch"));
  CHECK_THAT(faults_of("templates: {t: {url: 'http://a.b'}}\n"),
             Catch::Matchers::Contains("unknown key 'url'"));
}
