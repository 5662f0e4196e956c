// SPDX-License-Identifier: MIT
// The whole history goes out and in again, to the byte.
#include <set>
#include <sstream>

#include <paperwatch/transfer.hpp>

#include "store/history_tables.hpp"
#include "store/opening.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

using Catch::Matchers::Contains;

std::string exported(const std::filesystem::path& file, RawPages pages = RawPages::leave_out) {
  std::string text;
  export_history(file, pages, [&](std::string_view line) { text += line; });
  return text;
}

Result<HistoryTally> imported(const std::filesystem::path& file, const std::string& text) {
  std::istringstream in(text);
  return import_history(file, [&](std::string& line) { return bool(std::getline(in, line)); });
}

// Two visits of two sources: papers that change, go missing, are withdrawn and merged; events, a
// delivery that is done and one that was dropped, pages, a raw body, a visit with a problem.
void live(Store& store) {
  const auto ids = show(store, "s", minute(0),
                        {new_paper("doi:10.1/a", {{"title", "Naïve “Bayes”\n\\"},
                                                  {"authors", std::vector<std::string>{"Ä", "B"}},
                                                  {"year", std::int64_t{2026}}}),
                         new_paper("url:https://l.example/b", titled("B"), {"title:b"})});
  const auto twins = show(store, "t", minute(1), {new_paper("arxiv:2301.00001", titled("B"))});
  miss(store, "s", minute(60), ids[0], ListingState::missing, 1);

  Store::Transaction transaction(store);
  VisitRow visit = visit_at("s", minute(120), Outcome::partial);
  visit.problem = Problem{"moving", "it keeps moving", "wait"};
  visit.stated = Count{CountKind::at_least, 91};
  visit.id = store.insert_visit(visit);
  PaperWrite changed = seen_again(ids[1], titled("B, revised"), true);
  changed.here.pending = titled("B, once more");
  changed.here.pending_seen = 1;
  changed.withdrawn = true;
  store.write_papers(visit.id, "s", minute(120), {changed});
  store.merge(visit.id, minute(121), {{ids[1], twins[0], "title:b"}});
  Event event = paper_event(EventKind::paper_withdrawn, "s", visit.id, minute(120), ids[1], "k");
  event.changes = {{"title", "B", "B, revised"}, {"doi", std::nullopt, "10.1/b"}};
  event.also = {"t"};
  Event count;
  count.kind = EventKind::count_changed;
  count.source = "s";
  count.at = minute(120);
  count.count = CountChange{{CountKind::exact, 1}, {CountKind::about, 2}};
  for (const Event& one : store.insert_events({event, count}))
    store.queue(one, {"mail", minute(2)});
  PageEvidence evidence;
  evidence.url = "https://l.example/";
  evidence.body_hash = "abc";
  store.insert_evidence(visit.id, {evidence});
  PageMemory page;
  page.body_hash = "abc";
  page.validators.etag = "\"x\"";
  page.papers = {ids[1], ids[0], ids[1]};
  store.replace_pages("s", {page});
  store.archive("abc", std::string("<html>\0\xff", 8), minute(120));
  SourceMemory memory;
  memory.source = "s";
  memory.health = Health::ok;
  memory.yardstick.fill = {{"title", 1.0 / 3}};
  memory.last_new = minute(0);
  store.save(memory);
  transaction.commit();
  store.delivered(1, minute(122));
  store.drop(2);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string text_of_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("export, import into an empty database, export again: identical bytes", "[transfer]") {
  const TempDir dir;
  {
    Store store(dir / "a.db", Store::Access::write);
    live(store);
  }
  for (const auto pages : {RawPages::leave_out, RawPages::take_along}) {
    const std::string text = exported(dir / "a.db", pages);
    const auto copy = dir / (pages == RawPages::leave_out ? "b.db" : "c.db");
    const auto tally = imported(copy, text);
    REQUIRE(tally);
    CHECK(tally->at("version") == 4);
    CHECK(exported(copy, pages) == text);
    CHECK(text.find("Naïve “Bayes”\\n") != std::string::npos);
    for (const auto& check : Store(copy, Store::Access::write).check()) CHECK(check.ok);
  }
}

TEST_CASE("a copy goes on where the original stood", "[transfer]") {
  const TempDir dir;
  Store original(dir / "a.db", Store::Access::write);
  live(original);
  REQUIRE(imported(dir / "b.db", exported(dir / "a.db", RawPages::take_along)));
  Store copy(dir / "b.db", Store::Access::write);

  CHECK(copy.uuid() == original.uuid());
  CHECK(copy.events({}) == original.events({}));
  CHECK(copy.pages("s") == original.pages("s"));
  CHECK(copy.archived("abc") == original.archived("abc"));
  CHECK(copy.source("s").yardstick == original.source("s").yardstick);
  for (int i : {1, 61, 121}) {
    PaperQuery query;
    query.as_of = minute(i);
    query.state = PaperQuery::State::all;
    const auto before = original.papers(query), after = copy.papers(query);
    REQUIRE(before.size() == after.size());
    for (std::size_t p = 0; p < before.size(); ++p) {
      CHECK(before[p].id == after[p].id);
      CHECK(before[p].fields == after[p].fields);
      CHECK(before[p].aliases == after[p].aliases);
      CHECK(before[p].last_seen == after[p].last_seen);
    }
  }
  // The dropped delivery's id is not used again.
  Event event = paper_event(EventKind::paper_new, "s", 0, minute(200), 1, "k");
  for (Store* store : {&original, &copy}) {
    store->queue(store->insert_events({event})[0], {"hook", minute(200)});
    CHECK(store->deliveries(std::nullopt).back().id == 3);
  }
}

TEST_CASE("an export is of one moment, whoever writes meanwhile", "[transfer]") {
  const TempDir dir;
  Store store(dir / "a.db", Store::Access::write);
  live(store);
  const std::string before = exported(dir / "a.db");
  std::string during;
  int number = 0;
  export_history(dir / "a.db", RawPages::leave_out, [&](std::string_view line) {
    during += line;
    if (++number <= 3)
      show(store, "s", minute(300 + number), {new_paper("doi:10.1/" + std::to_string(number), {})});
  });
  CHECK(during == before);
  CHECK(exported(dir / "a.db") != before);
}

TEST_CASE("every table is history, or known to be none", "[transfer]") {
  const TempDir dir;
  const auto db = open_for_writing(dir / "p.db");
  // The last two follow from the others.
  std::set<std::string> known{"meta", "host", "robots", "listing", "unsearched"};
  for (const auto& table : history_tables(*db, RawPages::take_along)) {
    CHECK_FALSE(table.order.empty());
    known.insert(table.name);
  }
  std::set<std::string> all;
  auto row = db->statement(
                   "SELECT name FROM pragma_table_list WHERE schema = 'main'"
                   " AND type = 'table' AND name NOT LIKE 'sqlite%'")
                 .with();
  while (row.next()) all.insert(row.text(0));
  CHECK(all == known);
}

TEST_CASE("a database that holds a history is not imported into", "[transfer]") {
  const TempDir dir;
  Store store(dir / "a.db", Store::Access::write);
  live(store);
  const std::string text = exported(dir / "a.db");
  const auto refused = imported(dir / "a.db", text);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Contains("a.db holds a history already"));
  CHECK(exported(dir / "a.db") == text);
}

