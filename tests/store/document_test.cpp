// SPDX-License-Identifier: MIT
// The schema is written down, and its indexes are used.
#include <fstream>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>

#include "store/event_sql.hpp"
#include "store/opening.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// The part of the document under the heading of `table`.
std::string section_of(const std::string& document, const std::string& table) {
  const auto start = document.find("### `" + table + "`\n");
  if (start == std::string::npos) return "";
  return document.substr(start, document.find("\n##", start + 1) - start);
}

std::string document_text() {
  std::ifstream in(std::string(PAPERWATCH_SOURCE_DIR) + "/docs/database.md");
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string plan_of(SQLite::Database& db, const std::string& sql) {
  SQLite::Statement statement(db, "EXPLAIN QUERY PLAN " + sql);
  std::string plan;
  while (statement.executeStep()) plan += statement.getColumn(3).getString() + "\n";
  return plan;
}

// 10,000 papers in two sources with an event each.
void fill(Store& store) {
  for (const std::string source : {"s", "t"}) {
    std::vector<PaperWrite> writes;
    for (int i = 0; i < 5000; ++i)
      writes.push_back(new_paper("url:" + source + std::to_string(i), titled("paper"),
                                 {"title:paper " + std::to_string(i)}));
    Store::Transaction transaction(store);
    const VisitId visit = store.insert_visit(visit_at(source, minute(0)));
    std::vector<Event> events;
    for (const PaperId id : store.write_papers(visit, source, minute(0), writes))
      events.push_back(paper_event(EventKind::paper_new, source, visit, minute(0), id, "k"));
    store.insert_events(std::move(events));
    transaction.commit();
  }
}

}  // namespace

TEST_CASE("docs/database.md names every table and every column", "[store]") {
  const TempDir dir;
  const auto db = open_for_writing(dir / "p.db");
  const std::string document = document_text();
  REQUIRE_FALSE(document.empty());
  auto row = db->statement(
                   "SELECT t.name, c.name FROM pragma_table_list t,"
                   " pragma_table_info(t.name) c WHERE t.schema = 'main'"
                   " AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite%'"
                   " AND c.name <> t.name AND c.name <> 'rank'")
                 .with();
  int columns = 0;
  for (; row.next(); ++columns) {
    const std::string section = section_of(document, row.text(0));
    INFO(row.text(0) << "." << row.text(1));
    CHECK(section.find("| `" + row.text(1) + "` |") != std::string::npos);
  }
  CHECK(columns > 80);
}

TEST_CASE("with ten thousand papers nothing a visit asks reads a whole table", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  fill(store);

  // What the statements of owners(), known(), listed(), papers(), feeds and the outbox come down
  // to.
  SQLite::Database db((dir / "p.db").string());
  std::vector<std::string> statements{
      "SELECT paper FROM alias WHERE key = ?1",
      "SELECT key FROM alias WHERE paper = ?1 ORDER BY at, key",
      "SELECT number, fields FROM version WHERE paper = ?1 ORDER BY number DESC LIMIT 1",
      "SELECT s.state, v.fields FROM standing s LEFT JOIN version v ON v.paper = s.paper"
      " AND v.number = s.version WHERE s.source = ?1 AND s.paper = ?2",
      "SELECT source FROM standing WHERE paper = ?1 AND source <> ?2"
      " AND state IN ('listed', 'missing') ORDER BY source",
      "SELECT paper, state, missed, missed_since FROM standing WHERE source = ?1"
      " AND state IN ('listed', 'missing') ORDER BY paper",
      "SELECT finished FROM visit WHERE source = ?1 AND id < ?2"
      " AND outcome IN ('complete', 'unchanged') AND finished <= ?3 ORDER BY id DESC LIMIT 1",
      "SELECT source, state, last_seen, max(at) FROM standing_change"
      " WHERE paper = ?1 AND at <= ?2 GROUP BY source",
      "SELECT id FROM delivery WHERE state = 'waiting' AND due <= ?1 ORDER BY due, id LIMIT ?2",
      "SELECT min(due) FROM delivery WHERE state = 'waiting'",
      "SELECT paper FROM event WHERE source = ?1 AND paper IS NOT NULL ORDER BY id DESC"};
  EventQuery query;
  query.limit = 50;
  statements.push_back(events_sql(query));
  query.source = "s";
  statements.push_back(events_sql(query));
  query.paper = 1;
  statements.push_back(events_sql(query));
  for (const std::string& sql : statements) {
    const std::string plan = plan_of(db, sql);
    INFO(sql << "\n" << plan);
    CHECK(plan.find("SEARCH") != std::string::npos);
    CHECK(plan.find("SCAN alias") == std::string::npos);
    CHECK(plan.find("SCAN event") == std::string::npos);
    CHECK(plan.find("SCAN standing") == std::string::npos);
    CHECK(plan.find("SCAN s\n") == std::string::npos);
    CHECK(plan.find("SCAN v\n") == std::string::npos);
    CHECK(plan.find("SCAN version") == std::string::npos);
    CHECK(plan.find("SCAN visit") == std::string::npos);
    CHECK(plan.find("SCAN delivery") == std::string::npos);
    if (sql.find("LIMIT") != std::string::npos)
      CHECK(plan.find("TEMP B-TREE") == std::string::npos);
  }
}

TEST_CASE("ten thousand papers are written and read in a moment", "[store][.speed]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const auto clock = [] { return std::chrono::steady_clock::now(); };
  const auto took = [](auto from, auto to) {
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(to - from).count());
  };
  const auto start = clock();
  fill(store);
  const auto filled = clock();
  const std::size_t papers = store.papers({}).size();
  const auto read = clock();
  std::vector<PaperId> ids;
  for (const Listed& listed : store.listed("s")) ids.push_back(listed.paper);
  const std::size_t known = store.known("s", ids).size();
  const auto looked_up = clock();
  store.feed_papers("", 100);
  const auto fed = clock();
  WARN("write 10,000: " << took(start, filled) << " ms; papers(): " << took(filled, read)
                        << " ms; known(5,000): " << took(read, looked_up)
                        << " ms; feed_papers(100): " << took(looked_up, fed) << " ms");
  CHECK(papers == 10'000);
  CHECK(known == 5000);
}
