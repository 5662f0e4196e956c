// SPDX-License-Identifier: MIT
// Semantics, "Papers".
#include "core/difference.hpp"

#include "core/comparable.hpp"
#include "core/papers.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

using Texts = std::vector<std::string>;

Standing missing_since(const char* when, int times) {
  Standing standing;
  standing.state = ListingState::missing;
  standing.missed = times;
  standing.missed_since = parse_rfc3339(when);
  return standing;
}

ListingState state_after(const Difference& difference, PaperId paper) {
  for (const auto& absence : difference.absences) {
    if (absence.paper == paper) return absence.state;
  }
  return ListingState::listed;
}

}  // namespace

TEST_CASE("a paper that no visit has shown before is new", "[difference]") {
  World world;
  world.add(paper("Old", "https://l.example/1"));

  const auto found =
      world.see({paper("Old", "https://l.example/1"), paper("New", "https://l.example/2")});

  CHECK(told(found) == Lines{"paper_new New"});
  CHECK(found.tracked == 2);
}

TEST_CASE("what is no news to a reader", "[difference]") {
  struct Row {
    const char* what;
    Value before, after;
    const char* field;
  };
  const Row row = GENERATE(
      Row{"white space", "A  title", "A title ", "title"},
      Row{"entities", "A &amp; B", "A & B", "title"},
      Row{"entities of letters", "Poincar&eacute; &ndash; M&uuml;ller", "Poincaré – Müller",
          "title"},
      Row{"entities of Greek and Slavic letters", "&alpha; by Do&zcaron;ek &#38; &#x160;",
          "α by Dožek & Š", "abstract"},
      Row{"normal form", "Caf\u00e9", "Cafe\u0301", "title"},
      Row{"soft hyphens", "co\u00adoperate", "cooperate", "abstract"},
      Row{"zero-width characters", "data\u200bbase", "database", "abstract"},
      Row{"labels", "Title: On Things", "On Things", "title"},
      Row{"labels of lists", Texts{"Authors: Ann", "Bob"}, Texts{"Ann", "Bob"}, "authors"},
      Row{"a blank before punctuation", "On things , again", "On things, again", "title"},
      Row{"what a link says of its reader", "https://l.example/1",
          "https://L.example/1?utm_source=feed#top", "url"},
      Row{"the order of subjects", Texts{"cs.DC", "cs.AI"}, Texts{"cs.AI", "cs.DC"}, "subjects"});
  CAPTURE(row.what);
  CHECK(same_content(row.field, &row.before, &row.after));
}

TEST_CASE("what is news", "[difference]") {
  struct Row {
    const char* what;
    Value before, after;
    const char* field;
  };
  const Row row =
      GENERATE(Row{"case", "On things", "On Things", "title"},
               Row{"a link that moves", "http://l.example/1", "https://l.example/1", "url"},
               Row{"a word", "On things", "Of things", "title"},
               Row{"the order of authors", Texts{"Ann", "Bob"}, Texts{"Bob", "Ann"}, "authors"},
               Row{"a year", std::int64_t{2025}, std::int64_t{2026}, "year"});
  CAPTURE(row.what);
  CHECK_FALSE(same_content(row.field, &row.before, &row.after));
}

TEST_CASE("a watched field that differs is a change, others are stored silently", "[difference]") {
  World world;
  world.add(paper("Old", "https://l.example/1", {{"citations", "41"}, {"doi", "10.1000/a"}}));
  TrackRules rules;
  rules.ignore = Texts{"citations"};

  SECTION("an ignored field is stored, not told") {
    const auto found = world.see(
        {paper("Old", "https://l.example/1", {{"citations", "42"}, {"doi", "10.1000/a"}})}, rules);
    CHECK(told(found).empty());
    REQUIRE(found.papers.size() == 1);
    CHECK(text_of(*found.papers[0].version, "citations") == "42");
  }
  SECTION("a link that moves is no news") {
    CHECK(told(world.see({paper("Old", "https://m.example/9",
                                {{"citations", "41"}, {"doi", "10.1000/a"}})},
                         rules))
              .empty());
  }
  SECTION("a changed title names only the title") {
    const auto found = world.see(
        {paper("New title", "https://l.example/1", {{"citations", "42"}, {"doi", "10.1000/a"}})},
        rules);
    CHECK(told(found) == Lines{"paper_changed New title: title"});
    CHECK(found.events[0].changes[0].before == Value("Old"));
  }
}