TEST_CASE("a file that was cut or changed is refused with its line, and nothing is kept",
          "[transfer]") {
  const TempDir dir;
  {
    Store store(dir / "a.db", Store::Access::write);
    live(store);
  }
  const auto lines = lines_of(exported(dir / "a.db"));
  const auto find = [&](const std::string& part) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find(part) != std::string::npos) return i;
    throw std::runtime_error("no line with " + part);
  };
  const auto refusal_of = [&](const std::vector<std::string>& changed) {
    const auto refused = imported(dir / "b.db", text_of_lines(changed));
    CHECK(Store(dir / "b.db", Store::Access::read).counts().visits == 0);
    return refused ? std::string("imported") : refused.error().message;
  };
  const auto with = [&](std::size_t line, const std::string& what, const std::string& now) {
    auto changed = lines;
    const auto at = changed[line].find(what);
    REQUIRE(at != std::string::npos);
    changed[line].replace(at, what.size(), now);
    return refusal_of(changed) + " [" + std::to_string(line + 1) + "]";
  };
  const auto place = [](std::size_t line) { return "line " + std::to_string(line + 1) + ": "; };

  auto cut = lines;
  cut.pop_back();
  CHECK_THAT(refusal_of(cut), Contains("it was cut off"));
  auto shorter = lines;
  shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(find("{\"delivery\"")));
  CHECK_THAT(refusal_of(shorter), Contains("not as many as it says"));
  auto twice = lines;
  twice.insert(twice.begin() + 3, lines[3]);
  CHECK_THAT(refusal_of(twice), Contains("line 5: ") && Contains("UNIQUE"));
  auto orphaned = lines;
  orphaned.erase(orphaned.begin() + static_cast<std::ptrdiff_t>(find("{\"paper\":{\"id\":1,")));
  orphaned.back() = "{\"end\":{\"rows\":" + std::to_string(lines.size() - 3) + "}}";
  CHECK_THAT(refusal_of(orphaned), Contains("refers to a row of paper that is not in the file"));
  CHECK_THAT(refusal_of({"{\"title\":\"an export of something else\"}"}),
             Contains("line 1: the first line has no \"format\""));
  CHECK_THAT(refusal_of({lines[0], std::string(100'000, '[')}), Contains("line 2: it nests"));

  const std::size_t event = find("{\"event\"");
  CHECK_THAT(with(event, "paper_withdrawn", "paper_eaten"), Contains(place(event) + "kind: "));
  CHECK_THAT(with(event, "\"at\":", "\"when\":"),
             Contains(place(event) + "event has no column when"));
  CHECK_THAT(with(event, "\"at\":1", "\"at\":0.1"),
             Contains(place(event) + "at has to be a whole"));
  CHECK_THAT(with(event, "{\"event\"", "{\"evnet\""), Contains(place(event) + "there is no table"));
  CHECK_THAT(with(event, "{\"event\":", "{\"event\""), Contains(place(event) + "it is no JSON"));
  const std::size_t version = find("{\"version\"");
  CHECK_THAT(with(version, "\"fields\":{", "\"fields\":[{"), Contains("line"));
  CHECK_THAT(with(version, "\"number\":1,", ""),
             Contains(place(version) + "version cannot hold it"));
  CHECK_THAT(with(0, "\"version\":1", "\"version\":2"), Contains("a newer paperwatch"));
}

TEST_CASE("an export tells no login that an older program wrote into the database", "[transfer]") {
  const TempDir dir;
  const auto file = dir / "a.db";
  {
    Store store(file, Store::Access::write);
    live(store);
  }
  {
    const auto db = open_for_writing(file);
    const std::string login = "'https://me:sesame@l.example/'";
    db->execute("UPDATE source SET memory = json_set(memory, '$.url', " + login + ")");
    db->execute("UPDATE page SET memory = json_set(memory, '$.url', " + login + ")");
    db->execute("UPDATE evidence SET page = json_set(page, '$.url', " + login + ")");
  }
  const auto text = exported(file);
  CHECK_THAT(text, !Contains("sesame"));
  std::size_t addresses = 0;
  for (const auto& line : lines_of(text))
    addresses += line.find("\"url\":\"https://l.example/\"") != std::string::npos ? 1 : 0;
  CHECK(addresses == 3);
}
