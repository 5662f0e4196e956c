// SPDX-License-Identifier: MIT
// A person says whether a quarantined visit is the listing.
#include <paperwatch/review.hpp>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
using Catch::Matchers::Contains;

namespace {

// Ten papers were listed; a day later there are three, which nobody believes.
struct Doubtful : World {
  VisitReport quarantined;

  Doubtful() {
    show(papers(10));
    visit();
    show(papers(3));
    quarantined = next_day();
  }
  Result<VisitReport> accept_it() { return accept_visit(quarantined.visit.id); }
  Result<VisitReport> accept_visit(VisitId visit) {
    Store store(config.database, Store::Access::write);
    return accept(store, config, visit, now);
  }
  VisitReport hour_later() {
    now += std::chrono::hours(1);
    return visit();
  }
  Store store() { return Store(config.database, Store::Access::write); }
  std::size_t waiting() {
    auto opened = store();
    return open_reviews(opened).size();
  }
};

}  // namespace

TEST_CASE("a quarantined visit waits for a review", "[review]") {
  Doubtful world;
  REQUIRE(world.quarantined.visit.outcome == Outcome::quarantined);
  auto store = world.store();
  const auto open = open_reviews(store);
  REQUIRE(open.size() == 1);
  CHECK(open[0].id == world.quarantined.visit.id);
  CHECK(open[0].problem->code == "records_dropped");
}

TEST_CASE("an accepted visit is applied, and the source has recovered at that moment", "[review]") {
  Doubtful world;
  world.now += std::chrono::hours(2);
  const auto report = world.accept_it();

  REQUIRE(report);
  CHECK(report->visit.outcome == Outcome::complete);
  CHECK(told(*report) == Lines{"source_recovered"});
  CHECK(report->events[0].at == world.now);
  CHECK(report->events[0].visit == world.quarantined.visit.id);
  auto store = world.store();
  CHECK(store.source("s").health == Health::ok);
  CHECK_FALSE(store.source("s").problem);
  CHECK(store.papers({"s", {}, PaperQuery::State::missing, {}}).size() == 7);
  CHECK(world.waiting() == 0);
}

TEST_CASE("an accepted visit is the yardstick for the next", "[review]") {
  Doubtful world;
  REQUIRE(world.accept_it());
  world.show(papers(3), "<p>other bytes</p>");
  const auto next = world.hour_later();
  CHECK(next.visit.outcome == Outcome::complete);
  CHECK(told(next).empty());

  const auto removed = world.next_day();
  CHECK(told(removed).size() == 8);  // seven papers, and the count
  world.show(papers(1));
  CHECK(world.next_day().visit.outcome == Outcome::quarantined);
}

TEST_CASE("news of an accepted visit is told, and only then", "[review]") {
  World world;
  world.show(papers(10));
  world.visit();
  auto items = papers(12);
  items.resize(4);
  world.show(items);
  const auto quarantined = world.next_day();
  CHECK(told(quarantined) == Lines{"source_broken"});
  Store store(world.config.database, Store::Access::write);
  const auto report = accept(store, world.config, quarantined.visit.id, world.now);
  REQUIRE(report);
  CHECK(told(*report) == Lines{"source_recovered", "paper_new On the number 12 and its friends",
                               "paper_new On the number 11 and its friends",
                               "count_changed 10 → 12"});
}

TEST_CASE("who accepts an empty listing is not asked every day", "[review]") {
  World world;
  world.show(papers(2));
  world.visit();
  world.show({});
  const auto quarantined = world.next_day();
  REQUIRE(code(quarantined) == "no_records");
  {
    Store store(world.config.database, Store::Access::write);
    REQUIRE(accept(store, world.config, quarantined.visit.id, world.now));
  }
  world.show({}, "<p>nothing yet</p>");
  CHECK(world.next_day().visit.outcome == Outcome::complete);
  world.show({}, "<p>nothing at all</p>");
  CHECK(world.next_day().visit.outcome == Outcome::complete);

  // Once it has shown papers again, an empty page is as odd as it was.
  world.show(papers(2));
  CHECK(world.next_day().visit.outcome == Outcome::complete);
  world.show({});
  CHECK(world.next_day().visit.outcome == Outcome::quarantined);
}

TEST_CASE("a first visit that is accepted is the baseline", "[review]") {
  World world;
  world.show({});
  const auto first = world.visit();
  REQUIRE(first.visit.outcome == Outcome::quarantined);
  {
    Store store(world.config.database, Store::Access::write);
    REQUIRE(accept(store, world.config, first.visit.id, world.now));
  }
  world.show(papers(1));
  CHECK(told(world.next_day()).at(0) == "paper_new On the number 1 and its friends");
}

