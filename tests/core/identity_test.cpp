// SPDX-License-Identifier: MIT
// Semantics, "Identity: which records are the same paper".
#include "core/identity.hpp"

#include "core/papers.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Which paper each identity is: its id, or 0 for a new one.
std::vector<PaperId> ids(const Identities& identities) {
  std::vector<PaperId> out;
  for (const auto& identity : identities.papers) out.push_back(identity.paper);
  return out;
}

std::vector<PaperId> identified(const World& world, const std::vector<Sighting>& sightings,
                                bool complete = true) {
  auto identities = identify(sightings, world.memory());
  follow_changed_links(identities, sightings, world.memory(), complete);
  return ids(identities);
}

using Ids = std::vector<PaperId>;
using Names = std::vector<std::string_view>;

}  // namespace

TEST_CASE("keys of a record, strongest first", "[identity]") {
  const auto keys =
      keys_of(paper("A  Title!", "https://EXAMPLE.org:443/a?utm_source=x#top",
                    {{"doi", "https://doi.org/10.1000/ABC"}, {"arxiv_id", "2305.01234v2"}}),
              default_keys(), "s");
  CHECK(keys.strong == Lines{"doi:10.1000/abc", "arxiv:2305.01234", "url:https://example.org/a"});
  CHECK(keys.title == "title:a title");
}

TEST_CASE("links to arXiv and doi.org give those keys by themselves", "[identity]") {
  CHECK(keys_of(paper("T", "https://arxiv.org/abs/astro-ph/9912001v3"), default_keys(), "s")
            .strong.front() == "arxiv:astro-ph/9912001");
  CHECK(keys_of(paper("T", "https://doi.org/10.1000/X"), default_keys(), "s").strong.front() ==
        "doi:10.1000/x");
}

TEST_CASE("a custom key is the source's own", "[identity]") {
  const auto keys = keys_of(paper("T", "https://l.example/a", {{"pmid", "17"}}), {"pmid"}, "s");
  CHECK(keys.strong == Lines{"s/pmid:17"});
}

TEST_CASE("a record that matches any alias is that paper", "[identity]") {
  World world;
  const auto a = world.add(paper("Known", "https://l.example/a", {{"doi", "10.1000/a"}}));

  CHECK(identified(world, page({paper("Known, retitled", "https://other.example/x",
                                      {{"doi", "10.1000/a"}})})) == Ids{a});
  CHECK(identified(world, page({paper("Retitled", "https://l.example/a")})) == Ids{a});
  CHECK(identified(world, page({paper("Another", "https://l.example/b")})) == Ids{0});
}

TEST_CASE("a DOI joins two known papers, a link does not", "[identity]") {
  World world;
  const auto a = world.add(paper("Preprint", "https://l.example/a", {{"arxiv_id", "2305.01234"}}));
  const auto b = world.add(paper("Article", "https://l.example/b", {{"doi", "10.1000/b"}}));

  SECTION("both strong keys on one record: one paper, the older keeps its name") {
    const auto sightings = page({paper("Article", "https://l.example/c",
                                       {{"arxiv_id", "2305.01234"}, {"doi", "10.1000/b"}})});
    const auto found = identify(sightings, world.memory());
    REQUIRE(found.merges.size() == 1);
    CHECK(found.merges[0].kept == a);
    CHECK(found.merges[0].gone == b);
    CHECK(ids(found) == Ids{a});
  }
  SECTION("a link that points elsewhere leaves the record to the stronger key's owner") {
    const auto sightings = page({paper("Article", "https://l.example/a", {{"doi", "10.1000/b"}})});
    const auto found = identify(sightings, world.memory());
    CHECK(found.merges.empty());
    CHECK(ids(found) == Ids{b});
  }
}

TEST_CASE(
    "a record that repeats what is known of a paper is that paper, while its keys are its own",
    "[identity]") {
  World world;
  world.add(paper("First", "https://l.example/1"));
  const auto id = world.add(paper("Known", "https://l.example/a"));
  const auto shows = [&](const std::vector<Fields>& records, PaperId repeats) {
    auto sightings = page(records);
    sightings[0].repeats = repeats;
    return identified(world, sightings);
  };
  // By its link it would be the first paper: nobody asks.
  const auto known = paper("Known", "https://l.example/1");
  CHECK(shows({known}, id) == Ids{id});
  CHECK(shows({known}, 0) == Ids{1});
  // A link that different titles share says nothing, and then the title decides.
  CHECK(shows({known, paper("Another", "https://l.example/1")}, id) == Ids{id, 0});
  CHECK(shows({paper("New", "https://l.example/1"), paper("Another", "https://l.example/1")}, id) ==
        Ids{0, 0});
  // A record without a key of its own repeats nothing.
  CHECK(shows({paper("First")}, id) == Ids{1});
}

