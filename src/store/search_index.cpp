// SPDX-License-Identifier: MIT
#include "store/search_index.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/search_words.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

std::vector<PaperId> waiting_papers(sqlite::Database& db, std::size_t most) {
  std::vector<PaperId> papers;
  auto row = db.statement("SELECT paper FROM unsearched ORDER BY paper LIMIT ?1").with(most);
  while (row.next()) papers.push_back(row.integer(0));
  return papers;
}

}  // namespace

std::string match_text(const WordFilter& filter) {
  using Kind = WordFilter::Kind;
  if (filter.kind == Kind::word) return fmt::format("\"{}\"", filter.text);
  if (filter.kind == Kind::beginning) return fmt::format("\"{}\"*", filter.text);
  std::string text;
  for (const WordFilter& part : filter.parts) {
    if (!text.empty()) text += filter.kind == Kind::all_of ? " AND " : " OR ";
    text += match_text(part);
  }
  return fmt::format("({})", text);
}

bool index_papers(sqlite::Database& db, std::size_t most) {
  sqlite::Writing writing(db);
  const auto papers = waiting_papers(db, most);
  if (papers.empty()) return false;
  // What a paper was indexed with before stays: it makes a candidate too many, never one too few.
  // Ids that grow are what the index takes up fastest.
  for (const PaperId paper : papers)
    db.statement("INSERT INTO search(rowid, words) VALUES(?1, ?2)")
        .run(paper, search_text(newest_version(db, paper).fields));
  db.statement("DELETE FROM unsearched WHERE paper <= ?1").run(papers.back());
  const bool more = !waiting_papers(db, 1).empty();
  writing.commit();
  return more;
}

}  // namespace paperwatch
