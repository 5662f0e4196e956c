// SPDX-License-Identifier: MIT
// The papers that a feed shows.
#include "store/feed_papers.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "store/connection.hpp"
#include "store/paper_rows.hpp"
#include "store/search_index.hpp"

namespace paperwatch {

namespace {

// So many of the newest papers are read for each that is wanted before the index is asked: of a
// common word it names more papers than that.
constexpr std::size_t read_for_one = 10;

// That a further source lists a paper is no news, where all sources are asked for.
constexpr const char* is_news =
    "(kind <> 'paper_new' OR NOT EXISTS"
    " (SELECT 1 FROM event WHERE paper = e.paper AND id < e.id))";

// What reading stops at.
enum class Next { go_on, enough };
using Look = std::function<Next(PaperId)>;

// The papers of the newest events, newest first, each once.
Next walk_back(sqlite::Database& db, const Merges& merges, std::string_view source,
               const Look& look) {
  const std::string wanted = source.empty() ? fmt::format("id > 0 AND ?1 = '' AND {}", is_news)
                                            : std::string("source = ?1");
  const auto sql = fmt::format(
      "SELECT paper FROM event e WHERE {} AND paper IS NOT NULL ORDER BY id DESC", wanted);
  std::set<PaperId> seen;
  auto row = db.statement(sql).with(source);
  while (row.next()) {
    const PaperId paper = merges.current(row.integer(0));
    if (seen.insert(paper).second && look(paper) == Next::enough) return Next::enough;
  }
  return Next::go_on;
}

EventId newest_event(sqlite::Database& db, const std::vector<PaperId>& family,
                     std::string_view source) {
  EventId newest = 0;
  auto& find = db.statement(
      fmt::format("SELECT id FROM event e WHERE paper = ?1 AND (source = ?2 OR (?2 = '' AND {}))"
                  " ORDER BY id DESC LIMIT 1",
                  is_news));
  for (const PaperId member : family) {
    auto row = find.with(member, source);
    if (row.next()) newest = std::max(newest, row.integer(0));
  }
  return newest;
}

// The same papers in the same order, but of those with the words only.
void walk_back_in_index(sqlite::Database& db, const Merges& merges, std::string_view source,
                        const WordFilter& words, const Look& look) {
  std::vector<std::pair<EventId, PaperId>> papers;
  auto row = db.statement(
                   "SELECT rowid FROM search WHERE search MATCH ?1"
                   " UNION SELECT paper FROM unsearched")
                 .with(match_text(words));
  while (row.next()) {
    const PaperId paper = row.integer(0);
    if (merges.current(paper) != paper) continue;
    const EventId newest = newest_event(db, merges.family(paper), source);
    if (newest > 0) papers.emplace_back(newest, paper);
  }
  std::sort(papers.rbegin(), papers.rend());
  for (const auto& [event, paper] : papers)
    if (look(paper) == Next::enough) return;
}

std::vector<Event> events_of(sqlite::Database& db, const Merges& merges, PaperId paper,
                             std::string_view source) {
  std::vector<Event> events;
  auto& find =
      db.statement(fmt::format("SELECT {} FROM event WHERE paper = ?1"
                               " AND (?2 = '' OR source = ?2) ORDER BY id",
                               event_columns));
  for (const PaperId member : merges.family(paper)) {
    auto row = find.with(member, source);
    while (row.next()) events.push_back(read_event(row));
  }
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.id < b.id; });
  return events;
}

// Keeps the papers that match, in the order in which it is shown them.
class Collection {
 public:
  Collection(PaperReader& reader, const Catalogue::FeedSearch& search)
      : reader_(reader), search_(search) {}

  Next look(PaperId paper) {
    if (is_enough()) return Next::enough;
    ++read_;
    auto row = reader_.shown(paper, reader_.places(paper));
    if (row && (!search_.matches || search_.matches(*row))) found_.push_back(std::move(*row));
    return is_enough() ? Next::enough : Next::go_on;
  }
  std::size_t read() const { return read_; }
  void start_anew() { found_.clear(); }
  std::vector<PaperRow> take() { return std::move(found_); }

