// SPDX-License-Identifier: MIT
// Visits without news are folded, and no answer changes by it.
#include <sstream>

#include <paperwatch/transfer.hpp>
#include <paperwatch/upkeep.hpp>

#include "store/opening.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

constexpr int kept_whole = 50;

VisitId quiet(Store& store, const std::string& source, int n) {
  VisitRow visit = visit_at(source, minute(n), Outcome::unchanged);
  visit.finished += Duration(1234 + n % 7);
  visit.pages = visit.requests = 1;
  visit.records = visit.papers = 18;
  visit.observed = Count{CountKind::exact, 18};
  return store.insert_visit(visit);
}

struct Log {
  TempDir dir;
  std::filesystem::path file = dir / "p.db";
  Store store{file, Store::Access::write};

  std::size_t visits() { return store.counts().visits; }
  std::size_t fold(Time limit = Time::max()) {
    Upkeep upkeep(file);
    return upkeep.fold_visits("s", limit) + upkeep.fold_visits("t", limit);
  }

  std::vector<Time> last_seen_by_hour(int hours) {
    std::vector<Time> seen;
    for (int hour = 0; hour <= hours; ++hour) {
      PaperQuery query;
      query.as_of = minute(60 * hour);
      for (const auto& paper : store.papers(query)) seen.push_back(paper.last_seen);
    }
    return seen;
  }
};

std::string history_of(const std::filesystem::path& file) {
  std::string text;
  export_history(file, RawPages::leave_out, [&](std::string_view line) { text += line; });
  return text;
}

}  // namespace

TEST_CASE("visits without news are folded into the last of them", "[store][upkeep]") {
  Log log;
  show(log.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))});
  for (int n = 1; n <= 200; ++n) quiet(log.store, "s", 60 * n);
  const auto before = log.last_seen_by_hour(201);
  const auto newest = log.store.visits("s", std::nullopt, kept_whole).back().id;

  CHECK(log.fold() == 149);

  CHECK(log.visits() == 1 + 1 + kept_whole);
  CHECK(log.store.visits("s", std::nullopt, kept_whole).back().id == newest);
  CHECK(log.last_seen_by_hour(201) == before);
  CHECK(log.fold() == 0);
  for (const auto& check : log.store.check()) CHECK(check.ok);
}

TEST_CASE("what a visit brought, or failed to bring, keeps its row", "[store][upkeep]") {
  Log log;
  const auto ids = show(log.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))});
  std::vector<VisitId> kept;
  for (int n = 1; n <= 300; ++n) {
    const VisitId visit = quiet(log.store, "s", 60 * n);
    if (n == 40) {
      log.store.insert_events(
          {paper_event(EventKind::paper_removed, "s", visit, minute(60 * n), ids[0], "k")});
      kept.push_back(visit);
    }
    if (n == 80) {
      log.store.write_papers(visit, "s", minute(60 * n), {seen_again(ids[0], titled("B"), true)});
      kept.push_back(visit);
    }
    if (n == 120) {
      log.store.write_absences(visit, "s", {{ids[0], ListingState::missing, 1, minute(60 * n)}});
      kept.push_back(visit);
    }
    if (n == 160) {
      VisitRow failed = visit_at("s", minute(60 * n + 5), Outcome::failed);
      failed.problem = Problem{"timeout", "too slow", ""};
      kept.push_back(log.store.insert_visit(failed));
    }
    if (n == 200) {
      VisitRow changed = *log.store.visit(visit);
      changed.stated = Count{CountKind::exact, 19};
      log.store.update_visit(changed);
      kept.push_back(visit);
    }
  }
  const auto before = log.last_seen_by_hour(301);

  log.fold();

  CHECK(log.visits() < 80);
  for (const VisitId visit : kept) CHECK(log.store.visit(visit));
  CHECK(log.last_seen_by_hour(301) == before);
  for (const auto& check : log.store.check()) CHECK(check.ok);
}

TEST_CASE("only what is older than asked for is folded, of each source by itself",
          "[store][upkeep]") {
  Log log;
  for (int n = 1; n <= 200; ++n)
    for (const char* source : {"s", "t"}) quiet(log.store, source, 60 * n);
  CHECK(log.fold(minute(60 * 20)) == 0);  // a run that goes on waits until it is worth it
  CHECK(log.fold(minute(60 * 101)) == 2 * 99);
  CHECK(log.store.visits("s", std::nullopt, 1000).size() == 101);
  CHECK(log.store.visits("t", std::nullopt, 1000).size() == 101);
}

TEST_CASE("a history with folded visits goes out and in to the byte", "[store][upkeep][transfer]") {
  Log log;
  show(log.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))});
  for (int n = 1; n <= 200; ++n) quiet(log.store, "s", 60 * n);
  log.fold();
  const std::string text = history_of(log.file);
  std::istringstream in(text);
  REQUIRE(import_history(log.dir / "b.db",
                         [&](std::string& line) { return bool(std::getline(in, line)); }));
  CHECK(history_of(log.dir / "b.db") == text);
}

TEST_CASE("ten thousand visits without news take less than 20 bytes each", "[store][upkeep]") {
  Log log;
  show(log.store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))});
  const auto size = [&] {
    const auto db = open_for_writing(log.file);
    return std::stoll(db->ask("PRAGMA page_size")) * (std::stoll(db->ask("PRAGMA page_count")) -
                                                      std::stoll(db->ask("PRAGMA freelist_count")));
  };
  const auto before = size();
  constexpr int visits = 10'000;
  for (int n = 1; n <= visits; ++n) {
    quiet(log.store, "s", 60 * n);
    if (n % 500 == 0) log.fold();
  }
  const auto each = static_cast<double>(size() - before) / visits;
  INFO(each << " bytes a visit");
  CHECK(each < 20);
}
