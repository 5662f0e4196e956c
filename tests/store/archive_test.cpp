// SPDX-License-Identifier: MIT
// Visits, their evidence, and the pages they saw.
#include "base/hash.hpp"
#include "store/opening.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

// Text that does not compress well.
std::string noise(int seed, std::size_t size) {
  std::string text;
  for (int i = 0; text.size() < size; ++i)
    text += sha256_hex(std::to_string(seed) + ":" + std::to_string(i));
  text.resize(size);
  return text;
}

}  // namespace

TEST_CASE("a visit comes back as it was inserted or updated", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  VisitRow row = visit_at("s", minute(0), Outcome::failed);
  row.finished = minute(1);
  row.problem = Problem{"http_404", "gone", "look"};
  row.pages = 5, row.requests = 6, row.records = 86, row.papers = 81, row.baseline = 3;
  row.stated = Count{CountKind::at_least, 91};
  row.full = false;
  row.id = store.insert_visit(row);
  const auto check_equal = [&] {
    const auto found = store.visit(row.id);
    REQUIRE(found);
    CHECK(found->source == row.source);
    CHECK(found->started == row.started);
    CHECK(found->finished == row.finished);
    CHECK(found->outcome == row.outcome);
    CHECK(found->problem == row.problem);
    CHECK(found->pages == row.pages);
    CHECK(found->requests == row.requests);
    CHECK(found->records == row.records);
    CHECK(found->papers == row.papers);
    CHECK(found->stated == row.stated);
    CHECK(found->observed == row.observed);
    CHECK(found->baseline == row.baseline);
    CHECK(found->full == row.full);
  };
  check_equal();
  row.outcome = Outcome::quarantined;
  row.observed = Count{CountKind::exact, 81};
  row.problem.reset();
  store.update_visit(row);
  check_equal();

  store.insert_visit(visit_at("t", minute(2)));
  store.insert_visit(visit_at("s", minute(3)));
  CHECK(store.visits({}, {}, 2).size() == 2);
  CHECK(store.visits({}, {}, 2)[0].id == 3);
  CHECK(store.visits("s", {}, 9).size() == 2);
  CHECK(store.visits({}, Outcome::quarantined, 9).at(0).id == row.id);
  CHECK(store.visits("t", Outcome::quarantined, 9).empty());
  CHECK_FALSE(store.visit(99));
}

TEST_CASE("evidence keeps every page in the order of reading", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const VisitId visit = store.insert_visit(visit_at("s", minute(0)));
  const PageEvidence page{1,           "u",  "f", 200, {"e", "l"},     "hash",
                          "text/html", true, 20,  18,  {{"title", 18}}};
  PageEvidence again = page;
  again.body_hash = "";
  store.insert_evidence(visit, {page, again});
  const auto found = store.evidence(visit);
  REQUIRE(found.size() == 2);
  CHECK(found[0].url == "u");
  CHECK(found[0].final_url == "f");
  CHECK(found[0].status == 200);
  CHECK(found[0].validators == page.validators);
  CHECK(found[0].body_hash == "hash");
  CHECK(found[0].content_type == "text/html");
  CHECK(found[0].elements == 20);
  CHECK(found[0].records == 18);
  CHECK(found[0].found == page.found);
  CHECK(found[1].body_hash.empty());
}