TEST_CASE("order and page are no event", "[difference]") {
  World world;
  const auto a = paper("A", "https://l.example/a"), b = paper("B", "https://l.example/b"),
             c = paper("C", "https://l.example/c");
  world.add(a), world.add(b), world.add(c);
  const auto found = world.see({c, a, b});
  CHECK(told(found).empty());
  CHECK(found.papers.empty());
}

TEST_CASE("a field that a rule failed to find", "[difference]") {
  World world;
  const auto record = [](int i, bool has_abstract) {
    auto fields =
        paper("Paper number " + std::to_string(i), "https://l.example/" + std::to_string(i));
    if (has_abstract) fields.emplace("abstract", "text " + std::to_string(i));
    return fields;
  };
  for (int i = 0; i < 10; ++i) world.add(record(i, true));
  const auto listing_without = [&](int lost) {
    std::vector<Fields> records;
    for (int i = 0; i < 10; ++i) records.push_back(record(i, i >= lost));
    return records;
  };

  SECTION("is gone, if a single record lost it") {
    CHECK(told(world.see(listing_without(1))) == Lines{"paper_changed Paper number 0: abstract"});
  }
  SECTION("is gone, if not more than one in five lost it") {
    CHECK(told(world.see(listing_without(2))).size() == 2);
  }
  SECTION("is kept, if more lost it at once") {
    const auto found = world.see(listing_without(3));
    CHECK(told(found).empty());
    CHECK(found.lost_fields == Lines{"abstract"});
  }
  SECTION("is gone, if most records that had it are on a page that came unchanged") {
    std::vector<Sighting> unchanged;
    for (PaperId id = 11; id <= 20; ++id) {
      world.add(record(static_cast<int>(id), true));
      unchanged.push_back(unread(id, 2, 1));
    }
    const auto found = world.see_sightings(page(listing_without(3)) + unchanged);
    CHECK(told(found).size() == 3);
    CHECK(found.lost_fields.empty());
  }
}

TEST_CASE("a record that repeats what is known of its paper is not compared", "[difference]") {
  World world;
  const auto repeating = [](const Fields& record, PaperId paper) {
    auto sightings = page({record});
    sightings[0].repeats = paper;
    return sightings;
  };
  // What it shows would be news, if anybody looked.
  const auto record = paper("B", "https://l.example/1");

  SECTION("where the paper is listed and waits for nothing") {
    const auto id = world.add(paper("A", "https://l.example/1"));
    const auto found = world.see_sightings(repeating(record, id));
    CHECK(told(found).empty());
    CHECK(found.papers.empty());
    CHECK(found.placed == std::vector{std::pair(id, std::size_t{0})});
    CHECK(found.as_shown == std::vector{true});
  }
  SECTION("but it is where a change waits to settle") {
    Standing standing;
    standing.pending = paper("C", "https://l.example/1");
    const auto id = world.add(paper("A", "https://l.example/1"), standing);
    CHECK(told(world.see_sightings(repeating(record, id))) == Lines{"paper_changed B: title"});
  }
  SECTION("but it is where the paper was missing") {
    const auto id =
        world.add(paper("A", "https://l.example/1"), missing_since("2026-11-20T12:00:00Z", 1));
    CHECK(told(world.see_sightings(repeating(record, id))) == Lines{"paper_changed B: title"});
  }
  SECTION("but it is where another record claims to be the same paper") {
    const auto id = world.add(paper("A", "https://l.example/1"));
    const auto both = repeating(record, id) + page({paper("C", "https://l.example/1")}, 2, 1);
    CHECK(told(world.see_sightings(both)) == Lines{"paper_changed C: title"});
  }
}