TEST_CASE("a key that different titles share on one page is void there", "[identity]") {
  World world;
  SECTION("a # link") {
    CHECK(identified(world, page({paper("One", "https://l.example/list#"),
                                  paper("Two", "https://l.example/list#")}))
              .size() == 2);
  }
  SECTION("a DOI pasted twice") {
    const auto a = world.add(paper("One", "https://l.example/1", {{"doi", "10.1000/a"}}));
    CHECK(identified(world, page({paper("One", "https://l.example/1", {{"doi", "10.1000/a"}}),
                                  paper("Two", "https://l.example/2", {{"doi", "10.1000/a"}})})) ==
          Ids{a, 0});
  }
  SECTION("but the same title twice is one paper listed twice") {
    CHECK(identified(world, page({paper("One", "https://l.example/1"),
                                  paper("One", "https://l.example/1")})) == Ids{0});
  }
}

TEST_CASE("a title alone never joins records that carry different strong keys", "[identity]") {
  std::vector<Fields> records;
  for (int i = 0; i < 50; ++i)
    records.push_back(paper("Front Matter", "https://l.example/" + std::to_string(i)));
  CHECK(identified({}, page(records)).size() == 50);
}

TEST_CASE("records with nothing but one title are told apart by their order", "[identity]") {
  World world;
  const auto sightings = page({paper("Editorial"), paper("Editorial")});
  const auto found = identify(sightings, world.memory());
  REQUIRE(found.papers.size() == 2);
  CHECK(found.papers[0].keys == Names{"title:editorial"});
  CHECK(found.papers[1].keys == Names{"title:editorial#2"});
}

TEST_CASE("records with nothing but one title are counted through all pages", "[identity]") {
  World world;
  const auto record = [](const char* title) { return paper(title); };
  const auto listing =
      page({record("First of all"), record("Front Matter"), record("Front Matter")}, 1, 0) +
      page({record("Last of them all")}, 2, 1);
  const auto first = world.add(paper("First of all"));
  const auto front = world.add(paper("Front Matter"));
  const auto second = world.add(paper("Front Matter"));
  world.rename(second, "title:front matter#2");
  const auto last = world.add(paper("Last of them all"));
  REQUIRE(identified(world, listing) == Ids{first, front, second, last});

  SECTION("so one that is pushed over the border stays itself") {
    CHECK(identified(world, page({record("A new one on top"), record("First of all"),
                                  record("Front Matter")},
                                 1, 0) +
                                page({record("Front Matter"), record("Last of them all")}, 2, 1)) ==
          Ids{0, first, front, second, last});
  }
  SECTION("one on a page that came unchanged is not taken for another") {
    CHECK(identified(world, std::vector{unread(first), unread(front)} +
                                page({record("Front Matter"), record("Last of them all")}, 2, 1)) ==
          Ids{first, front, second, last});
  }
  SECTION("but what two pages show where they overlap counts once") {
    CHECK(identified(world, page({record("First of all"), record("Front Matter"),
                                  record("Front Matter"), record("Last of them all")},
                                 1, 0) +
                                page({record("Front Matter"), record("Last of them all")}, 2, 1)) ==
          Ids{first, front, second, last});
  }
  SECTION("nor does a listing that moved while it was read count them twice") {
    CHECK(identified(world, page({record("A new one on top"), record("Front Matter")}, 1, 2) +
                                page({record("Front Matter"), record("Front Matter")}, 1, 0)) ==
          Ids{0, front, second});
  }
  SECTION("a title that says much is one paper on every page that shows it") {
    CHECK(identified(world, listing + page({record("First of all")}, 3, 2)) ==
          Ids{first, front, second, last});
  }
}

