// SPDX-License-Identifier: MIT
#include "base/hash.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

struct Opened {
  TempDir dir;
  Store store{dir / "p.db", Store::Access::write};

  KnownPaper known(const std::string& source, PaperId paper) {
    return store.known(source, {paper}).at(0);
  }
  void merge(PaperId kept, PaperId gone, Time at) {
    Store::Transaction transaction(store);
    store.merge(store.insert_visit(visit_at("s", at)), at, {{kept, gone, "doi:10.1/same"}});
    transaction.commit();
  }
};

using Ids = std::vector<PaperId>;
using Keys = std::vector<std::string>;

}  // namespace

TEST_CASE("what is remembered of a source comes back whole", "[store]") {
  Opened o;
  CHECK(o.store.source("never").health == Health::fresh);
  CHECK(o.store.source("never").source == "never");

  SourceMemory memory;
  memory.source = "s";
  memory.visits = 7;
  memory.baseline_done = memory.trouble_told = memory.stale_told = true;
  memory.yardstick = {.papers = 81,
                      .fill = {{"title", 1.0}, {"abstract", 0.125}},
                      .stated = Count{CountKind::at_least, 91},
                      .stated_page = 5,
                      .observed = Count{CountKind::exact, 81},
                      .depth = 5,
                      .reached_end = true};
  memory.health = Health::broken;
  memory.failures = 2;
  memory.last_visit = minute(1);
  memory.last_applied = minute(2);
  memory.last_full = minute(3);
  memory.last_new = minute(4);
  memory.next_visit = minute(5);
  memory.last_outcome = Outcome::quarantined;
  memory.problem = Problem{"no_records", "none \xff", "look"};
  memory.notes = {"a", "b"};
  memory.url = "https://example.org/";
  memory.moved_to = "https://example.com/";
  memory.rules = "a hash";
  o.store.save(memory);

  const SourceMemory again = o.store.source("s");
  CHECK(again.source == memory.source);
  CHECK(again.visits == memory.visits);
  CHECK(again.baseline_done);
  CHECK(again.trouble_told);
  CHECK(again.stale_told);
  CHECK(again.yardstick == memory.yardstick);
  CHECK(again.health == memory.health);
  CHECK(again.failures == memory.failures);
  CHECK(again.last_visit == memory.last_visit);
  CHECK(again.last_applied == memory.last_applied);
  CHECK(again.last_full == memory.last_full);
  CHECK(again.last_new == memory.last_new);
  CHECK(again.next_visit == memory.next_visit);
  CHECK(again.last_outcome == memory.last_outcome);
  CHECK(again.problem == Problem{"no_records", "none \xEF\xBF\xBD", "look"});
  CHECK(again.notes == memory.notes);
  CHECK(again.url == memory.url);
  CHECK(again.moved_to == memory.moved_to);
  CHECK(again.rules == memory.rules);
  CHECK(o.store.sources().size() == 1);
}

TEST_CASE("rules that an older program wrote out are known by their hash", "[store]") {
  Opened o;
  SourceMemory memory;
  memory.source = "s";
  memory.rules = "{\"extract\":{}}";
  o.store.save(memory);
  CHECK(o.store.source("s").rules == content_hash("{\"extract\":{}}"));
}

TEST_CASE("pages come back by number, and those that are gone go", "[store]") {
  Opened o;
  PageMemory page;
  page.number = 2;
  page.url = "https://example.org/?page=2";
  page.final_url = "https://example.org/2";
  page.validators = {"W/\"x\"", "Mon, 30 Nov 2026 09:00:00 GMT"};
  page.body_hash = "abc";
  page.count = Count{CountKind::about, 1200};
  page.count_text = "about 1,200";
  page.next = "https://example.org/?page=3";
  page.empty_marker = page.sections_filtered = true;
  page.elements = 20;
  page.incomplete = 1;
  page.found = {{"title", 19}};
  page.papers = {300, 2, 1LL << 40, 5, 5};
  PageMemory first;
  o.store.replace_pages("s", {page, first});

  const auto pages = o.store.pages("s");
  REQUIRE(pages.size() == 2);
  CHECK(pages[0].number == 1);
  CHECK_FALSE(pages[0].next);
  CHECK(pages[0].papers.empty());
  CHECK(pages[1].url == page.url);
  CHECK(pages[1].final_url == page.final_url);
  CHECK(pages[1].validators == page.validators);
  CHECK(pages[1].body_hash == page.body_hash);
  CHECK(pages[1].count == page.count);
  CHECK(pages[1].count_text == page.count_text);
  CHECK(pages[1].next == page.next);
  CHECK(pages[1].empty_marker);
  CHECK(pages[1].sections_filtered);
  CHECK(pages[1].elements == 20);
  CHECK(pages[1].incomplete == 1);
  CHECK(pages[1].found == page.found);
  CHECK(pages[1].papers == page.papers);

  o.store.replace_pages("s", {first});
  CHECK(o.store.pages("s").size() == 1);
  CHECK(o.store.pages("other").empty());
}

