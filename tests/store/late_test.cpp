// SPDX-License-Identifier: MIT
// What is found late is answered as if it had been known in time.
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

struct Opened {
  TempDir dir;
  Store store{dir / "p.db", Store::Access::write};

  KnownPaper known(PaperId paper) { return store.known("s", {paper}).at(0); }
  std::vector<std::string> titles(std::optional<Time> as_of) {
    std::vector<std::string> titles;
    for (const auto& row : store.papers({"s", as_of, PaperQuery::State::current, {}}))
      titles.emplace_back(text_of(row.fields, "title"));
    return titles;
  }
  PaperId late(Time at, const LateWrite& write) { return store.write_late(0, "s", at, write); }
};

LateWrite late_paper(const std::string& key, const Fields& fields) {
  LateWrite write;
  write.key = key;
  write.new_keys = {key};
  write.fields = fields;
  write.state = ListingState::listed;
  write.here.fields = fields;
  return write;
}

LateWrite late_change(PaperId paper, std::vector<Change> changes) {
  LateWrite write;
  write.paper = paper;
  write.changes = std::move(changes);
  return write;
}

using Titles = std::vector<std::string>;

}  // namespace

TEST_CASE("a paper found late was there from its capture on, and can go late too", "[store]") {
  Opened o;
  const auto paper = o.late(minute(5), late_paper("doi:10.1/a", titled("A")));
  LateWrite gone;
  gone.paper = paper;
  gone.state = ListingState::removed;
  o.late(minute(8), gone);

  CHECK(o.titles(minute(4)).empty());
  CHECK(o.titles(minute(5)) == Titles{"A"});
  CHECK(o.titles(minute(8)).empty());
  CHECK(o.titles({}).empty());
  CHECK(o.store.find_paper({"doi:10.1/a"}) == paper);
}

TEST_CASE("a paper that became known later is moved to its capture", "[store]") {
  Opened o;
  const auto paper = show(o.store, "s", minute(9), {new_paper("doi:10.1/a", titled("A"))})[0];
  auto write = late_paper("doi:10.1/a", titled("A"));
  write.paper = paper;
  CHECK(o.late(minute(5), write) == paper);

  CHECK(o.titles(minute(5)) == Titles{"A"});
  CHECK(o.known(paper).version == 1);
  CHECK(o.store.history(paper)->listed[0].first_seen == minute(5));
}

TEST_CASE("a change found late has its place among the versions", "[store]") {
  Opened o;
  Fields first = titled("A"), second = titled("A, revised");
  const auto paper = show(o.store, "s", minute(0), {new_paper("doi:10.1/a", first)})[0];
  show(o.store, "s", minute(9), {seen_again(paper, second, true)});

  o.late(minute(5), late_change(paper, {{"comments", std::nullopt, "10 pages"}}));

  const auto versions = o.store.history(paper)->versions;
  REQUIRE(versions.size() == 3);
  CHECK(versions[1].at == minute(5));
  CHECK(versions[1].changes == std::vector<Change>{{"comments", std::nullopt, "10 pages"}});
  CHECK(versions[2].changes == std::vector<Change>{{"title", "A", "A, revised"}});
  CHECK(text_of(o.known(paper).fields, "comments") == "10 pages");
  CHECK(text_of(o.known(paper).here->fields, "comments") == "10 pages");
  CHECK(o.known(paper).version == 3);
}

TEST_CASE("what later versions know better is left to them", "[store]") {
  Opened o;
  const auto paper = show(o.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
  show(o.store, "s", minute(9), {seen_again(paper, titled("C"), true)});

  o.late(minute(5), late_change(paper, {{"title", "A", "B"}}));

  CHECK(o.titles(minute(5)) == Titles{"B"});
  CHECK(o.titles({}) == Titles{"C"});
  CHECK(text_of(o.known(paper).here->fields, "title") == "C");
}

TEST_CASE("a removal found late does not undo a later return", "[store]") {
  Opened o;
  const auto paper = show(o.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
  miss(o.store, "s", minute(7), paper, ListingState::missing, 1);
  show(o.store, "s", minute(9), {seen_again(paper, titled("A"), false)});
  LateWrite gone;
  gone.paper = paper;
  gone.state = ListingState::removed;
  o.late(minute(5), gone);

  CHECK(o.titles(minute(6)).empty());
  CHECK(o.titles({}) == Titles{"A"});
}

TEST_CASE("other sources show what they showed after a version came late", "[store]") {
  Opened o;
  Fields fields = titled("A");
  const auto paper = show(o.store, "s", minute(0), {new_paper("doi:10.1/a", fields)})[0];
  fields["venue"] = "T";
  show(o.store, "t", minute(1), {seen_again(paper, fields, true)});

  o.late(minute(5), late_change(paper, {{"title", "A", "B"}}));

  CHECK(o.store.known("t", {paper}).at(0).here->fields == fields);
  CHECK(text_of(o.known(paper).here->fields, "title") == "B");
}

TEST_CASE("what a person said of a visit, and that an event is late, come back", "[store]") {
  Opened o;
  VisitRow visit = visit_at("s", minute(0), Outcome::quarantined);
  visit.id = o.store.insert_visit(visit);
  CHECK(o.store.visit(visit.id)->review == Review::open);
  for (const auto word : {Review::rejected, Review::accepted}) {
    visit.review = word;
    o.store.update_visit(visit);
    CHECK(o.store.visit(visit.id)->review == word);
  }
  Event event;
  event.kind = EventKind::count_changed;
  event.source = "s";
  event.count = CountChange{};
  event.late = true;
  CHECK(o.store.event(o.store.insert_events({event}).at(0).id)->late);
}
