// SPDX-License-Identifier: MIT
// What has to be seen again before it counts, and what stays noted of the rules.
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

TEST_CASE("a change that settles has to be seen in visits in a row", "[sync]") {
  World world("    track: {settle: 2}\n");
  auto items = papers(5);
  world.show(items);
  world.visit();
  items[0].authors = "Bob Author";
  world.show(items);
  CHECK(told(world.next_day()).empty());

  // A visit that does not list the paper breaks the row.
  world.show({items.begin() + 1, items.end()});
  CHECK(told(world.next_day()).empty());
  world.show(items);
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()) == Lines{"paper_changed On the number 5 and its friends: authors"});
}

TEST_CASE("what was noted of the rules stays while the page comes unchanged", "[sync]") {
  World world;
  auto& title = world.config.sources[0].extract.edit().fields[0].second.select;
  title.insert(title.begin(), Selector{Selector::Language::css, "h4", {}});
  world.show(papers(3));
  world.visit();
  const auto notes = [&] {
    return Store(world.config.database, Store::Access::read).source("s").notes;
  };
  const auto noted = notes();
  REQUIRE_FALSE(noted.empty());
  CHECK(noted[0].starts_with("title: read by selector 2 of 2"));
  REQUIRE(world.next_day().visit.outcome == Outcome::unchanged);
  CHECK(notes() == noted);

  title.erase(title.begin());
  world.show(papers(4));
  world.next_day();
  for (const auto& note : notes()) CHECK_FALSE(note.starts_with("title:"));
}

TEST_CASE("what waits to settle waits on while the rules are edited", "[sync]") {
  World world("    track: {settle: 2}\n");
  auto& fields = world.config.sources[0].extract.edit().fields;
  std::erase_if(fields, [](const auto& field) { return field.first == "comments"; });
  auto items = papers(5);
  for (auto& item : items) item.comments = "12 pages";
  world.show(items);
  world.visit();
  items[0].title += ", revisited";
  world.show(items);
  CHECK(told(world.next_day()).empty());

  World edited;  // has a rule for the comments
  fields = edited.config.sources[0].extract->fields;
  CHECK(told(world.next_day()) ==
        Lines{"paper_changed On the number 5 and its friends, revisited: title"});
  CHECK(told(world.next_day()).empty());
}