TEST_CASE("a link names the paper, though its DOI and title were corrected at once", "[identity]") {
  World world;
  const auto a = world.add(paper("Old title", "https://l.example/1", {{"doi", "10.1000/a"}}));
  const auto corrected = paper("New name", "https://l.example/1", {{"doi", "10.1000/b"}});

  CHECK(identified(world, page({corrected})) == Ids{a});
  SECTION("unless the visit shows the paper by its DOI elsewhere") {
    const auto moved = paper("Old title", "https://l.example/2", {{"doi", "10.1000/a"}});
    CHECK(identified(world, page({corrected, moved})) == Ids{0, a});
    CHECK(identified(world, page({moved, corrected})) == Ids{a, 0});
  }
  SECTION("unless another record was that link's paper") {
    CHECK(identified(world, page({corrected}, 1, 0) + page({paper("Third", "https://l.example/1",
                                                                  {{"doi", "10.1000/c"}})},
                                                           2, 1)) == Ids{a, 0});
  }
}

TEST_CASE("an old paper that vanishes while its title appears under another link is the same",
          "[identity]") {
  World world;
  struct Row {
    const char* what;
    const char* before;
    const char* after;
  };
  const Row row =
      GENERATE(Row{"http to https", "http://l.example/p/1", "https://l.example/p/1"},
               Row{"host move", "https://old.example/p/1", "https://new.example/p/1"},
               Row{"preprint gets a DOI", "https://l.example/p/1", "https://doi.org/10.1000/x"},
               Row{"path change", "https://l.example/p/1.html", "https://l.example/papers/2026/1"});
  CAPTURE(row.what);
  const auto a = world.add(paper("A Long and Telling Title", row.before));
  CHECK(identified(world, page({paper("A long and telling title", row.after)})) == Ids{a});
}

TEST_CASE("it is another paper, if the old one is still listed", "[identity]") {
  World world;
  const auto a = world.add(paper("A Long and Telling Title", "https://l.example/1"));
  CHECK(identified(world, page({paper("A Long and Telling Title", "https://l.example/1"),
                                paper("A Long and Telling Title", "https://m.example/2")})) ==
        Ids{a, 0});
}

TEST_CASE("it is another paper, if the strong keys contradict", "[identity]") {
  World world;
  world.add(paper("A Long and Telling Title", "https://l.example/1", {{"doi", "10.1000/a"}}));
  CHECK(identified(world, page({paper("A Long and Telling Title", "https://l.example/2",
                                      {{"doi", "10.1000/b"}})})) == Ids{0});
}

TEST_CASE("a partial visit follows a link only where scheme or host alone changed", "[identity]") {
  World world;
  const auto a = world.add(paper("A Long and Telling Title", "http://l.example/p/1"));
  CHECK(identified(world, page({paper("A Long and Telling Title", "https://l.example/p/1")}),
                   false) == Ids{a});
  CHECK(identified(world, page({paper("A Long and Telling Title", "https://l.example/q/7")}),
                   false) == Ids{0});
}

TEST_CASE("front matters that change scheme keep their own histories", "[identity]") {
  World world;
  const auto a = world.add(paper("Front Matter", "http://l.example/1"));
  const auto b = world.add(paper("Front Matter", "http://l.example/2"));
  CHECK(identified(world, page({paper("Front Matter", "https://l.example/2"),
                                paper("Front Matter", "https://l.example/1")})) == Ids{b, a});
}

TEST_CASE("a DOI that arrives later belongs to the paper", "[identity]") {
  World world;
  const auto a = world.add(paper("Some Paper on Things", "https://l.example/1"));
  const auto sightings =
      page({paper("Some Paper on Things", "https://l.example/1", {{"doi", "10.1000/a"}})});
  const auto found = identify(sightings, world.memory());
  CHECK(ids(found) == Ids{a});
  CHECK(found.papers[0].keys.front() == "doi:10.1000/a");
}

TEST_CASE("a link that arrives later belongs to the paper known by its title", "[identity]") {
  World world;
  const auto a = world.add(paper("Some Paper on Things"));
  CHECK(identified(world, page({paper("Some Paper on Things", "https://l.example/1")})) == Ids{a});
}

TEST_CASE("a paper on two pages of a visit counts once", "[identity]") {
  const auto sightings =
      page({paper("One", "https://l.example/1"), paper("Two", "https://l.example/2")}, 1, 0) +
      page({paper("Two", "https://l.example/2"), paper("Three", "https://l.example/3")}, 2, 1);
  CHECK(identified({}, sightings).size() == 3);
}
