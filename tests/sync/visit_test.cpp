// SPDX-License-Identifier: MIT
// The whole path, from a page on a server to events in a database.
#include "core/visit_times.hpp"
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

TEST_CASE("the first visit is the baseline and no news", "[sync]") {
  World world;
  world.show(papers(3));

  const auto first = world.visit();

  CHECK(first.visit.outcome == Outcome::complete);
  CHECK(first.visit.papers == 3);
  CHECK(first.visit.baseline == 3);
  CHECK(told(first).empty());
  const auto events = world.events();
  REQUIRE(events.size() == 3);
  CHECK(events[0].baseline);
}

TEST_CASE("a source may announce its baseline", "[sync]") {
  World world("    track: {baseline: announce}\n");
  world.show(papers(2));
  CHECK(told(world.visit()).size() == 2);
}

TEST_CASE("a new, a changed and a withdrawn paper are told once", "[sync]") {
  World world;
  auto items = papers(4);
  world.show(items);
  world.visit();

  items[1].authors = "Bob Author";
  items[2].comments = "This paper has been withdrawn by the author";
  items.insert(items.begin(), {"/p/5", "On the number 5 and its friends", "Ann Author5"});
  world.show(items);

  CHECK(told(world.next_day()) == Lines{"paper_new On the number 5 and its friends",
                                        "paper_changed On the number 3 and its friends: authors",
                                        "paper_withdrawn On the number 2 and its friends: comments",
                                        "count_changed 4 → 5"});
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("order is not content", "[sync]") {
  World world;
  const auto p = papers(3);
  world.show({p[2], p[1], p[0]});
  world.visit();
  world.show({p[0], p[2], p[1]});
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("a page that comes unchanged is not read again", "[sync]") {
  World world;
  world.show(papers(3));
  world.visit();
  const auto again = world.next_day();
  CHECK(again.visit.outcome == Outcome::unchanged);
  CHECK(again.visit.papers == 3);
  CHECK(told(again).empty());
}

TEST_CASE("validators are sent back, and refreshed by a 304", "[sync]") {
  World world;
  world.server.on("/list", html(page_html(papers(3)), {{"ETag", "\"v1\""}}));
  world.visit();
  world.server.on("/list", [](const Request& request) {
    return request.header("If-None-Match") == "\"v1\"" ? status(304, {{"ETag", "\"v2\""}})
                                                       : html(page_html(papers(3)));
  });
  CHECK(world.next_day().visit.outcome == Outcome::unchanged);
  world.server.forget_requests();
  world.next_day();
  CHECK(world.server.requests("/list").at(0).header("If-None-Match") == "\"v2\"");
}

TEST_CASE("validators of a page whose extraction failed are not kept", "[sync]") {
  World world;
  world.server.on("/list", html(page_html(papers(3)), {{"ETag", "\"a\""}}));
  world.visit();
  world.server.on("/list", html(page_html(papers(4)), {{"ETag", "\"b\""}}));

  world.configure({}, "li.nonsense");
  CHECK(world.next_day().visit.outcome == Outcome::quarantined);
  world.configure();
  world.server.forget_requests();
  const auto repaired = world.next_day();

  CHECK(world.server.requests("/list").at(0).header("If-None-Match") != "\"b\"");
  CHECK(told(repaired).back() == "count_changed 3 → 4");
  CHECK(told(repaired).at(1) == "paper_new On the number 4 and its friends");
}

TEST_CASE("a paper that is gone is removed after two complete visits and a day", "[sync]") {
  World world;
  world.show(papers(5));
  world.visit();
  auto items = papers(5);
  items.erase(items.begin() + 2);
  world.show(items);

  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()) ==
        Lines{"paper_removed On the number 3 and its friends", "count_changed 5 → 4"});
  CHECK(told(world.next_day()).empty());

  world.show(papers(5));
  CHECK(told(world.next_day()) ==
        Lines{"paper_returned On the number 3 and its friends", "count_changed 4 → 5"});
}

TEST_CASE("an unchanged page counts as a complete visit for what is missing", "[sync]") {
  World world;
  world.show(papers(5));
  world.visit();
  auto items = papers(5);
  items.erase(items.begin() + 2);
  world.show(items);
  world.next_day();
  CHECK(world.next_day().visit.outcome == Outcome::unchanged);
  CHECK(told(world.reports[0]).size() == 2);
}

TEST_CASE("links relative to <base> and to the final address", "[sync]") {
  World world;
  world.server.on("/list", redirect(302, "/moved/list/"));
  world.server.on(
      "/moved/list/",
      html(page_html({{"p-8", "A paper", "A"}, {"?id=1&amp;x=2", "Another paper", "B"}})));
  world.visit();
  const auto events = world.events();
  CHECK(events.at(0).paper->url == world.server.url("/moved/list/p-8"));
  CHECK(events.at(1).paper->url == world.server.url("/moved/list/?id=1&x=2"));
}

