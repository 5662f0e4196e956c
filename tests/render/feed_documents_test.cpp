// SPDX-License-Identifier: MIT
#include "render/feed_documents.hpp"

#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using test::at;

const FeedSetting setting{"0c4b", "https://papers.example.org/", false};
const FeedHeading heading{"hoefler", "Torsten", "", "https://example.org/list"};

Event event(EventId id, EventKind kind, const char* time, std::string title = "Sparse things") {
  Event event = test::paper_event(kind, std::move(title));
  event.id = id;
  event.at = at(time);
  return event;
}

Store::FeedPaper paper(std::vector<Event> events) {
  auto row = test::row({{"title", "Sparse things"}, {"abstract", "Text."}, {"doi", "10.1/x"}});
  return {std::move(row), std::move(events)};
}

Event changed(EventId id, const char* time) {
  Event out = event(id, EventKind::paper_changed, time, "New name");
  out.changes = {test::title_change()};
  return out;
}

TEST_CASE("a new paper makes an entry", "[feed documents]") {
  const auto feed =
      paper_feed(setting, heading, {paper({event(1, EventKind::paper_new, "2026-11-01")})});

  CHECK(feed.id == "tag:0c4b,2026:feed/hoefler");
  CHECK(feed.self == "https://papers.example.org/feeds/hoefler");
  CHECK(feed.home == "https://example.org/list");
  REQUIRE(feed.entries.size() == 1);
  const auto& entry = feed.entries[0];
  CHECK(entry.id == "tag:0c4b,2026:paper/arxiv:2305.01234");
  CHECK(entry.title == "Sparse things");
  CHECK(entry.authors == std::vector<std::string>{"Ann Lee", "Bo Chen"});
  CHECK(entry.summary == "Text.");
  CHECK(entry.doi == "10.1/x");
  CHECK(entry.notes.empty());
  CHECK(entry.published == at("2026-11-01"));
  CHECK(feed.updated == at("2026-11-01"));
}

TEST_CASE("a change updates the entry and says what changed", "[feed documents]") {
  const auto feed =
      paper_feed(setting, heading,
                 {paper({event(1, EventKind::paper_new, "2026-11-01"), changed(2, "2026-11-09")})});

  REQUIRE(feed.entries.size() == 1);
  const auto& entry = feed.entries[0];
  CHECK(entry.id == "tag:0c4b,2026:paper/arxiv:2305.01234");
  CHECK(entry.title == "New name");
  CHECK(entry.published == at("2026-11-01"));
  CHECK(entry.updated == at("2026-11-09"));
  CHECK(entry.event->id == 2);
  CHECK(entry.notes ==
        std::vector<std::string>{"Changed on 2026-11-09:", "title: “Old name” → “New name”"});
}

TEST_CASE("by configuration a change adds an entry of its own", "[feed documents]") {
  auto separate = setting;
  separate.changes_as_entries = true;

  const auto feed =
      paper_feed(separate, heading,
                 {paper({event(1, EventKind::paper_new, "2026-11-01"), changed(2, "2026-11-09")})});

  REQUIRE(feed.entries.size() == 2);
  CHECK(feed.entries[0].id == "tag:0c4b,2026:event/2");
  CHECK(feed.entries[0].published == at("2026-11-09"));
  CHECK(feed.entries[1].id == "tag:0c4b,2026:paper/arxiv:2305.01234");
  CHECK(feed.entries[1].title == "Sparse things");
  CHECK(feed.entries[1].notes.empty());
}

TEST_CASE("an entry tells what became of the paper", "[feed documents]") {
  struct Case {
    EventKind kind;
    std::string note;
  };
  for (const auto& [kind, note] :
       {Case{EventKind::paper_withdrawn, "Withdrawn on 2026-11-09."},
        Case{EventKind::paper_removed, "No longer listed in hoefler since 2026-11-09."},
        Case{EventKind::paper_returned, "Listed again in hoefler since 2026-11-09."}}) {
    const auto feed = paper_feed(
        setting, heading,
        {paper({event(1, EventKind::paper_new, "2026-11-01"), event(2, kind, "2026-11-09")})});
    CHECK(feed.entries.at(0).notes == std::vector<std::string>{note});
  }
}

