// SPDX-License-Identifier: MIT
// What today's rules would have found in the pages of the past.
#include <paperwatch/replay.hpp>
#include <paperwatch/review.hpp>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

const std::string channel = "channels:\n  journal: {type: log}\n";

std::string number(int n) {
  return fmt::format("On the number {} and its friends", n);
}

// A listing whose odd papers stand in elements of another class.
struct Replayed : World {
  explicit Replayed(const std::string& record) { configure({}, record, channel); }

  void use(const std::string& record) { configure({}, record, channel); }
  void show_mixed(int count) {
    std::string items;
    for (int i = count; i >= 1; --i) {
      items += fmt::format("<li class={}><a href='/p/{}'>{}</a> <i>Ann Author{}</i></li>",
                           i % 2 == 1 ? "odd" : "even", i, number(i), i);
    }
    server.on("/list", html("<!doctype html><html><body><ul>" + items + "</ul></body></html>"));
  }
  ReplayReport replay_it(ReplayOptions options = {}) {
    auto opened = store();
    auto report = replay(opened, config, config.sources[0], options, now);
    REQUIRE(report);
    return std::move(*report);
  }
  Lines missed(ReplayOptions options = {}) {
    Lines lines;
    for (const auto& report : replay_it(options).visits)
      for (auto& line : told(report)) lines.push_back(std::move(line));
    return lines;
  }
  std::size_t known_at(std::optional<Time> moment) {
    return store().papers({"s", moment, PaperQuery::State::current, {}}).size();
  }
  std::size_t owed() { return store().deliveries({}).size(); }
  Store store() { return Store(config.database, Store::Access::write); }
};

ReplayOptions dry() {
  ReplayOptions options;
  options.dry_run = true;
  return options;
}

// The rules saw the even papers only, while a third and a fourth came.
struct HalfBlind : Replayed {
  Time third, fourth;

  HalfBlind() : Replayed("li.even") {
    show_mixed(2);
    visit();
    show_mixed(3);
    next_day();
    third = now;
    show_mixed(4);
    next_day();
    fourth = now;
    use("li");
  }
};

// The site was rebuilt, and the rules saw nothing for two days.
struct Blind : Replayed {
  Time fourth, fifth;

  Blind() : Replayed("li.paper") {
    show(papers(3));
    visit();
    show_mixed(4);
    CHECK(next_day().visit.outcome == Outcome::quarantined);
    fourth = now;
    show_mixed(5);
    CHECK(next_day().visit.outcome == Outcome::quarantined);
    fifth = now;
    use("li");
    now += std::chrono::hours(24);
  }
};

}  // namespace

TEST_CASE("a replay with the rules of the time finds that nothing was missed", "[replay]") {
  Replayed world("li");
  world.show_mixed(2);
  world.visit();
  world.show_mixed(4);
  world.next_day();
  world.show_mixed(3);
  world.next_day();
  world.next_day();
  CHECK(world.missed().empty());
  CHECK(world.replay_it().visits.size() == 4);
}

TEST_CASE("what the rules did not see is found late, with its true time", "[replay]") {
  HalfBlind world;
  const auto events_before = world.events().size();
  CHECK(world.missed(dry()) == Lines{"paper_new " + number(3), "count_changed 2 → 3"});
  CHECK(world.events().size() == events_before);
  CHECK(world.known_at({}) == 2);

  const auto owed = world.owed();
  CHECK(world.missed() == Lines{"paper_new " + number(3), "count_changed 2 → 3"});
  const auto events = world.events();
  REQUIRE(events.size() == events_before + 2);
  const Event& late = events.at(events_before);
  CHECK(late.late);
  CHECK_FALSE(late.baseline);
  CHECK(late.at == world.third);
  CHECK(late.message.find(number(3)) != std::string::npos);
  CHECK(world.owed() == owed + 2);
  CHECK(world.store().deliveries({}).back().due == world.now);
  CHECK(world.known_at(world.third) == 2);
  CHECK(world.known_at(world.third - std::chrono::hours(1)) == 1);
}

TEST_CASE("no word is said twice by a second replay, or by the next visit", "[replay]") {
  HalfBlind world;
  world.replay_it();
  CHECK(world.missed().empty());
  CHECK(told(world.next_day()).empty());
  CHECK(world.missed().empty());
}