 private:
  bool is_enough() const { return found_.size() >= search_.limit || read_ >= search_.most_read; }

  PaperReader& reader_;
  const Catalogue::FeedSearch& search_;
  std::size_t read_ = 0;
  std::vector<PaperRow> found_;
};

std::vector<PaperRow> find_rows(sqlite::Database& db, PaperReader& reader,
                                const Catalogue::FeedSearch& search) {
  Collection found(reader, search);
  const bool has_words = search.words.kind != WordFilter::Kind::anything;
  bool asks_index = false;
  walk_back(db, reader.merges(), search.source, [&](PaperId paper) {
    asks_index = has_words && found.read() >= search.limit * read_for_one;
    return asks_index ? Next::enough : found.look(paper);
  });
  if (asks_index) {
    found.start_anew();
    walk_back_in_index(db, reader.merges(), search.source, search.words,
                       [&](PaperId paper) { return found.look(paper); });
  }
  return found.take();
}

}  // namespace

std::vector<Store::FeedPaper> read_feed_papers(sqlite::Database& db,
                                               const Catalogue::FeedSearch& search) {
  const sqlite::Reading reading(db);
  PaperReader reader(db, std::nullopt);
  std::vector<Store::FeedPaper> papers;
  for (auto& row : find_rows(db, reader, search)) {
    auto events = events_of(db, reader.merges(), row.id, search.source);
    papers.push_back({std::move(row), std::move(events)});
  }
  return papers;
}

std::vector<Store::FeedPaper> Store::feed_papers(std::string_view source, std::size_t limit) {
  Catalogue::FeedSearch all;
  all.source = source;
  all.limit = limit;
  return read_feed_papers(connection_->db, all);
}

std::vector<Store::FeedPaper> Store::feed_papers(std::string_view source,
                                                 const std::vector<PaperId>& papers) {
  sqlite::Database& db = connection_->db;
  const sqlite::Reading reading(db);
  PaperReader reader(db, std::nullopt);
  std::vector<FeedPaper> found;
  for (const PaperId paper : papers) {
    auto events = events_of(db, reader.merges(), paper, source);
    if (events.empty()) continue;
    if (auto row = reader.shown(paper, reader.places(paper)))
      found.push_back({std::move(*row), std::move(events)});
  }
  return found;
}

Store::FeedMark Store::feed_mark() {
  sqlite::Database& db = connection_->db;
  const sqlite::Reading reading(db);
  FeedMark mark;
  if (auto row = db.statement("SELECT id, at FROM event ORDER BY id DESC LIMIT 1").with();
      row.next())
    mark = {row.integer(0), row.time(1), 0};
  if (auto row = db.statement("SELECT count(*) + count(undone) FROM merge").with(); row.next())
    mark.merges = row.integer(0);
  return mark;
}

std::optional<std::vector<PaperId>> Store::papers_since(const FeedMark& then,
                                                        std::string_view source) {
  sqlite::Database& db = connection_->db;
  const sqlite::Reading reading(db);
  if (feed_mark().merges != then.merges) return std::nullopt;
  {
    auto row =
        db.statement("SELECT 1 FROM event WHERE id = ?1 AND at = ?2").with(then.event, then.at);
    if (!row.next()) return std::nullopt;
  }
  const Merges merges(db);
  std::vector<PaperId> papers;
  std::set<PaperId> seen;
  auto row = db.statement(
                   "SELECT paper FROM event e WHERE id > ?1 AND paper IS NOT NULL"
                   " AND (?2 IN ('', source) OR EXISTS"
                   " (SELECT 1 FROM standing s WHERE s.source = ?2 AND s.paper = e.paper))"
                   " ORDER BY id")
                 .with(then.event, source);
  while (row.next()) {
    const PaperId paper = merges.current(row.integer(0));
    if (seen.insert(paper).second) papers.push_back(paper);
  }
  return papers;
}

}  // namespace paperwatch