TEST_CASE("a dry run stores nothing", "[sync]") {
  World world;
  world.show(papers(3));
  SyncOptions dry;
  dry.dry_run = true;
  CHECK(world.visit(dry).visit.papers == 3);
  CHECK(world.events().empty());
  CHECK(world.visit().visit.baseline == 3);
}

TEST_CASE("the same paper in two sources is one paper, new to a channel once", "[sync]") {
  World world;
  world.configure({}, "li.paper", "channels:\n  journal: {type: log}\n");
  auto other = world.config.sources[0];
  other.id = "t";
  other.url = world.server.url("/other");
  world.config.sources.push_back(other);
  world.show(papers(2));
  world.server.on("/other", html(page_html(papers(2))));
  world.visit();

  world.show(papers(3));
  world.server.on("/other", html(page_html(papers(3))));
  world.next_day();

  CHECK(Store(world.config.database, Store::Access::read).papers({}).size() == 3);
  std::size_t news = 0;
  for (const auto& report : world.reports) news += told(report).size();
  CHECK(news == 4);  // per source: the paper, and the count
  const auto deliveries = Store(world.config.database, Store::Access::read).deliveries({});
  CHECK(deliveries.size() == 3);  // the paper once
}

TEST_CASE("a change that one source does not watch is told by the one that does", "[sync]") {
  const int settle = GENERATE(1, 2);
  World world;
  world.config.sources[0].track.watch = std::vector<std::string>{"comments"};
  auto other = world.config.sources[0];
  other.id = "t";
  other.track.watch.reset();
  other.track.settle = settle;
  world.config.sources.push_back(other);
  auto items = papers(3);
  const auto visited = [&](const std::string& source) {
    world.show(items);
    return world.visit_of({source});
  };
  visited("s");
  visited("t");

  items[0].title += ", revisited";
  CHECK(told(visited("s")).empty());
  for (int visit = 1; visit < settle; ++visit) CHECK(told(visited("t")).empty());
  CHECK(told(visited("t")) ==
        Lines{"paper_changed On the number 3 and its friends, revisited: title"});
  CHECK(told(visited("t")).empty());

  // Both watch the comments: what one has told the other does not repeat.
  items[0].comments = "12 pages";
  CHECK(told(visited("s")) ==
        Lines{"paper_changed On the number 3 and its friends, revisited: comments"});
  for (int visit = 0; visit < 3; ++visit) CHECK(told(visited("t")).empty());
}

TEST_CASE("what a route says of time is said of its deliveries", "[sync]") {
  World world;
  world.configure({}, "li.paper",
                  "channels: {a: {type: log}, b: {type: log}, c: {type: log}}\n"
                  "routes:\n"
                  "  - {channel: a, kinds: paper_new}\n"
                  "  - {channel: b, kinds: paper_new, digest: 'daily 08:00', cap: 7, timezone: "
                  "Europe/Zurich}\n"
                  "  - {channel: c, kinds: paper_new, quiet: '08:00-12:00', timezone: UTC}\n");
  world.show(papers(2));
  world.visit();
  world.show(papers(3));
  world.next_day();  // 2026-11-02 09:00 UTC

  const auto rows = Store(world.config.database, Store::Access::read).deliveries({});
  REQUIRE(rows.size() == 3);
  CHECK((rows[0].due == world.now && rows[0].cap == 0 && rows[0].quiet.empty()));
  CHECK(rows[1].due == *parse_rfc3339("2026-11-03T07:00:00Z"));
  CHECK(rows[1].cap == 7);
  CHECK(rows[2].due == *parse_rfc3339("2026-11-02T12:00:00Z"));
  CHECK((rows[2].cap == 0 && rows[2].quiet == "08:00-12:00 UTC"));
}

TEST_CASE("a source with a calendar is due when it says, missed times once", "[sync][calendar]") {
  Source source;
  source.id = "s";
  source.at_calendar = "Mon..Fri 08:00";
  source.timezone = "Europe/Zurich";
  const auto at = [](const char* text) { return *parse_rfc3339(text); };
  // Friday evening: Monday morning.
  CHECK(next_visit(source, at("2026-11-27T18:00:00Z"), at("2026-11-27T18:00:05Z")) ==
        at("2026-11-30T07:00:00Z"));
  // Two weeks asleep: at once, and then as usual.
  const auto woke = at("2026-12-11T12:00:00Z");
  CHECK(next_visit(source, at("2026-11-27T18:00:00Z"), woke) == woke);
  CHECK(next_visit(source, woke, woke) == at("2026-12-14T07:00:00Z"));
  // A time that passed during the visit is made up.
  CHECK(next_visit(source, at("2026-11-30T06:59:50Z"), at("2026-11-30T07:00:30Z")) ==
        at("2026-11-30T07:00:30Z"));
  source.at_calendar = "2020-01-01 08:00";
  CHECK(next_visit(source, woke, woke) > at("9999-01-01T00:00:00Z"));
}