TEST_CASE("whether what is known of a paper is what its record shows", "[difference]") {
  World world;
  const auto as_shown = [&](const std::vector<Fields>& records, const TrackRules& rules = {}) {
    return world.see(records, rules).as_shown;
  };
  const auto a = paper("A", "https://l.example/1", {{"comments", "M\u00fcller"}});
  world.add(a);

  SECTION("it is, of a new one, of one that changed and of one that did not") {
    CHECK(as_shown({a, paper("New", "https://l.example/2")}) == std::vector{true, true});
    CHECK(as_shown({paper("B", "https://l.example/1")}) == std::vector{true});
  }
  SECTION("it is not where a change waits") {
    TrackRules rules;
    rules.settle = 2;
    CHECK(as_shown({paper("B", "https://l.example/1")}, rules) == std::vector{false});
  }
  SECTION("it is not where something is kept that the record does not show") {
    CHECK(as_shown({paper("A", "https://l.example/1", {{"comments", "M\uFFFDller"}})}) ==
          std::vector{false});
    world[1].here->fields.emplace("version", std::int64_t{2});
    CHECK(as_shown({a}) == std::vector{false});
  }
  SECTION("it is not where others share the record's link") {
    CHECK(as_shown({a, paper("Another", "https://l.example/1")}) == std::vector{false, false});
  }
  SECTION("it is not where the listing shows the paper twice") {
    CHECK(as_shown({a, a}) == std::vector{false});
  }
}

TEST_CASE("characters lost in decoding are no change", "[difference]") {
  World world;
  world.add(paper("Müller on “things”", "https://l.example/1",
                  {{"authors", Texts{"Ann", "Émile Zola"}}}));
  const auto seen = [&](const char* title, Texts authors) {
    return told(
        world.see({paper(title, "https://l.example/1", {{"authors", std::move(authors)}})}));
  };
  CHECK(seen("M�ller on ���things�", {"Ann", "�mile Zola"}).empty());
  CHECK(seen("M�ller on �things�, again", {"Ann", "Émile Zola"}) ==
        Lines{"paper_changed M�ller on �things�, again: title"});
}

TEST_CASE("characters that come back are no change either, but they are stored", "[difference]") {
  World world;
  world.add(paper("M�ller on graphs", "https://l.example/1"));
  const auto repaired = world.see({paper("Müller on graphs", "https://l.example/1")});
  CHECK(told(repaired).empty());
  REQUIRE(repaired.papers.size() == 1);
  CHECK(text_of(*repaired.papers[0].version, "title") == "Müller on graphs");
  CHECK(told(world.see({paper("Müller on trees", "https://l.example/1")})) ==
        Lines{"paper_changed Müller on trees: title"});
}

TEST_CASE("only a new version is news, not a link that names none", "[difference]") {
  World world;
  const std::string link = "https://arxiv.org/abs/2301.00001";
  world.add(paper("A", link + "v2", {{"version", std::int64_t{2}}}));
  const auto without = world.see({paper("A", link)});
  CHECK(told(without).empty());
  REQUIRE(without.papers.size() == 1);
  CHECK(without.papers[0].here.fields.at("version") == Value(std::int64_t{2}));
  CHECK(told(world.see({paper("A", link + "v3", {{"version", std::int64_t{3}}})})) ==
        Lines{"paper_changed A: version"});
}

TEST_CASE("a section that never shows abstracts takes none away", "[difference]") {
  World world;
  world.add(paper("A", "https://l.example/a", {{"section", "New"}, {"abstract", "text"}}));
  CHECK(
      told(world.see({paper("A", "https://l.example/a", {{"section", "Replacements"}})})).empty());
}

