// SPDX-License-Identifier: MIT
#include "render/feed_renewal.hpp"

#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

const std::vector<FeedFormat> all_formats{FeedFormat::rss, FeedFormat::atom, FeedFormat::json};

// An entry of the event, told `id` hours after the first.
FeedEntry about(const std::string& paper, EventId id, const std::string& text = "About it.") {
  FeedEntry out;
  out.id = "tag:u,2026:paper/" + paper;
  out.title = "On " + paper;
  out.url = "https://example.org/" + paper;
  out.authors = {"Ann Lee", "Bo Chen"};
  out.subjects = {"cs.DC"};
  out.notes = {"{ \"a\": 1 }", "<item> & </item>"};
  out.summary = text;
  out.published = out.updated = test::at("2026-11-30T00:00:00Z") + std::chrono::hours(id);
  out.event = test::paper_event(EventKind::paper_new, out.title);
  out.event->id = id;
  return out;
}

FeedDocument document(std::vector<FeedEntry> entries) {
  FeedDocument out;
  out.id = "tag:u,2026:feed/s";
  out.title = "Listing s";
  out.description = "Papers";
  out.home = "https://example.org/";
  if (!entries.empty()) out.updated = entries.front().updated;
  out.entries = std::move(entries);
  return out;
}

TEST_CASE("a feed that is written on is the feed that would be written whole", "[feeds]") {
  struct Case {
    const char* what;
    std::vector<FeedEntry> before, news, after;
    std::size_t most = 10;
  };
  const auto [what, before, news, after, most] = GENERATE(values<Case>({
      {"a new paper stands in front",
       {about("b", 2), about("a", 1)},
       {about("c", 3)},
       {about("c", 3), about("b", 2), about("a", 1)}},
      {"several do in their order",
       {about("a", 1)},
       {about("c", 4), about("b", 3)},
       {about("c", 4), about("b", 3), about("a", 1)}},
      {"a known one moves to the front",
       {about("b", 2), about("a", 1)},
       {about("a", 3, "Otherwise.")},
       {about("a", 3, "Otherwise."), about("b", 2)}},
      {"one without an event of its own stays where it is",
       {about("b", 2), about("a", 1)},
       {about("c", 3), about("a", 1, "Otherwise.")},
       {about("c", 3), about("b", 2), about("a", 1, "Otherwise.")}},
      {"one that had fallen off does not come back",
       {about("b", 2)},
       {about("c", 3), about("a", 1)},
       {about("c", 3), about("b", 2)}},
      {"the last fall off",
       {about("b", 2), about("a", 1)},
       {about("c", 3)},
       {about("c", 3), about("b", 2)},
       2},
      {"more than there is room for",
       {about("b", 2), about("a", 1)},
       {about("d", 4), about("c", 3)},
       {about("d", 4)},
       1},
  }));
  INFO(what);
  for (const FeedFormat format : all_formats) {
    const auto text =
        renewed(format, render(format, document(before)), document(news), /* seen */ 2, most);
    REQUIRE(text);
    CHECK(*text == render(format, document(after)));
  }
}

TEST_CASE("only the whole feed can tell", "[feeds]") {
  for (const FeedFormat format : all_formats) {
    const std::string before = render(format, document({about("a", 1)}));
    // It was empty: an empty feed looks otherwise.
    CHECK_FALSE(renewed(format, render(format, document({})), document({about("a", 1)}), 0, 10));
    // Nothing is later.
    CHECK_FALSE(renewed(format, before, document({about("a", 1, "Otherwise.")}), 1, 10));
    CHECK_FALSE(renewed(format, before, document({}), 1, 10));
    // It is no such text.
    CHECK_FALSE(renewed(format, "", document({about("b", 2)}), 1, 10));
    CHECK_FALSE(
        renewed(format, before.substr(0, before.size() / 2), document({about("b", 2)}), 1, 10));
  }
}

}  // namespace
}  // namespace paperwatch
