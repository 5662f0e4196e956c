// SPDX-License-Identifier: MIT
// Pages whose bytes are others at every visit though their records are the same: a counter of
// visitors, a nonce, the time in the footer. Nothing is written of them but the visit itself.
#include <paperwatch/replay.hpp>

#include "store/opening.hpp"
#include "support/catch.hpp"
#include "sync/archived_visit.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// A listing that counts its visitors.
struct CountingWorld : World {
  using World::World;

  int visitors = 1000;

  void show(std::vector<Item> items, const std::string& more = {}) {
    server.on("/list", [this, items = std::move(items), more](const Request&) {
      const auto footer = fmt::format("{}<p>You are visitor {}</p>", more, ++visitors);
      return html(page_html(items, footer), {{"ETag", fmt::format("\"{}\"", visitors)}});
    });
  }

  Store store() { return Store(config.database, Store::Access::write); }
  std::int64_t ask(const std::string& sql) {
    return std::stoll(open_for_reading(config.database)->ask(sql));
  }
  std::int64_t bodies() { return ask("SELECT count(*) FROM body"); }
  std::int64_t evidence() { return ask("SELECT count(*) FROM evidence"); }
  std::int64_t size() {
    return ask("PRAGMA page_size") * (ask("PRAGMA page_count") - ask("PRAGMA freelist_count"));
  }
  // What is kept of the pages that the newest visit read.
  std::vector<ArchivedPage> newest_pages() {
    Store opened = store();
    const auto reader = opened.reader_of(opened.visits("s", std::nullopt, 1).at(0));
    REQUIRE(reader);
    auto pages = archived_pages(opened, *reader);
    REQUIRE(pages);
    return std::move(*pages);
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("three hundred visits to a page that counts its visitors cost less than 200 bytes each",
          "[known-pages]") {
  CountingWorld world;
  world.show(papers(18), "<p class=count>18 papers</p>");
  world.visit();
  world.next_day();
  const auto before = world.size();

  constexpr int visits = 300;
  for (int i = 0; i < visits; ++i) {
    const auto report = world.next_day();
    REQUIRE(report.visit.outcome == Outcome::complete);
    REQUIRE(report.events.empty());
  }

  const auto each = (world.size() - before) / visits;
  CAPTURE(each);
  CHECK(each < 200);
  CHECK(world.bodies() == 1);
  CHECK(world.evidence() == 1);
  CHECK(world.store().counts().visits == visits + 2);
}

TEST_CASE("what was read once is the evidence of every visit that saw it again", "[known-pages]") {
  CountingWorld world;
  world.show(papers(3));
  world.visit();
  for (int i = 0; i < 5; ++i) world.next_day();

  const auto pages = world.newest_pages();
  REQUIRE(pages.size() == 1);
  CHECK(has(pages[0].body, "visitor 1001"));
  CHECK(pages[0].evidence.records == 3);
}

TEST_CASE("a visit that brings news leaves its own evidence", "[known-pages]") {
  CountingWorld world;
  auto items = papers(3);
  world.show(items);
  world.visit();
  world.next_day();
  const auto check_own_evidence = [&](const VisitReport& report) {
    Store store = world.store();
    CHECK(store.reader_of(report.visit) == report.visit.id);
    CHECK(has(world.newest_pages().at(0).body, fmt::format("visitor {}", world.visitors)));
  };

  SECTION("a changed title") {
    items[1].title = "Another title for the number 2";
    world.show(items);
    const auto report = world.next_day();
    CHECK(told(report) == Lines{"paper_changed Another title for the number 2: title"});
    check_own_evidence(report);
  }
  SECTION("a new paper") {
    world.show(papers(4));
    const auto report = world.next_day();
    CHECK(told(report) ==
          Lines{"paper_new On the number 4 and its friends", "count_changed 3 → 4"});
    check_own_evidence(report);
  }
  SECTION("a paper less") {
    items.pop_back();
    world.show(items);
    check_own_evidence(world.next_day());
  }
  SECTION("another order, which is no event") {
    std::swap(items[0], items[2]);
    world.show(items);
    const auto report = world.next_day();
    CHECK(report.events.empty());
    check_own_evidence(report);
  }
  SECTION("another count") {
    world.show(items, "<p class=count>3 papers</p>");
    check_own_evidence(world.next_day());
  }
  SECTION("an element that is no record") {
    world.show(items, "<li class=paper>Come to our workshop</li>");
    check_own_evidence(world.next_day());
  }
}

TEST_CASE("a field that is ignored is stored, and the page with it", "[known-pages]") {
  CountingWorld world("    track: {ignore: [comments]}\n");
  auto items = papers(2);
  items[0].comments = "cited twice";
  world.show(items);
  world.visit();
  items[0].comments = "cited three times";
  world.show(items);

  const auto report = world.next_day();

  CHECK(report.events.empty());
  CHECK(world.store().reader_of(report.visit) == report.visit.id);
}

TEST_CASE("the same bytes are not read again, be they the archived ones or the last",
          "[known-pages]") {
  World world;
  world.show(papers(3), "<p>one</p>");
  world.visit();
  world.show(papers(3), "<p>two</p>");
  CHECK(world.next_day().visit.outcome == Outcome::complete);
  CHECK(world.next_day().visit.outcome == Outcome::unchanged);
  world.show(papers(3), "<p>one</p>");
  CHECK(world.next_day().visit.outcome == Outcome::unchanged);
  world.show(papers(3), "<p>three</p>");
  CHECK(world.next_day().visit.outcome == Outcome::complete);
}

TEST_CASE("new rules read the body that the records came from", "[known-pages]") {
  CountingWorld world;
  auto rules = world.config.sources[0].extract;
  world.config.sources[0].extract.edit().fields.resize(3);  // without the comments
  auto items = papers(3);
  items[0].comments = "12 pages";
  world.show(items);
  world.visit();
  for (int i = 0; i < 3; ++i) world.next_day();
  world.config.sources[0].extract = rules;
  items[2].title = "What the site changed";
  world.show(items);

  CHECK(told(world.next_day()) == Lines{"paper_changed What the site changed: title"});
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("a page that breaks is put into quarantine with its bytes, whatever it counts",
          "[known-pages]") {
  CountingWorld world;
  world.show(papers(6));
  world.visit();
  world.next_day();
  world.show({});

  const auto broken = world.next_day();

  CHECK(broken.visit.outcome == Outcome::quarantined);
  CHECK(told(broken) == Lines{"source_broken"});
  CHECK(has(world.newest_pages().at(0).body, fmt::format("visitor {}", world.visitors)));
  world.show(papers(6));
  const auto healed = world.next_day();
  CHECK(told(healed) == Lines{"source_recovered"});
  CHECK(has(world.newest_pages().at(0).body, "visitor 1001"));
}

TEST_CASE("of several pages those that showed nothing new keep their archived bodies",
          "[known-pages]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  int visitors = 0;
  auto items = papers(4);
  world.server.on("/list", [&](const Request& request) {
    const bool second = has(request.query, "page=2");
    // The link to the next page is another each time, too.
    const auto more =
        second ? "" : fmt::format("<a rel=next href='?page=2&n={}'>Next</a>", visitors);
    const auto begin = items.begin() + (second ? 2 : 0);
    return html(page_html({begin, begin + 2}, fmt::format("{}<p>{}</p>", more, ++visitors)));
  });
  const auto ask = [&](const char* sql) {
    return open_for_reading(world.config.database)->ask(sql);
  };
  world.visit();
  for (int i = 0; i < 4; ++i) CHECK(world.next_day().events.empty());
  CHECK(ask("SELECT count(*) FROM body") == "2");
  CHECK(ask("SELECT count(*) FROM evidence") == "2");

  items[3].title = "Another title for the number 1";
  const auto report = world.next_day();

  CHECK(told(report) == Lines{"paper_changed Another title for the number 1: title"});
  CHECK(ask("SELECT count(*) FROM body") == "3");
  Store store(world.config.database, Store::Access::read);
  CHECK(archived_pages(store, report.visit.id)->size() == 2);
}

TEST_CASE("a listing that is read until known ground leaves as little", "[known-pages]") {
  World world("    pages: {next: 'a[rel=next]', stop: known, full_every: 90d}\n");
  int visitors = 0;
  world.server.on("/list", [&](const Request& request) {
    const auto items = papers(4);
    const bool second = request.query == "page=2";
    const auto begin = items.begin() + (second ? 2 : 0);
    return html(
        page_html({begin, begin + 2},
                  fmt::format("{}<p>{}</p>", second ? "" : "<a rel=next href='?page=2'>Next</a>",
                              ++visitors)));
  });
  world.visit();
  for (int i = 0; i < 4; ++i) {
    const auto report = world.next_day();
    CHECK(report.visit.outcome == Outcome::partial);
    CHECK(report.visit.pages == 1);
  }
  CHECK(open_for_reading(world.config.database)->ask("SELECT count(*) FROM evidence") == "2");
}

TEST_CASE("a replay reads for each visit the page that stands for it", "[known-pages][replay]") {
  CountingWorld world;
  auto rules = world.config.sources[0].extract;
  world.config.sources[0].extract.edit().fields.resize(2);  // neither authors nor comments
  auto items = papers(3);
  world.show(items);
  world.visit();
  world.next_day();
  items[0].authors = "Somebody Else";
  items.push_back({"/p/9", "A paper of that day", "Ann Author9"});
  world.show(items);
  const auto changed = world.next_day().visit.id;
  world.next_day();
  world.next_day();
  world.config.sources[0].extract = rules;

  Store store = world.store();
  const auto report = replay(store, world.config, world.config.sources[0], {}, world.now);

  REQUIRE(report);
  CHECK(report->notes.empty());
  CHECK(report->visits.size() == 5);
  for (const auto& visit : report->visits) {
    CHECK(told(visit) == (visit.visit.id == changed
                              ? Lines{"paper_changed On the number 3 and its friends: authors"}
                              : Lines{}));
  }
}

TEST_CASE("what the rules of the day did not read is kept for other rules", "[known-pages]") {
  CountingWorld world;
  auto rules = world.config.sources[0].extract;
  world.config.sources[0].extract.edit().fields.resize(2);
  auto items = papers(3);
  world.show(items);
  world.visit();
  const auto check_kept = [&] {
    CHECK(told(world.next_day()).empty());
    CHECK(world.bodies() == 2);
    world.next_day();
    CHECK(world.bodies() == 2);
  };

  SECTION("within a record, a text") {
    items[0].authors = "Somebody Else";
    world.show(items);
    check_kept();
  }
  SECTION("elsewhere, an element") {
    world.show(items, "<h2>Also accepted</h2><p>On the number 12</p>");
    check_kept();
  }
}