TEST_CASE("a paper that is not listed", "[difference]") {
  World world;
  const auto stays = paper("Stays", "https://l.example/1");
  world.add(stays);

  SECTION("is missing, silently, at first") {
    const auto gone = world.add(paper("Goes", "https://l.example/2"));
    const auto found = world.see({stays});
    CHECK(told(found).empty());
    CHECK(state_after(found, gone) == ListingState::missing);
    CHECK(found.tracked == 2);
  }
  SECTION("is removed, once, after two complete visits and a day") {
    const auto gone =
        world.add(paper("Goes", "https://l.example/2"), missing_since("2026-11-29T12:00:00Z", 1));
    const auto found = world.see({stays});
    CHECK(told(found) == Lines{"paper_removed Goes"});
    CHECK(state_after(found, gone) == ListingState::removed);
    CHECK(found.tracked == 1);
  }
  SECTION("is still only missing, if the day has not passed") {
    const auto gone =
        world.add(paper("Goes", "https://l.example/2"), missing_since("2026-11-29T12:00:01Z", 1));
    CHECK(state_after(world.see({stays}), gone) == ListingState::missing);
  }
  SECTION("is removed at once, if the source says so") {
    world.add(paper("Goes", "https://l.example/2"));
    TrackRules rules;
    rules.removal_visits = 1;
    rules.removal_age = Duration(0);
    CHECK(told(world.see({stays}, rules)) == Lines{"paper_removed Goes"});
  }
  SECTION("is not even missing after a visit that does not prove absence") {
    world.add(paper("Goes", "https://l.example/2"));
    CHECK(world.see_sightings(page({stays}), {}, "2026-11-30T12:00:00Z", false).absences.empty());
  }
  SECTION("only left the window, if the source shows one") {
    const auto gone = world.add(paper("Goes", "https://l.example/2"));
    TrackRules rules;
    rules.window = std::int64_t{1};
    const auto found = world.see({stays}, rules);
    CHECK(told(found).empty());
    CHECK(state_after(found, gone) == ListingState::left);
  }
}

TEST_CASE("a paper that is seen again", "[difference]") {
  World world;
  const auto back = paper("Back", "https://l.example/1");
  SECTION("is no news, if it was only missing") {
    world.add(back, missing_since("2026-11-29T12:00:00Z", 1));
    const auto found = world.see({back});
    CHECK(told(found).empty());
    CHECK(found.papers.at(0).here.state == ListingState::listed);
  }
  SECTION("has returned, if it had been removed; the event carries what changed meanwhile") {
    Standing removed;
    removed.state = ListingState::removed;
    world.add(back, removed);
    CHECK(told(world.see({back})) == Lines{"paper_returned Back"});
    CHECK(told(world.see({paper("Back again", "https://l.example/1")})) ==
          Lines{"paper_returned Back again: title"});
  }
}

TEST_CASE("a withdrawal is told once, with what changed", "[difference]") {
  World world;
  const auto id = world.add(paper("A result", "https://l.example/1"));
  const auto withdrawn = paper("A result", "https://l.example/1",
                               {{"comments", "This paper has been withdrawn by the author"}});

  CHECK(told(world.see({withdrawn})) == Lines{"paper_withdrawn A result: comments"});

  world[id].withdrawn = true;
  world[id].fields = world[id].here->fields = withdrawn;
  CHECK(told(world.see({withdrawn})).empty());
}

TEST_CASE("a paper first seen withdrawn is new", "[difference]") {
  CHECK(told(World().see({paper("[withdrawn] A result", "https://l.example/1")})) ==
        Lines{"paper_new [withdrawn] A result"});
}

TEST_CASE("settle holds changes back until they stay", "[difference]") {
  World world;
  const auto id = world.add(paper("Old", "https://l.example/1"));
  TrackRules rules;
  rules.settle = 2;
  const auto changed = paper("New", "https://l.example/1");

  const auto first = world.see({changed}, rules);
  CHECK(told(first).empty());
  REQUIRE(first.papers.size() == 1);
  CHECK(first.papers[0].here.pending == changed);

  world[id].here = first.papers[0].here;
  SECTION("it stayed") {
    CHECK(told(world.see({changed}, rules)) == Lines{"paper_changed New: title"});
  }
  SECTION("it was a passing thing") {
    const auto found = world.see({paper("Old", "https://l.example/1")}, rules);
    CHECK(told(found).empty());
    CHECK(found.papers.at(0).here.pending.empty());
  }
  SECTION("new papers are told at once") {
    CHECK(told(world.see({changed, paper("Fresh", "https://l.example/2")}, rules)).back() ==
          "paper_new Fresh");
  }
}