TEST_CASE("a further source that lists a known paper leaves its entry alone", "[feed documents]") {
  const auto first = event(1, EventKind::paper_new, "2026-11-01");
  auto second = event(2, EventKind::paper_new, "2026-11-09");
  second.source = "arxiv";

  CHECK(paper_feed(setting, heading, {paper({first, second})}).entries ==
        paper_feed(setting, heading, {paper({first})}).entries);
}

TEST_CASE("entries stand newest first, and the feed is as new as its newest", "[feed documents]") {
  auto other = paper({event(3, EventKind::paper_new, "2026-11-05")});
  other.paper.key = "doi:10.1/y";
  auto twin = paper({event(4, EventKind::paper_new, "2026-11-05")});
  twin.paper.key = "doi:10.1/z";

  const auto feed =
      paper_feed(setting, heading,
                 {paper({event(1, EventKind::paper_new, "2026-11-01")}), other, twin, paper({})});

  REQUIRE(feed.entries.size() == 3);
  CHECK(feed.entries[0].event->id == 4);
  CHECK(feed.entries[1].event->id == 3);
  CHECK(feed.entries[2].event->id == 1);
  CHECK(feed.updated == at("2026-11-05"));
}

TEST_CASE("nothing but an event changes a byte", "[feed documents]") {
  const auto before = paper({event(1, EventKind::paper_new, "2026-11-01")});
  auto after = before;
  // A link that moves and an ignored field are stored silently; a visit moves `last_seen`.
  after.paper.fields["url"] = "https://elsewhere.example/";
  after.paper.fields["citations"] = "42";
  after.paper.last_seen = at("2026-12-24");
  after.paper.sources = {"hoefler", "arxiv"};
  after.paper.version = 7;

  CHECK(render_rss(paper_feed(setting, heading, {after})) ==
        render_rss(paper_feed(setting, heading, {before})));
  CHECK(render_json_feed(paper_feed(setting, heading, {after})) ==
        render_json_feed(paper_feed(setting, heading, {before})));
}

TEST_CASE("an empty feed has a time that never moves", "[feed documents]") {
  CHECK(paper_feed(setting, heading, {}).updated == at("2026-01-01"));
  CHECK(paper_feed({"u", "", false}, heading, {}).self.empty());
}

TEST_CASE("troubles of sources go to the status feed, papers never", "[feed documents]") {
  Event broken = test::source_event(EventKind::source_broken);
  broken.message = "hoefler: 0 records, previously 86";

  const auto feed = status_feed(setting, {"status", "Sources", "", ""},
                                {broken, event(1, EventKind::paper_new, "2026-11-01")});

  REQUIRE(feed.entries.size() == 1);
  CHECK(feed.entries[0].id == "tag:0c4b,2026:event/18");
  CHECK(feed.entries[0].title == "hoefler: 0 records, previously 86");
  CHECK(feed.updated == broken.at);
}

TEST_CASE("ids hold what a tag URI may hold, and differ as their keys do", "[feed documents]") {
  CHECK(tag_uri("u", "paper/arxiv:astro-ph/9912001") == "tag:u,2026:paper/arxiv:astro-ph/9912001");
  CHECK(tag_uri("u", "url:https://e.org/a?b=c&d") == "tag:u,2026:url:https://e.org/a?b=c&d");
  CHECK(tag_uri("u", "title:a b#[é]\"<") == "tag:u,2026:title:a%20b%23%5B%C3%A9%5D%22%3C");
  CHECK(tag_uri("u", "a%20b") == "tag:u,2026:a%2520b");
  CHECK(tag_uri("u", "a%20b") != tag_uri("u", "a b"));
}

}  // namespace
}  // namespace paperwatch
