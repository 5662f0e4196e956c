// SPDX-License-Identifier: MIT
// A merge undone gives each of the two what is its own.
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// `a` is listed by s and by both, `b` by t and by both; at minute 3 they were merged.
struct Merged {
  TempDir dir;
  Store store{dir / "p.db", Store::Access::write};
  PaperId a = 0, b = 0;

  Merged() {
    a = show(store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
    b = show(store, "t", minute(1), {new_paper("arxiv:1", titled("B"))})[0];
    show(store, "both", minute(2),
         {seen_again(a, titled("A"), false), seen_again(b, titled("B"), false)});
    store.merge(0, minute(3), {{a, b, ""}});
  }

  KnownPaper known(const std::string& source, PaperId paper) {
    return store.known(source, {paper}).at(0);
  }
  std::vector<std::string> listed_by(PaperId paper, std::optional<Time> as_of = {}) {
    for (const auto& row : store.papers({{}, as_of, PaperQuery::State::all, {}}))
      if (row.id == paper) return row.sources;
    return {"unknown"};
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a paper into which nothing was merged cannot be split", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const auto paper = show(store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
  CHECK_FALSE(store.split(paper, minute(1)));
}

TEST_CASE("after a split each paper has its keys, standings and content again", "[store]") {
  Merged m;
  const auto parting = m.store.split(m.b, minute(9));

  REQUIRE(parting);
  CHECK(parting->kept == m.a);
  CHECK(parting->gone == m.b);
  CHECK(m.store.current(m.b) == m.b);
  CHECK(m.listed_by(m.a) == Names{"both", "s"});
  CHECK(m.listed_by(m.b) == Names{"both", "t"});
  CHECK(m.known("t", m.b).fields == titled("B"));
  CHECK(m.known("both", m.b).here->fields == titled("B"));
  CHECK_FALSE(m.known("t", m.a).here);
  CHECK(m.store.find_paper({"arxiv:1"}) == m.b);
  CHECK(m.known("s", m.a).apart == std::vector<PaperId>{m.b});
  CHECK(m.known("s", m.b).apart == std::vector<PaperId>{m.a});
  CHECK_FALSE(m.store.split(m.a, minute(10)));
}

TEST_CASE("what was told of the merged paper goes to the one whose source showed it", "[store]") {
  Merged m;
  Fields theirs = titled("B, second edition");
  PaperWrite write = seen_again(m.a, theirs, true);
  write.new_keys = {"url:https://t/b"};
  show(m.store, "t", minute(4), {write});
  Fields ours = theirs;
  ours["year"] = std::int64_t{2026};
  show(m.store, "s", minute(5), {seen_again(m.a, ours, true)});

  m.store.split(m.a, minute(9));

  Fields year_only = titled("A");
  year_only["year"] = std::int64_t{2026};
  CHECK(m.known("s", m.a).fields == year_only);
  CHECK(m.known("t", m.b).fields == theirs);
  CHECK(m.known("t", m.b).here->fields == theirs);
  CHECK(m.store.find_paper({"url:https://t/b"}) == m.b);
}

TEST_CASE("what was known while two papers were one can still be asked", "[store]") {
  Merged m;
  m.store.split(m.a, minute(9));
  CHECK(m.listed_by(m.a, minute(2)) == Names{"both", "s"});
  CHECK(m.listed_by(m.a, minute(5)) == Names{"both", "s", "t"});
  CHECK(m.listed_by(m.b, minute(5)) == Names{"unknown"});
  CHECK(m.listed_by(m.b, minute(9)) == Names{"both", "t"});
}

TEST_CASE("a chain of merges is undone from its end", "[store]") {
  Merged m;
  const auto c = show(m.store, "s", minute(4), {new_paper("doi:10.1/c", titled("C"))})[0];
  m.store.merge(0, minute(5), {{m.a, c, ""}});
  CHECK(m.store.split(m.b, minute(6))->gone == c);
  CHECK(m.store.split(m.b, minute(7))->gone == m.b);
}

TEST_CASE("who merges by hand what was split takes the parting back", "[store]") {
  Merged m;
  m.store.split(m.a, minute(9));
  m.store.merge(0, minute(10), {{m.a, m.b, ""}});
  CHECK(m.store.current(m.b) == m.a);
  CHECK(m.known("s", m.a).apart.empty());

  const auto history = m.store.history(m.a);
  REQUIRE(history->merges.size() == 2);
  CHECK_THAT(history->merges[0],
             Catch::Matchers::Contains("by hand") && Catch::Matchers::Contains("split off again"));
  CHECK_THAT(history->merges[1], !Catch::Matchers::Contains("split off again"));
}