TEST_CASE("what is not watched does not keep a change from settling", "[difference]") {
  World world;
  TrackRules rules;
  rules.settle = 2;
  rules.ignore = Texts{"citations"};
  const auto shown = [](const char* title, const char* citations, const char* link) {
    return paper(title, link, {{"citations", citations}, {"doi", "10.1000/a"}});
  };
  const auto id = world.add(shown("Old", "1", "https://m1.example/1"));
  const auto first = world.see({shown("New", "2", "https://m2.example/1")}, rules);
  REQUIRE(told(first).empty());

  world[id].here = first.papers.at(0).here;
  CHECK(told(world.see({shown("New", "3", "https://m1.example/1")}, rules)) ==
        Lines{"paper_changed New: title"});
  CHECK(told(world.see({shown("Newer", "3", "https://m1.example/1")}, rules)).empty());
}

TEST_CASE("a field that several sources show is gone when the last of them lets go of it",
          "[difference]") {
  World world;
  const auto id = world.add(paper("A", "https://l.example/1", {{"comments", "12 pages"}}));
  world[id].others = {"other"};
  const auto without = paper("A", "https://l.example/1");

  SECTION("another source still shows it") {
    world.shown_elsewhere(id) = {"title", "comments"};
    const auto found = world.see({without});
    CHECK(told(found).empty());
    CHECK_FALSE(found.papers.at(0).version);
    CHECK_FALSE(found.papers.at(0).here.fields.contains("comments"));
  }
  SECTION("no other shows it, though others list the paper") {
    world.shown_elsewhere(id) = {"title"};
    const auto found = world.see({without});
    CHECK(told(found) == Lines{"paper_changed A: comments"});
    CHECK_FALSE(found.papers.at(0).version->contains("comments"));
  }
}

TEST_CASE("a change that another source has told already is not told twice", "[difference]") {
  World world;
  const auto id = world.add(paper("Old", "https://l.example/1"));
  world[id].others = {"other"};
  world[id].fields = paper("New title", "https://l.example/1");
  CHECK(told(world.see({paper("New title", "https://l.example/1")})).empty());
  CHECK(told(world.see({paper("Third title", "https://l.example/1")})) ==
        Lines{"paper_changed Third title: title"});
}

TEST_CASE("a paper known from another source is new here, and says so", "[difference]") {
  World world;
  const auto id = world.add(paper("Known", "https://l.example/1"));
  world[id].here.reset();
  world[id].others = {"other"};
  const auto found = world.see({paper("Known", "https://l.example/1")});
  REQUIRE(told(found) == Lines{"paper_new Known"});
  CHECK(found.events[0].also == Lines{"other"});
  CHECK(found.events[0].paper->id == id);
}

TEST_CASE("papers that deeper reading uncovers belong to the baseline", "[difference]") {
  const auto sightings = [] {
    auto all = page({paper("Top", "https://l.example/1")}, 1, 0);
    for (auto& s : page({paper("Deep", "https://l.example/2")}, 3, 1)) all.push_back(s);
    return all;
  }();
  Visited visit;
  visit.known_depth = 2;
  const auto identities = identify(sightings, {});
  CHECK(told(difference(visit, identities, sightings, {}, {}, {})) ==
        Lines{"paper_new Top", "(baseline) paper_new Deep"});
}

TEST_CASE("a paper seen twice with different content: the later reading wins", "[difference]") {
  World world;
  world.add(paper("Old title", "https://l.example/1"));
  auto sightings = page({paper("Old title", "https://l.example/1")}, 2, 0);
  for (auto& s : page({paper("Newer title", "https://l.example/1")}, 1, 1))
    sightings.insert(sightings.begin(), s);
  CHECK(told(world.see_sightings(sightings)) == Lines{"paper_changed Newer title: title"});
}

