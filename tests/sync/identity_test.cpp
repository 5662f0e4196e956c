// SPDX-License-Identifier: MIT
// Papers that a person merges or splits, and the visits that follow.
#include <paperwatch/review.hpp>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// s shows a paper by its arXiv link, t one of the same title by its DOI: two papers, until s shows
// the DOI too.
struct TwoSources : World {
  explicit TwoSources(const std::string& first = {}) {
    auto& fields = config.sources[0].extract.edit().fields;
    fields.emplace_back("doi", fields.back().second);
    auto other = config.sources[0];
    other.id = "t";
    other.url = server.url("/other");
    config.sources.push_back(other);
    show({preprint("")});
    server.on("/other", html(page_html({{"https://doi.org/10.1000/a", title, "Ann Author"}})));
    if (!first.empty()) visit_only(first);
    visit();
  }
  void visit_only(const std::string& source) {
    const auto all = config.sources;
    std::erase_if(config.sources, [&](const Source& other) { return other.id != source; });
    visit();
    config.sources = all;
  }
  Item preprint(const std::string& doi) const {
    return {"https://arxiv.org/abs/2301.00001", title, "Ann Author", doi};
  }
  std::size_t news_of_next_day() {
    next_day();
    std::size_t news = 0;
    for (const auto& report : reports) news += report.events.size();
    return news;
  }
  Store store() { return Store(config.database, Store::Access::write); }
  std::size_t known() { return store().papers({}).size(); }

  std::string title = "On the merging of papers";
};

}  // namespace

TEST_CASE("a DOI joins papers of two sources, and show says so", "[identity]") {
  TwoSources world;
  REQUIRE(world.known() == 2);
  world.show({world.preprint("10.1000/a")});
  world.next_day();
  CHECK(world.known() == 1);
  auto store = world.store();
  const auto history = store.history(1);
  REQUIRE(history->merges.size() == 1);
  CHECK_THAT(history->merges[0], Catch::Matchers::Contains("both have arxiv:2301.00001"));
  for (const auto& row : history->listed)
    CHECK_THAT(row.why, Catch::Matchers::Contains("doi:10.1000/a"));
}

TEST_CASE("what a person split, the same keys do not join again", "[identity]") {
  TwoSources world;
  world.show({world.preprint("10.1000/a")});
  world.next_day();
  REQUIRE(world.known() == 1);
  {
    auto store = world.store();
    REQUIRE(split_paper(store, 1, world.now));
  }
  CHECK(world.news_of_next_day() == 0);
  CHECK(world.store().current(2) == 2);

  world.show({{"/p/1", "Another paper", "Bob Author"}, world.preprint("10.1000/a")});
  world.next_day();
  CHECK(told(world.reports[0]).at(0) == "paper_new Another paper");
  CHECK(world.reports[0].events.size() == 2);  // and the count
  CHECK(world.store().current(2) == 2);
  CHECK(world.news_of_next_day() == 0);
}

TEST_CASE("a record of two split papers belongs to the stronger key's owner", "[identity]") {
  // Which of the two was there first is nothing to go by.
  const std::string first = GENERATE("s", "t");
  TwoSources world(first);
  world.show({world.preprint("10.1000/a")});
  world.next_day();
  {
    auto store = world.store();
    REQUIRE(split_paper(store, 1, world.now));
  }
  world.next_day();
  auto store = world.store();
  const auto sources = [&](const std::string& key) {
    return store.history(*store.find_paper({key}))->paper.sources;
  };
  CHECK(sources("doi:10.1000/a") == std::vector<std::string>{"s", "t"});
  CHECK(sources("arxiv:2301.00001").empty());
}

TEST_CASE("papers merged by hand are one, silently, and can be split, silently", "[identity]") {
  World world;
  world.show(papers(3));
  world.visit();
  const auto store = [&] { return Store(world.config.database, Store::Access::write); };
  {
    auto opened = store();
    CHECK(*merge_papers(opened, 3, 2, world.now) == 2);
    CHECK_FALSE(merge_papers(opened, 3, 2, world.now));
    CHECK_FALSE(merge_papers(opened, 3, 77, world.now));
  }
  CHECK(store().papers({}).size() == 2);
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()).empty());

  {
    auto opened = store();
    REQUIRE(split_paper(opened, 2, world.now));
    CHECK_FALSE(split_paper(opened, 2, world.now));
  }
  CHECK(told(world.next_day()).empty());
  CHECK(store().papers({}).size() == 3);

  // What the site changes next is told of the right one.
  auto items = papers(3);
  items[2].authors = "Bob Author";
  world.show(items);
  CHECK(told(world.next_day()) == Lines{"paper_changed On the number 1 and its friends: authors"});
}

TEST_CASE("what the site changes while papers are merged by hand is told", "[identity]") {
  World world;
  world.show(papers(3));
  world.visit();
  {
    Store store(world.config.database, Store::Access::write);
    REQUIRE(merge_papers(store, 2, 3, world.now));
  }
  world.show(papers(4));
  CHECK(told(world.next_day()) ==
        Lines{"paper_new On the number 4 and its friends", "count_changed 2 → 3"});
}