TEST_CASE("a page is archived once and comes back byte by byte", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const std::string body = std::string("<html>\0\xff", 8) + std::string(100'000, 'x');
  store.archive("h", body, minute(0));
  store.archive("h", body, minute(1));
  store.archive("empty", "", minute(0));
  CHECK(store.archived("h") == body);
  CHECK(store.archived("empty") == "");
  CHECK_FALSE(store.archived("other"));
  auto db = open_for_reading(dir / "p.db");
  CHECK(db->ask("SELECT count(*) FROM body") == "2");
  CHECK(std::stoi(db->ask("SELECT max(stored) FROM body")) < 1000);
}

TEST_CASE("old pages go, those in use stay, and the file shrinks", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  for (int i = 0; i < 10; ++i) store.archive("h" + std::to_string(i), noise(i, 50'000), minute(i));
  PageMemory page;
  page.body_hash = "h0";
  store.replace_pages("s", {page});
  const auto kept = [&] {
    std::string text;
    for (int i = 0; i < 10; ++i)
      if (store.archived("h" + std::to_string(i))) text += std::to_string(i);
    return text;
  };
  const auto pages = [&] {
    return std::stoi(open_for_reading(dir / "p.db")->ask("PRAGMA page_count"));
  };
  const int before = pages();

  SECTION("by age; being seen again makes a page young") {
    store.archive("h2", "", minute(9));
    store.prune_archive(minute(10), std::chrono::minutes(5), no_limit);
    CHECK(kept() == "0256789");
    CHECK(pages() < before);
  }
  SECTION("by size, oldest first") {
    store.prune_archive(minute(10), std::chrono::hours(1), 150'000);
    CHECK(kept().substr(0, 1) == "0");
    CHECK(kept().size() >= 3);
    CHECK(kept().size() < 8);
    CHECK(kept().back() == '9');
    CHECK(pages() < before);
  }
  SECTION("nothing to drop") {
    store.prune_archive(minute(10), std::chrono::hours(1), no_limit);
    CHECK(kept() == "0123456789");
  }
}

TEST_CASE("a body ages from when it ceased to be a page's", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  store.archive("old", "once", minute(0));
  store.archive("new", "now", minute(60));
  store.shown_until("old", minute(60));
  store.prune_archive(minute(70), std::chrono::minutes(30), no_limit);
  CHECK(store.archived("old") == "once");
  store.prune_archive(minute(100), std::chrono::minutes(30), no_limit);
  CHECK_FALSE(store.archived("old"));
}

TEST_CASE("the evidence of a visit that showed nothing new is the one before it", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const auto visit = [&](const std::string& source, int n, Outcome outcome, bool has_evidence) {
    VisitRow row = visit_at(source, minute(n), outcome);
    row.id = store.insert_visit(row);
    if (has_evidence) store.insert_evidence(row.id, {PageEvidence{}});
    return row;
  };
  const auto none = visit("s", 0, Outcome::complete, false);
  const auto read = visit("s", 1, Outcome::complete, true);
  visit("t", 2, Outcome::complete, true);
  const auto broken = visit("s", 3, Outcome::quarantined, true);
  const auto failed = visit("s", 4, Outcome::failed, false);
  const auto same = visit("s", 5, Outcome::complete, false);
  const auto unchanged = visit("s", 6, Outcome::unchanged, false);
  CHECK_FALSE(store.reader_of(none));
  CHECK(store.reader_of(read) == read.id);
  CHECK(store.reader_of(broken) == broken.id);
  CHECK(store.reader_of(failed) == failed.id);
  CHECK(store.reader_of(same) == read.id);
  CHECK(store.reader_of(unchanged) == read.id);
}

TEST_CASE("a visit without news costs less than 200 bytes", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  SourceMemory memory;
  memory.source = "an-ordinary-source";
  const auto visit = [&](int n) {
    Store::Transaction transaction(store);
    VisitRow row = visit_at(memory.source, minute(n), Outcome::unchanged);
    row.finished += std::chrono::milliseconds(2345);
    row.pages = 5, row.requests = 6, row.records = 86, row.papers = 81;
    row.stated = row.observed = Count{CountKind::exact, 81};
    store.insert_visit(row);
    memory.visits += 1;
    memory.last_visit = minute(n);
    store.save(memory);
    transaction.commit();
  };
  const auto size = [&] {
    return std::stoi(open_for_reading(dir / "p.db")->ask("PRAGMA page_count")) * 8192;
  };
  visit(0);
  const int before = size();
  constexpr int visits = 2000;
  for (int i = 1; i <= visits; ++i) visit(i);
  const int each = (size() - before) / visits;
  CAPTURE(each);
  CHECK(each < 200);
}
