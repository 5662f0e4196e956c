// SPDX-License-Identifier: MIT
#include "render/notice.hpp"

#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using Catch::Matchers::Contains;
using test::paper_event;

Event changed_title() {
  auto event = paper_event(EventKind::paper_changed);
  event.changes = {test::title_change()};
  return event;
}

Notice digest(std::size_t events, std::size_t cap) {
  std::vector<Event> list;
  for (std::size_t i = 0; i < events; ++i)
    list.push_back(paper_event(EventKind::paper_new, "Paper " + std::to_string(i)));
  return digest_of("u:digest-1:hook", std::move(list), cap);
}

std::string body(const Notice& notice, std::string_view form) {
  const auto text = render_body(notice, form_named(form));
  REQUIRE(text);
  return *text;
}

TEST_CASE("a digest's JSON has the events and the key, and what was left out", "[notice]") {
  const auto all = json_of(digest(2, 50));
  CHECK(all.size() == 2);
  CHECK(all["events"].size() == 2);
  CHECK(all["delivery"] == "u:digest-1:hook");
  CHECK_FALSE(all["events"][0].contains("delivery"));
  CHECK(json_of(digest(5, 3))["more"] == 2);
}

TEST_CASE("an event alone is the event with its key", "[notice]") {
  const auto event = paper_event(EventKind::paper_new);
  CHECK(json_of(notice_of("u:17:hook", event)) == json_of(event, "u:17:hook"));
}

TEST_CASE("a headline counts what happened, also what is not named", "[notice]") {
  std::vector<Event> events{paper_event(EventKind::paper_new), changed_title(),
                            paper_event(EventKind::paper_new),
                            test::source_event(EventKind::source_broken)};
  CHECK(digest_of("k", events, 1).headline == "2 new papers, 1 changed, 1 listing broken");
  CHECK(subject_of(notice_of("k", paper_event(EventKind::paper_new))) == "New: Sparse things");
}

TEST_CASE("plain text for people", "[notice]") {
  const auto text = [](const Notice& notice) {
    return *fill_template(plain_template(), template_data(notice), Escape::none);
  };
  CHECK(text(notice_of("k", changed_title())) ==
        "Changed in hoefler: Sparse things\n  Ann Lee, Bo Chen\n  title: “Old name” → “New name”\n"
        "  https://example.org/5");
  auto broken = test::source_event(EventKind::source_broken);
  broken.message = "hoefler: 0 records, previously 86";
  CHECK(text(notice_of("k", broken)) == "hoefler: 0 records, previously 86");
  CHECK(text(digest(3, 2)) ==
        "3 new papers\n\nNew in hoefler: Paper 0\n  Ann Lee, Bo Chen\n  https://example.org/5\n\n"
        "New in hoefler: Paper 1\n  Ann Lee, Bo Chen\n  https://example.org/5\n\nand 1 more");
}

TEST_CASE("what a page says is text to every reader", "[notice]") {
  const auto evil = notice_of(
      "k", paper_event(EventKind::paper_new, "<script>\"x\"</script> *b* @everyone\n{{headline}}"));

  CHECK(Json::parse(body(evil, "slack"))["text"].get<std::string>().find("<script>") ==
        std::string::npos);
  const auto discord = Json::parse(body(evil, "discord"));
  CHECK_THAT(discord["content"].get<std::string>(),
             Contains("\\<script\\>") && Contains("\\*b\\*"));
  CHECK(discord["allowed_mentions"]["parse"] == Json::array());
  const auto matrix = Json::parse(body(evil, "matrix"));
  CHECK_THAT(matrix["formatted_body"].get<std::string>(),
             Contains("&lt;script&gt;&quot;x&quot;&lt;/script&gt;"));
  // A title is no template.
  CHECK_THAT(matrix["body"].get<std::string>(), Contains("{{headline}}"));
}

TEST_CASE("a digest too long for a service names fewer events", "[notice]") {
  const auto content = Json::parse(body(digest(200, 200), "discord"))["content"].get<std::string>();
  CHECK(content.size() <= 2000);
  CHECK_THAT(content, Contains("**200 new papers**") && Contains("Paper 0") && Contains(" more"));

  const auto few = Json::parse(body(digest(3, 200), "discord"))["content"].get<std::string>();
  CHECK_THAT(few, Contains("Paper 2") && !Contains("more"));
}

TEST_CASE("a single text that is too long is cut between characters", "[notice]") {
  std::string title;
  for (int i = 0; i < 1500; ++i) title += "稀";
  const auto content = Json::parse(body(notice_of("k", paper_event(EventKind::paper_new, title)),
                                        "discord"))["content"]
                           .get<std::string>();
  CHECK(content.size() <= 2000);
  CHECK_THAT(content, Catch::Matchers::EndsWith("稀…"));
}

TEST_CASE("templates: sections, lists and what is absent", "[template]") {
  const Json data{
      {"name", "a<b"}, {"none", ""}, {"list", {1, 2}}, {"no", false}, {"null", nullptr}};
  const auto filled = [&](const char* text, Escape escape) {
    return *fill_template(text, data, escape);
  };
  CHECK(filled("{{name}} {{{name}}}", Escape::html) == "a&lt;b a<b");
  CHECK(filled("{{#none}}x{{/none}}{{^none}}y{{/none}}{{#null}}z{{/null}}", Escape::none) == "y");
  CHECK(filled("{{#list}}[{{.}}]{{/list}}{{missing}}", Escape::none) == "[1][2]");
}

TEST_CASE("every value stays a JSON text", "[template]") {
  const std::string wild = "quote \" backslash \\ line\nbreak\ttab \x01 \xF0\x9F\x93\x84 </script>";
  const Json data{{"value", wild}};
  const auto filled = fill_template(R"({"a":"{{value}}"})", data, Escape::json);
  REQUIRE(filled);
  CHECK(Json::parse(*filled)["a"] == wild);
}

TEST_CASE("a template that is none says so", "[template]") {
  CHECK(check_template("{{#a}}{{/a}}"));
  const auto wrong = check_template("{{#a}} without an end");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == "config");
  CHECK_FALSE(fill_template("{{#a}}{{/b}}", Json::object(), Escape::none));
}

TEST_CASE("values are escaped as the type of the body asks for", "[template]") {
  CHECK(escape_of("application/json") == Escape::json);
  CHECK(escape_of("application/vnd.api+json; charset=utf-8") == Escape::json);
  CHECK(escape_of("text/html") == Escape::html);
  CHECK(escape_of("text/plain") == Escape::none);
}

}  // namespace
}  // namespace paperwatch
