// SPDX-License-Identifier: MIT
#include "render/text.hpp"

#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

TEST_CASE("each kind of event has a message of one line", "[messages]") {
  Event changed = test::paper_event(EventKind::paper_changed);
  changed.changes = {test::title_change()};
  Event more = test::paper_event(EventKind::paper_changed);
  more.changes = {{"year", std::int64_t{2025}, std::int64_t{2026}},
                  {"authors", {}, std::vector<std::string>{"Ann Lee", "Cy"}}};
  Event removed = test::paper_event(EventKind::paper_removed);
  removed.also = {"arxiv"};
  Event count = test::source_event(EventKind::count_changed);
  count.count =
      CountChange{{CountKind::exact, 90}, {CountKind::at_least, 109}, CountChange::Basis::observed};

  struct Case {
    Event event;
    std::string message;
  };
  const std::vector<Case> cases{
      {test::paper_event(EventKind::paper_new),
       "new: “Sparse things” (Ann Lee, Bo Chen, arXiv 2305.01234)"},
      {changed, "changed: title: “Old name” → “New name”"},
      {more,
       "changed: “Sparse things” (Ann Lee, Bo Chen, arXiv 2305.01234): year: 2025 → 2026; "
       "authors: nothing → Ann Lee, Cy"},
      {test::paper_event(EventKind::paper_withdrawn),
       "withdrawn: “Sparse things” (Ann Lee, Bo Chen, arXiv 2305.01234)"},
      {removed,
       "no longer listed in hoefler: “Sparse things” (Ann Lee, Bo Chen, arXiv 2305.01234); still "
       "in arxiv"},
      {test::paper_event(EventKind::paper_returned),
       "listed again in hoefler: “Sparse things” (Ann Lee, Bo Chen, arXiv 2305.01234)"},
      {count, "hoefler: observed count 90 → at least 109"},
      {test::source_event(EventKind::source_broken),
       "hoefler: the page no longer looks like the listing: 0 records"},
      {test::source_event(EventKind::source_unreachable), "hoefler: cannot be reached: 0 records"},
      {test::source_event(EventKind::source_stale),
       "hoefler: nothing new for longer than expected: 0 records"},
      {test::source_event(EventKind::source_recovered), "hoefler: works again: 0 records"}};

  for (const auto& [event, message] : cases) CHECK(message_of(event, "0 records") == message);
}

TEST_CASE("a message names at most three authors", "[messages]") {
  Event event = test::paper_event(EventKind::paper_new);
  event.paper->authors = {"A", "B", "C", "D"};
  event.paper->key = "url:https://example.org/5";

  CHECK(message_of(event) == "new: “Sparse things” (A, B, C et al.)");
}

TEST_CASE("what a page wrote cannot steer a terminal", "[messages]") {
  const Event event = test::paper_event(EventKind::paper_new, "A\x1b[31m\nred \x07 title\u009B2J");

  CHECK(message_of(event).find("“A [31m red title 2J”") != std::string::npos);
}

TEST_CASE("a long value is cut in a message", "[messages]") {
  const auto text = change_text({"abstract", std::string(200, 'a'), "b"}, 10);

  CHECK(text == "abstract: “aaaaaaaaa…” → “b”");
}

TEST_CASE("the width of text is that of a terminal", "[table]") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("量子") == 4);
  CHECK(display_width("e\u0301") == 1);   // combining accent
  CHECK(display_width("a\u200Bb") == 2);  // zero width space
  CHECK(display_width("") == 0);
}

TEST_CASE("text is cut between characters, and says so", "[table]") {
  CHECK(cut_to_width("abcdef", 6) == "abcdef");
  CHECK(cut_to_width("abcdef", 4) == "abc…");
  CHECK(cut_to_width("量子計算", 4) == "量…");
  CHECK(cut_to_width("量子計算", 6) == "量子…");
  CHECK(cut_to_width("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
  CHECK(cut_to_width("abc", 0).empty());
}

TEST_CASE("a table lines its columns up by width", "[table]") {
  const std::vector<Column> columns{
      {"source", {}, {}}, {"papers", Column::Align::right, {}}, {"title", {}, true}};

  CHECK(render_table(columns, {{"a", "5", "量子計算"}, {"longer-name", "120"}}, 0) ==
        "source       papers  title\n"
        "a                 5  量子計算\n"
        "longer-name     120\n");
}

TEST_CASE("a table that is too wide cuts only the columns that may shrink", "[table]") {
  const std::vector<Column> columns{{"id", {}, {}}, {"title", {}, true}, {"url", {}, {}}};
  const std::vector<std::vector<std::string>> rows{
      {"7", "A title that is really long", "https://example.org/7"}};

  CHECK(render_table(columns, rows, 40) ==
        "id  title          url\n"
        "7   A title that…  https://example.org/7\n");
  // Below a readable width the line may be longer than the terminal.
  CHECK(render_table(columns, rows, 10) ==
        "id  title     url\n"
        "7   A title…  https://example.org/7\n");
}

TEST_CASE("the difference of two texts is told in words", "[difference]") {
  struct Case {
    std::string before, after, shown;
  };
  const std::vector<Case> cases{
      {"", "", ""},
      {"same text", "same  text", "same text"},
      {"a b c", "a x c", "a [-b-] {+x+} c"},
      {"a b", "a b c d", "a b {+c d+}"},
      {"a b c d", "c d", "[-a b-] c d"},
      {"", "new", "{+new+}"},
      {"one two three four", "zero two four five", "[-one-] {+zero+} two [-three-] four {+five+}"}};

  for (const auto& [before, after, shown] : cases) {
    CHECK(render_difference(word_difference(before, after)) == shown);
  }
}

TEST_CASE("texts too long to search are one deletion and one insertion", "[difference]") {
  std::string before = "start", after = "start";
  for (int i = 0; i < 3000; ++i) {
    before += " a" + std::to_string(i);
    after += " b" + std::to_string(i);
  }

  const auto runs = word_difference(before + " end", after + " end");

  REQUIRE(runs.size() == 4);
  CHECK(runs[0] == WordRun{WordRun::Kind::kept, "start"});
  CHECK(runs[1].kind == WordRun::Kind::deleted);
  CHECK(runs[2].kind == WordRun::Kind::inserted);
  CHECK(runs[3] == WordRun{WordRun::Kind::kept, "end"});
}

}  // namespace
}  // namespace paperwatch
