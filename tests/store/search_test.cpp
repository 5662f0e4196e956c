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

TEST_CASE("the feed of a search reads the papers that have its words, not the whole history",
          "[store][search]") {
  Library l;
  std::vector<PaperWrite> writes;
  for (int i = 0; i < 3000; ++i)
    writes.push_back(new_paper("url:" + std::to_string(i), titled(i % 1000 ? "common" : "rare")));
  const auto ids = show(l.store, "s", minute(0), writes);
  std::vector<Event> events;
  for (const PaperId id : ids)
    events.push_back(paper_event(EventKind::paper_new, "s", 1, minute(0), id, "k"));
  // What happened last to the oldest paper makes it the newest entry.
  events.push_back(paper_event(EventKind::paper_changed, "s", 1, minute(1), ids[0], "k"));
  l.store.insert_events(events);
  l.upkeep.index_papers(5000);

  std::size_t read = 0;
  const auto found = [&](const std::string& title, WordFilter words, std::size_t limit,
                         std::size_t most_read) {
    read = 0;
    Ids papers;
    const auto matches = [&](const PaperRow& paper) {
      ++read;
      return std::get<std::string>(paper.fields.at("title")) == title;
    };
    for (const auto& entry : Catalogue(l.file).feed_papers({"", words, matches, limit, most_read}))
      papers.push_back(entry.paper.id);
    return papers;
  };
  constexpr std::size_t all = 10'000;
  CHECK(found("rare", word("rare"), 5, all) == Ids{1, 2001, 1001});
  CHECK(read == 5 * 10 + 3);
  CHECK(found("rare", word("rare"), 2, all) == Ids{1, 2001});
  CHECK(read == 2 * 10 + 2);
  // What there is plenty of is found among the newest papers.
  CHECK(found("common", word("common"), 3, all) == Ids{3000, 2999, 2998});
  CHECK(read == 4);
  // Words that the index has no answer to: from paper to paper, as far as one is willing to read.
  CHECK(found("rare", {}, 5, all) == Ids{1, 2001, 1001});
  CHECK(read == 3000);
  CHECK(found("rare", {}, 5, 100) == Ids{1});
  CHECK(read == 100);
  // A paper that the index does not know yet is found, too.
  const auto late = show(l.store, "s", minute(2), {new_paper("url:late", titled("rare"))});
  l.store.insert_events({paper_event(EventKind::paper_new, "s", 1, minute(2), late[0], "k")});
  CHECK(found("rare", word("rare"), 5, all) == Ids{late[0], 1, 2001, 1001});
}

TEST_CASE("a paper that others became part of stands in a search's feed by its newest event",
          "[store][search]") {
  Library l;
  std::vector<PaperWrite> writes{new_paper("url:kept", titled("rare")),
                                 new_paper("url:gone", titled("common"))};
  for (int i = 0; i < 20; ++i)
    writes.push_back(new_paper("url:" + std::to_string(i), titled(i == 5 ? "rare" : "common")));
  const auto ids = show(l.store, "s", minute(0), writes);
  std::vector<Event> events;
  for (const PaperId id : ids)
    events.push_back(paper_event(EventKind::paper_new, "s", 1, minute(0), id, "k"));
  events.push_back(paper_event(EventKind::paper_changed, "s", 1, minute(1), ids[1], "k"));
  l.store.insert_events(events);
  {
    Store::Transaction transaction(l.store);
    l.store.merge(0, minute(2), {{ids[0], ids[1], ""}});
    transaction.commit();
  }
  l.upkeep.index_papers(5000);
  const auto is_rare = [](const PaperRow& paper) {
    return std::get<std::string>(paper.fields.at("title")) == "rare";
  };
  Ids papers;
  for (const auto& entry : Catalogue(l.file).feed_papers({"", word("rare"), is_rare, 1}))
    papers.push_back(entry.paper.id);
  CHECK(papers == Ids{ids[0]});
  papers.clear();
  for (const auto& entry : Catalogue(l.file).feed_papers({"s", word("rare"), is_rare, 2}))
    papers.push_back(entry.paper.id);
  CHECK(papers == Ids{ids[0], ids[7]});
}