TEST_CASE("editing rules floods nobody", "[sync]") {
  World world;
  world.show(papers(3));
  world.visit();

  // Today's rules read the title from elsewhere; meanwhile one paper has come.
  world.config.sources[0].extract.edit().fields[0].second.select[0].text = "li";
  world.config.sources[0].extract.edit().fields.erase(
      world.config.sources[0].extract.edit().fields.begin() + 2);
  world.show(papers(4));
  const auto report = world.next_day();

  REQUIRE(told(report).size() == 2);
  CHECK(told(report)[0].starts_with("paper_new"));
  CHECK(told(report)[1] == "count_changed 3 → 4");
}

TEST_CASE("a link rule that is edited brings no paper twice", "[sync]") {
  World world;
  const auto shown = [](int count) {
    std::string html;
    for (int i = count; i >= 1; --i)
      html += fmt::format(
          "<li class=paper><a href='/p/{0}' data-full='/full/{0}.html'>On the number {0} and its "
          "friends</a></li>",
          i);
    return "<html><body><ul>" + html + "</ul></body></html>";
  };
  world.server.on("/list", html(shown(4)));
  world.visit();

  world.config.sources[0].extract.edit().fields[1].second.select[0].text = "a::attr(data-full)";
  world.server.on("/list", html(shown(5)));
  CHECK(told(world.next_day()) ==
        Lines{"paper_new On the number 5 and its friends", "count_changed 4 → 5"});
  CHECK(Store(world.config.database, Store::Access::read).papers({}).size() == 5);
}

TEST_CASE("papers that go while a new layout waits for its rules are removed", "[sync]") {
  World world;
  world.show(papers(9));
  world.visit();
  auto items = papers(9);
  items.erase(items.begin() + 7, items.end());
  std::string renewed = page_html(items);
  for (auto at = renewed.find("class=paper"); at != renewed.npos; at = renewed.find("class=paper"))
    renewed.replace(at, 11, "class=entry");
  world.server.on("/list", html(renewed));
  CHECK(world.next_day().visit.outcome == Outcome::quarantined);

  world.config.sources[0].extract.edit().record.select->text = "li.entry";
  CHECK(told(world.next_day()) == Lines{"source_recovered"});
  CHECK(told(world.next_day()) == Lines{"paper_removed On the number 2 and its friends",
                                        "paper_removed On the number 1 and its friends",
                                        "count_changed 9 → 7"});
}

TEST_CASE("what several sources show is gone when the last of them lets go of it", "[sync]") {
  World world;
  auto other = world.config.sources[0];
  other.id = "t";
  other.url = world.server.url("/other");
  world.config.sources.push_back(other);
  const auto shown = [&](const char* comments) {
    auto items = papers(3);
    items[0].comments = comments;
    return html(page_html(items));
  };
  world.server.on("/list", shown("12 pages"));
  world.server.on("/other", shown("12 pages"));
  world.visit();

  SECTION("by the one that is last, once") {
    world.server.on("/list", shown(""));
    CHECK(told(world.next_day()).empty());
    world.server.on("/other", shown(""));
    world.next_day();
    CHECK(told(world.reports.at(0)).empty());
    CHECK(told(world.reports.at(1)) ==
          Lines{"paper_changed On the number 3 and its friends: comments"});
    world.next_day();
    CHECK(told(world.reports.at(0)).empty());
    CHECK(told(world.reports.at(1)).empty());
  }
  SECTION("a source that is visited no more is not waited for") {
    world.config.sources.pop_back();
    world.server.on("/list", shown(""));
    CHECK(told(world.next_day()) ==
          Lines{"paper_changed On the number 3 and its friends: comments"});
  }
}

TEST_CASE("a total that was observed first is not told again when the page states it", "[sync]") {
  World world;
  world.show(papers(5), "<p class=count>5 records</p>");
  world.visit();
  world.show(papers(6));
  CHECK(told(world.next_day()) ==
        Lines{"paper_new On the number 6 and its friends", "count_changed 5 → 6"});
  world.show(papers(6), "<p class=count>6 records</p>");
  CHECK(told(world.next_day()).empty());
}