TEST_CASE("the later reading wins, also where it is of a page that came unchanged",
          "[difference]") {
  World world;
  const auto id =
      world.add(paper("A", "https://l.example/1", {{"comments", "12 pages, talk at X"}}));
  const auto other = paper("A", "https://l.example/1", {{"comments", "12 pages"}});

  SECTION("the deeper page stands") {
    CHECK(told(world.see_sightings(page({other}, 1, 0) + std::vector{unread(id, 2, 1)})).empty());
  }
  SECTION("the deeper page was read") {
    CHECK(told(world.see_sightings(std::vector{unread(id, 1, 0)} + page({other}, 2, 1))) ==
          Lines{"paper_changed A: comments"});
  }
}

TEST_CASE("old pages that are read anew", "[difference]") {
  World world;
  const auto a = world.add(paper("A", "https://l.example/a"));
  const auto b = world.add(paper("B", "https://l.example/b"));
  const auto deeper = world.add(paper("Deeper", "https://l.example/deeper"));
  const auto found = world.read_anew({paper("A", "https://l.example/a")}, std::set{a, b});

  SECTION("have lost what they yield no longer") {
    CHECK(state_after(found, b) == ListingState::left);
    CHECK(told(found).empty());
  }
  SECTION("say nothing of papers that they never yielded") {
    CHECK(state_after(found, deeper) == ListingState::listed);
    CHECK(found.tracked == 2);
  }
}

TEST_CASE("where new rules can be compared with nothing, who is absent is missing",
          "[difference]") {
  World world;
  world.add(paper("A", "https://l.example/a"));
  const auto gone = world.add(paper("Gone", "https://l.example/b"));
  const auto late =
      world.add(paper("Late", "https://l.example/c"), missing_since("2026-11-20T12:00:00Z", 5));
  const auto found = world.read_anew({paper("A", "https://l.example/a")});
  CHECK(told(found).empty());
  CHECK(state_after(found, gone) == ListingState::missing);
  CHECK(state_after(found, late) == ListingState::missing);
}

TEST_CASE("a difference that is found in parts is the whole one", "[difference]") {
  World world;
  std::vector<Fields> shown{paper("New", "https://l.example/new")};
  for (int i = 0; i < 30; ++i) {
    const auto number = std::to_string(i), url = "https://l.example/" + number;
    const Fields more{{"comments", number + " pages"}};
    world.add(paper("On " + number, url, more));
    if (i % 7 == 3) continue;  // gone
    const std::string title = (i % 5 == 0 ? "Anew on " : "On ") + number;
    shown.push_back(paper(title, url, i % 3 == 0 ? Fields{} : more));
  }
  TrackRules rules;
  rules.removal_visits = 1;
  rules.removal_age = Duration{0};
  Visited visit;
  visit.proves_absence = true;
  const auto sightings = page(shown);
  const auto identities = identify(sightings, world.memory());
  const auto listed = world.listed();
  const auto whole = difference(visit, identities, sightings, world.memory(), listed, rules);
  REQUIRE(whole.lost_fields == Lines{"comments"});

  Comparison comparison(visit, identities, sightings, world.memory(), listed, rules);
  CHECK(comparison.brings_new());
  std::vector<Event> events;
  std::size_t papers = 0, placed = 0;
  const auto take = [&] {
    const auto part = comparison.take();
    events.insert(events.end(), part.events.begin(), part.events.end());
    papers += part.papers.size();
    placed += part.placed.size();
    return part;
  };
  for (std::size_t i = 0; i < identities.papers.size(); i += 7) {
    comparison.see(7);
    CHECK(take().placed.size() <= 7);
  }
  comparison.miss();
  CHECK(take().tracked == whole.tracked);

  CHECK(events == whole.events);
  CHECK(papers == whole.papers.size());
  CHECK(placed == whole.placed.size());
}