TEST_CASE("a paper owns all keys it was ever seen with", "[store]") {
  Opened o;
  const Fields fields{{"title", "A"},
                      {"authors", std::vector<std::string>{"X", "Y"}},
                      {"year", std::int64_t{2026}}};
  const Ids ids = show(o.store, "s", minute(0),
                       {new_paper("arxiv:2401.00010", fields, {"arxiv:2401.00010", "title:a"}),
                        new_paper("url:https://x/", titled("A"), {"title:a"})});
  SECTION("strong keys have one owner, titles may have several") {
    const auto owners =
        o.store.owners({"arxiv:2401.00010", "title:a", "url:https://x/", "arxiv:2401.0001"});
    CHECK(owners.size() == 3);
    CHECK(owners.at("arxiv:2401.00010") == Ids{ids[0]});
    CHECK(owners.at("title:a") == ids);
  }
  SECTION("a strong key stays with its first owner") {
    PaperWrite thief = seen_again(ids[1], titled("A"), false);
    thief.new_keys = {"arxiv:2401.00010", "doi:10.1/a"};
    show(o.store, "s", minute(1), {thief});
    CHECK(o.store.owners({"arxiv:2401.00010"}).at("arxiv:2401.00010") == Ids{ids[0]});
    CHECK(o.known("s", ids[1]).keys == Keys{"url:https://x/", "title:a", "doi:10.1/a"});
  }
  SECTION("what is known of it") {
    const KnownPaper known = o.known("s", ids[0]);
    CHECK(known.key == "arxiv:2401.00010");
    CHECK(known.keys == Keys{"arxiv:2401.00010", "title:a"});
    CHECK(known.fields == fields);
    CHECK(known.version == 1);
    CHECK(known.here == Standing{.fields = fields, .missed_since = {}, .pending = {}});
    CHECK_FALSE(o.known("elsewhere", ids[0]).here);
    CHECK(o.known("elsewhere", ids[0]).others == Keys{"s"});
    CHECK(o.store.known("s", {12345}).empty());
  }
}

TEST_CASE("a source keeps what it showed when another changes the paper", "[store]") {
  Opened o;
  const Fields here{{"title", "A"}, {"abstract", "long"}, {"url", "https://x/"}};
  Fields there = here;
  there["url"] = "https://y/";
  there.erase("abstract");
  const PaperId paper = show(o.store, "x", minute(0), {new_paper("doi:10.1/a", here)})[0];
  show(o.store, "y", minute(1), {seen_again(paper, there, false)});
  show(o.store, "z", minute(2), {seen_again(paper, titled("B"), true)});

  CHECK(o.known("x", paper).here->fields == here);
  CHECK(o.known("y", paper).here->fields == there);
  CHECK(o.known("y", paper).fields == titled("B"));
  CHECK(o.known("y", paper).version == 2);
  CHECK(o.known("y", paper).others == Keys{"x", "z"});
}

TEST_CASE("a standing comes back whole", "[store]") {
  Opened o;
  PaperWrite write = new_paper("doi:10.1/a", titled("A"));
  write.withdrawn = true;
  write.here = {ListingState::missing, titled("A"), 2, minute(0), true, titled("B"), 1};
  const PaperId paper = show(o.store, "s", minute(0), {write})[0];
  CHECK(o.known("s", paper).here == write.here);
  CHECK(o.known("s", paper).withdrawn);
}

