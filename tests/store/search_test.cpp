// SPDX-License-Identifier: MIT
// Papers are found by their words, whether the index knows them yet or not.
#include <paperwatch/catalogue.hpp>
#include <paperwatch/upkeep.hpp>

#include "store/opening.hpp"
#include "store/search_index.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

using Ids = std::vector<PaperId>;

WordFilter word(const std::string& text) {
  return {WordFilter::Kind::word, text, {}};
}
WordFilter beginning(const std::string& text) {
  return {WordFilter::Kind::beginning, text, {}};
}

// Ids of the candidates, newest first.
Ids candidates(const std::filesystem::path& file, const WordFilter& words) {
  Catalogue::Papers wanted;
  wanted.state = PaperQuery::State::all;
  wanted.words = words;
  Ids ids;
  Catalogue(file).papers(wanted, [&](PaperId id, PaperRow*) {
    ids.push_back(id);
    return true;
  });
  return ids;
}

struct Library {
  TempDir dir;
  std::filesystem::path file = dir / "p.db";
  Store store{file, Store::Access::write};
  Upkeep upkeep{file};
};

}  // namespace

TEST_CASE("a paper is found by the words of any field but its links", "[store][search]") {
  Library l;
  show(l.store, "s", minute(0),
       {new_paper("doi:10.1/a", {{"title", "Sparse Matrices"},
                                 {"authors", std::vector<std::string>{"Torsten Höfler"}},
                                 {"year", std::int64_t{2026}},
                                 {"url", "https://journal.example/linked"}}),
        new_paper("doi:10.1/b", titled("量子计算 in C++, p<q")),
        new_paper("doi:10.1/c", titled("Dense"))});
  CHECK_FALSE(l.upkeep.index_papers(100));

  CHECK(candidates(l.file, word("sparse")) == Ids{1});
  CHECK(candidates(l.file, word("spars")).empty());
  CHECK(candidates(l.file, beginning("spars")) == Ids{1});
  CHECK(candidates(l.file, word("höfler")) == Ids{1});
  CHECK(candidates(l.file, word("2026")) == Ids{1});
  CHECK(candidates(l.file, word("linked")).empty());
  CHECK(candidates(l.file, word("子")) == Ids{2});
  CHECK(candidates(l.file, word("c++")) == Ids{2});
  CHECK(candidates(l.file, word("c")).empty());
  CHECK(candidates(l.file, word("p<q")) == Ids{2});
  CHECK(candidates(l.file, WordFilter::any({word("dense"), word("sparse")})) == Ids{3, 1});
  CHECK(candidates(l.file, WordFilter::all({word("dense"), word("sparse")})).empty());
  CHECK(candidates(l.file, WordFilter{}) == Ids{3, 2, 1});
}

TEST_CASE("a paper that the index does not know yet is a candidate of every search",
          "[store][search]") {
  Library l;
  const auto ids = show(l.store, "s", minute(0), {new_paper("doi:10.1/a", titled("Sparse"))});
  CHECK(candidates(l.file, word("dense")) == ids);
  l.upkeep.index_papers(100);
  CHECK(candidates(l.file, word("dense")).empty());

  show(l.store, "s", minute(60), {seen_again(ids[0], titled("Dense"), true)});
  CHECK(candidates(l.file, word("anything")) == ids);
  l.upkeep.index_papers(100);

  CHECK(candidates(l.file, word("dense")) == ids);
  CHECK(candidates(l.file, word("anything")).empty());
}

TEST_CASE("what is seen again without a change is not indexed again", "[store][search]") {
  Library l;
  const auto ids = show(l.store, "s", minute(0), {new_paper("doi:10.1/a", titled("Sparse"))});
  l.upkeep.index_papers(100);
  show(l.store, "s", minute(60), {seen_again(ids[0], titled("Sparse"), false)});
  miss(l.store, "s", minute(120), ids[0], ListingState::missing, 1);
  CHECK(candidates(l.file, word("dense")).empty());
}

TEST_CASE("the index is made in pieces, the oldest papers first", "[store][search]") {
  Library l;
  show(l.store, "s", minute(0),
       {new_paper("doi:10.1/a", titled("A")), new_paper("doi:10.1/b", titled("B")),
        new_paper("doi:10.1/c", titled("C"))});
  CHECK(l.upkeep.index_papers(2));
  CHECK(candidates(l.file, word("nothing")) == Ids{3});
  CHECK_FALSE(l.upkeep.index_papers(2));
  CHECK(candidates(l.file, word("nothing")).empty());
  CHECK_FALSE(l.upkeep.index_papers(2));
}

TEST_CASE("a paper that became part of another is found as that", "[store][search]") {
  Library l;
  const auto ids = show(l.store, "s", minute(0), {new_paper("doi:10.1/a", titled("One Name"))});
  const auto others = show(l.store, "t", minute(1), {new_paper("url:u", titled("One Title"))});
  l.store.merge(0, minute(2), {{ids[0], others[0], ""}});
  l.upkeep.index_papers(100);
  CHECK(candidates(l.file, word("one")) == ids);
  l.store.split(ids[0], minute(3));
  CHECK(candidates(l.file, word("one")) == Ids{others[0], ids[0]});
}

TEST_CASE("a search among many papers reads those that have the words", "[store][search]") {
  Library l;
  std::vector<PaperWrite> writes;
  for (int i = 0; i < 3000; ++i)
    writes.push_back(new_paper("url:" + std::to_string(i), titled(i % 1000 ? "common" : "rare")));
  show(l.store, "s", minute(0), writes);
  l.upkeep.index_papers(5000);
  CHECK(candidates(l.file, word("rare")) == Ids{2001, 1001, 1});

  const auto db = open_for_reading(l.file);
  auto row = db->statement(
                   "EXPLAIN QUERY PLAN SELECT rowid AS paper FROM search WHERE search MATCH ?3"
                   " AND rowid < ?2 AND ?1 IS NOT NULL"
                   " UNION SELECT paper FROM unsearched WHERE paper < ?2 ORDER BY paper DESC")
                 .with("", 1, "x");
  std::string plan;
  while (row.next()) plan += row.text(3) + "\n";
  INFO(plan);
  CHECK(plan.find("VIRTUAL TABLE INDEX") != std::string::npos);
  CHECK(plan.find("TEMP B-TREE") == std::string::npos);
}