TEST_CASE("what a rule change had uncovered silently gets its true time", "[replay]") {
  HalfBlind world;
  CHECK(told(world.next_day()).empty());
  CHECK(world.missed() == Lines{"paper_new " + number(3), "count_changed 2 → 3"});
  CHECK(world.known_at(world.third) == 2);
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("since says which visits are looked at", "[replay]") {
  HalfBlind world;
  ReplayOptions options = dry();
  options.since = world.fourth;
  CHECK(world.missed(options).empty());
  options.since = world.third;
  CHECK(world.missed(options).size() == 2);
}

TEST_CASE("visits that the old rules had in quarantine are applied", "[replay]") {
  Blind world;
  world.use("li.paper, li.even, li.odd");
  const Lines news{"source_recovered", "paper_new " + number(4), "count_changed 3 → 4",
                   "paper_new " + number(5), "count_changed 4 → 5"};
  CHECK(world.missed(dry()) == news);
  CHECK(world.known_at({}) == 3);
  {
    auto store = world.store();
    CHECK(open_reviews(store).size() == 2);
  }

  CHECK(world.missed() == news);
  CHECK(world.known_at(world.fourth) == 4);
  CHECK(world.known_at(world.fifth) == 5);
  CHECK(world.store().source("s").health == Health::ok);
  CHECK(world.events().back().late);
  CHECK(world.events().back().at == world.fifth);
  CHECK(told(world.visit()).empty());
  CHECK(world.missed().empty());
}

TEST_CASE("what a person rejected is not replayed", "[replay]") {
  Blind world;
  world.use("li.paper, li.even, li.odd");
  {
    auto store = world.store();
    for (const auto& visit : open_reviews(store)) REQUIRE(reject(store, visit.id));
  }
  CHECK(world.missed().empty());
}

TEST_CASE("a quarantine in the past that a healthy visit ended is looked into", "[replay]") {
  Blind world;
  world.use("li.paper, li.even, li.odd");
  world.show_mixed(3);
  world.visit();
  // Papers 4 and 5 were there for a day or two; nobody was told. That they went is not yet certain.
  const auto missed = world.missed();
  CHECK(missed == Lines{"paper_new " + number(4), "count_changed 3 → 4", "paper_new " + number(5),
                        "count_changed 4 → 5"});
  CHECK(world.known_at(world.fifth) == 5);
}

TEST_CASE("a field that the rules did not read changes late", "[replay]") {
  World world;
  auto fields = world.config.sources[0].extract->fields;
  world.config.sources[0].extract.edit().fields.resize(2);
  auto items = papers(2);
  world.show(items);
  world.visit();
  items[0].authors = "Bob Author";
  world.show(items);
  world.next_day();
  const Time changed = world.now;
  world.config.sources[0].extract.edit().fields = fields;
  CHECK(told(world.next_day()).empty());

  Store store(world.config.database, Store::Access::write);
  const auto report = replay(store, world.config, world.config.sources[0], {}, world.now);
  REQUIRE(report);
  Lines lines;
  for (const auto& visit : report->visits)
    for (const auto& line : told(visit)) lines.push_back(line);
  CHECK(lines == Lines{"paper_changed " + number(2) + ": authors"});
  const auto then = store.papers({"s", changed, PaperQuery::State::current, {}});
  const auto& bob = then.at(0).key.ends_with("/2") ? then.at(0) : then.at(1);
  CHECK(list_of(bob.fields, "authors") == std::vector<std::string>{"Bob Author"});
}

TEST_CASE("a page that is gone from the archive is left out, and said so", "[replay]") {
  HalfBlind world;
  {
    auto store = world.store();
    store.prune_archive(world.fourth + std::chrono::hours(24 * 30 + 1), std::chrono::hours(24 * 30),
                        1 << 30);
  }
  const auto report = world.replay_it(dry());
  CHECK(report.visits.size() == 1);
  CHECK(report.notes.size() == 2);
}

TEST_CASE("a source that was never visited cannot be replayed", "[replay]") {
  World world;
  Store store(world.config.database, Store::Access::write);
  CHECK_FALSE(replay(store, world.config, world.config.sources[0], {}, world.now));
}