TEST_CASE("absence goes from missing to removed, and a return ends it", "[store]") {
  Opened o;
  const PaperId paper = show(o.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
  REQUIRE(o.store.listed("s").size() == 1);
  CHECK(o.store.listed("s")[0].state == ListingState::listed);

  miss(o.store, "s", minute(5), paper, ListingState::missing, 1);
  REQUIRE(o.store.listed("s").size() == 1);
  CHECK(o.store.listed("s")[0].missed == 1);
  CHECK(o.store.listed("s")[0].missed_since == minute(5));
  CHECK(o.known("other", paper).others == Keys{"s"});

  miss(o.store, "s", minute(9), paper, ListingState::removed, 2);
  CHECK(o.store.listed("s").empty());
  CHECK(o.known("other", paper).others.empty());
  CHECK(o.known("s", paper).here->fields == titled("A"));

  show(o.store, "s", minute(10), {seen_again(paper, titled("A"), false)});
  CHECK(o.store.listed("s")[0].state == ListingState::listed);
  CHECK(o.store.listed_counts() == std::map<std::string, std::size_t>{{"s", 1}});
}

TEST_CASE("visits that list a paper without touching it are when it was last seen", "[store]") {
  Opened o;
  const PaperId paper = show(o.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
  o.store.insert_visit(visit_at("s", minute(10), Outcome::unchanged));
  CHECK(o.store.papers({})[0].last_seen == minute(10));
  o.store.insert_visit(visit_at("s", minute(20), Outcome::partial));
  o.store.insert_visit(visit_at("s", minute(21), Outcome::failed));
  CHECK(o.store.papers({})[0].last_seen == minute(10));
  miss(o.store, "s", minute(30), paper, ListingState::missing, 1);
  miss(o.store, "s", minute(40), paper, ListingState::removed, 2);
  CHECK(
      o.store.papers({.source = "s", .as_of = {}, .state = PaperQuery::State::all, .limit = {}})[0]
          .last_seen == minute(10));
}

TEST_CASE("two papers that turn out to be one", "[store]") {
  Opened o;
  const Ids ids = show(o.store, "s", minute(0),
                       {new_paper("url:https://x/", titled("A"), {"title:a"}),
                        new_paper("doi:10.1/same", titled("A v2"), {"title:a"})});
  show(o.store, "t", minute(1), {seen_again(ids[1], titled("A at t"), false)});
  PageMemory page;
  page.papers = {ids[1], ids[0]};
  o.store.replace_pages("s", {page});
  miss(o.store, "s", minute(2), ids[0], ListingState::removed, 2);
  o.merge(ids[0], ids[1], minute(3));

  SECTION("every key and every id leads to the one that was kept") {
    CHECK(o.store.current(ids[1]) == ids[0]);
    const auto owners = o.store.owners({"url:https://x/", "doi:10.1/same", "title:a"});
    for (const auto& [key, papers] : owners) CHECK(papers == Ids{ids[0]});
    CHECK(owners.size() == 3);
    CHECK(o.store.find_paper({"doi:10.1/same"}) == ids[0]);
    CHECK(o.store.find_paper({std::to_string(ids[1])}) == ids[0]);
    CHECK(o.store.pages("s")[0].papers == Ids{ids[0], ids[0]});
    CHECK(o.known("s", ids[1]).id == ids[0]);
    CHECK(o.known("s", ids[0]).key == "url:https://x/");
    CHECK(o.known("s", ids[0]).keys == Keys{"url:https://x/", "title:a", "doi:10.1/same"});
  }
  SECTION("it stands in every source as the better of both") {
    CHECK(o.known("s", ids[0]).here->state == ListingState::listed);
    CHECK(o.known("s", ids[0]).here->fields == titled("A v2"));
    CHECK(o.known("t", ids[0]).here->fields == titled("A at t"));
    CHECK(o.store.listed("s").size() == 1);
    CHECK(o.store.counts().papers == 1);
  }
  SECTION("later writes under either id reach it") {
    show(o.store, "t", minute(4), {seen_again(ids[1], titled("A v3"), true)});
    CHECK(o.known("t", ids[0]).fields == titled("A v3"));
    CHECK(o.known("t", ids[0]).version == 2);
  }
  SECTION("both histories can be read, and why") {
    const auto history = o.store.history(ids[1]);
    REQUIRE(history);
    CHECK(history->paper.id == ids[0]);
    CHECK(history->versions.size() == 2);
    REQUIRE(history->merges.size() == 1);
    CHECK_THAT(history->merges[0], Catch::Matchers::Contains("doi:10.1/same"));
  }
  SECTION("a chain of merges and a merge with itself") {
    const PaperId third = show(o.store, "s", minute(5), {new_paper("arxiv:1", titled("B"))})[0];
    o.merge(third, ids[1], minute(6));
    o.merge(ids[0], third, minute(7));
    CHECK(o.store.current(ids[1]) == third);
    CHECK(o.store.owners({"url:https://x/"}).at("url:https://x/") == Ids{third});
  }
}