TEST_CASE("a visit is accepted with today's rules", "[review]") {
  World world;
  world.show(papers(3));
  world.visit();
  world.configure({}, "li.nonsense");
  world.show(papers(4));
  const auto quarantined = world.next_day();
  REQUIRE(code(quarantined) == "no_records");
  world.configure();
  Store store(world.config.database, Store::Access::write);
  const auto report = accept(store, world.config, quarantined.visit.id, world.now);
  REQUIRE(report);
  CHECK(told(*report) == Lines{"source_recovered", "paper_new On the number 4 and its friends",
                               "count_changed 3 → 4"});
}

TEST_CASE("a visit of the past is not accepted over a newer one", "[review]") {
  Doubtful world;
  world.show(papers(11));
  CHECK(world.next_day().visit.outcome == Outcome::complete);
  CHECK(world.waiting() == 0);
  const auto refused = world.accept_it();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "usage");
  CHECK_THAT(refused.error().message, Contains("was applied after it"));
}

TEST_CASE("only quarantined visits can be accepted, and each once", "[review]") {
  Doubtful world;
  CHECK_THAT(world.accept_visit(1).error().message, Contains("not quarantined"));
  CHECK_THAT(world.accept_visit(99).error().message, Contains("no visit 99"));
  REQUIRE(world.accept_it());
  CHECK_THAT(world.accept_it().error().message, Contains("accepted already"));
}

TEST_CASE("a visit whose pages are gone from the archive cannot be accepted", "[review]") {
  Doubtful world;
  auto store = world.store();
  store.prune_archive(world.now + std::chrono::hours(24 * 40), std::chrono::hours(24 * 30),
                      1 << 30);
  const auto refused = world.accept_it();
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Contains("no longer in the archive"));
  CHECK(store.source("s").health == Health::broken);
}

TEST_CASE("a page that cannot be read cannot be accepted", "[review]") {
  World world;
  world.show(papers(3));
  world.visit();
  world.server.on("/list", html(" \n"));
  const auto quarantined = world.next_day();
  REQUIRE(quarantined.visit.outcome == Outcome::quarantined);
  Store store(world.config.database, Store::Access::write);
  const auto refused = accept(store, world.config, quarantined.visit.id, world.now);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Contains("cannot be read with today's rules"));
}

TEST_CASE("a rejected visit leaves the list; the source stays broken until it is well",
          "[review]") {
  Doubtful world;
  {
    auto store = world.store();
    REQUIRE(reject(store, world.quarantined.visit.id));
    CHECK(open_reviews(store).empty());
    CHECK(store.source("s").health == Health::broken);
    CHECK(store.papers({"s", {}, PaperQuery::State::missing, {}}).empty());
    CHECK_FALSE(reject(store, 1));
  }
  world.show(papers(10));
  CHECK(told(world.next_day()) == Lines{"source_recovered"});
}

TEST_CASE("a source that is being visited is not reviewed meanwhile", "[review]") {
  Doubtful world;
  auto visiting = world.store();
  REQUIRE(visiting.lease("s"));
  CHECK_THAT(world.accept_it().error().message, Contains("is being visited"));
  visiting.release("s");
  CHECK(world.accept_it());
}

TEST_CASE("all pages of an accepted visit are applied", "[review]") {
  World world("    pages: {next: 'a.next'}\n");
  const auto show = [&](int newest, const std::string& note) {
    const auto all = papers(newest);
    const auto half = static_cast<std::ptrdiff_t>(all.size() / 2);
    world.server.on("/list", html(page_html({all.begin(), all.begin() + half},
                                            note + "<a class=next href=/list2>more</a>")));
    world.server.on("/list2", html(page_html({all.begin() + half, all.end()}, note)));
  };
  show(20, "");
  world.visit();
  show(6, "<p>moved house</p>");
  const auto quarantined = world.next_day();
  REQUIRE(quarantined.visit.outcome == Outcome::quarantined);
  Store store(world.config.database, Store::Access::write);
  const auto report = accept(store, world.config, quarantined.visit.id, world.now);
  REQUIRE(report);
  CHECK(report->visit.outcome == Outcome::complete);
  CHECK(report->visit.pages == 2);
  CHECK(store.papers({"s", {}, PaperQuery::State::missing, {}}).size() == 14);
}
