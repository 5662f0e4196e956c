// SPDX-License-Identifier: MIT
// Listings of several pages over real HTTP, also while they change.
#include <algorithm>
#include <atomic>

#include <paperwatch/review.hpp>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// A listing in pages of three with a stated total, rendered anew for every request.
class Site {
 public:
  explicit Site(World& world) {
    world.server.on("/list", [this](const Request& request) { return answer(request); });
  }

  std::vector<Item> items;
  std::function<void(int)> before = [](int) {};  // with the number of requests so far
  std::function<std::optional<Reply>(int page)> instead = [](int) { return std::nullopt; };

 private:
  Reply answer(const Request& request) {
    before(requests_++);
    const int page = request.query.starts_with("page=") ? std::stoi(request.query.substr(5)) : 1;
    if (auto reply = instead(page)) return *reply;
    const auto size = static_cast<int>(items.size());
    const int start = std::min(size, (page - 1) * 3), end = std::min(size, page * 3);
    std::string more = fmt::format("<p class=count>{} records</p>", size);
    if (end < size) more += fmt::format("<a rel=next href='?page={}'>Next</a>", page + 1);
    return html(page_html({items.begin() + start, items.begin() + end}, more));
  }

  int requests_ = 0;
};

constexpr const char* paged = "    pages: {next: 'a[rel=next]', max: 50}\n";

}  // namespace

TEST_CASE("several pages are one listing", "[pages]") {
  World world(paged);
  Site listing(world);
  listing.items = papers(8);

  const auto report = world.visit();

  CHECK(report.visit.outcome == Outcome::complete);
  CHECK(report.visit.papers == 8);
  CHECK(report.visit.pages == 3);
  CHECK(report.visit.requests == 4);  // the first is asked for again
  CHECK(world.next_day().visit.requests == 3);
}

TEST_CASE("what was told stays told when the rules are edited", "[pages]") {
  World world("    pages: {next: 'a[rel=next]', stop: known}\n");
  auto& fields = world.config.sources[0].extract.edit().fields;
  const auto rules = fields;
  std::erase_if(fields, [](const auto& field) { return field.first == "comments"; });
  Site listing(world);
  listing.items = papers(9);
  for (auto& item : listing.items) item.comments = "12 pages";
  world.visit();

  // From the last page to the top, which pushes others over to pages that are not read.
  std::rotate(listing.items.begin(), listing.items.end() - 1, listing.items.end());
  listing.items[0].title += ", revisited";
  CHECK(told(world.next_day()) ==
        Lines{"paper_changed On the number 1 and its friends, revisited: title"});
  REQUIRE(world.reports[0].visit.pages < 3);

  fields = rules;
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("a paper inserted between two page requests is told, and nothing else", "[pages]") {
  for (int when = 0; when <= 2; ++when) {
    World world(paged);
    Site listing(world);
    listing.items = papers(8);
    world.visit();
    bool done = false;
    int first = -1;
    listing.before = [&](int requests) {
      if (first < 0) first = requests;
      if (done || requests - first != when) return;
      done = true;
      listing.items = papers(9);
    };
    const auto report = world.next_day();
    CAPTURE(when, report.visit.requests, code(report));
    CHECK(told(report) ==
          Lines{"paper_new On the number 9 and its friends", "count_changed 8 → 9"});
  }
}

TEST_CASE("a later page that fails makes nothing missing", "[pages]") {
  World world(paged);
  Site listing(world);
  listing.items = papers(8);
  world.visit();

  listing.items = papers(9);
  SECTION("with an error") {
    listing.instead = [](int page) {
      return page == 2 ? std::optional(status(500)) : std::nullopt;
    };
  }
  SECTION("with an empty page") {
    listing.instead = [](int page) {
      return page == 2 ? std::optional(html(page_html({}))) : std::nullopt;
    };
  }
  for (int day = 0; day < 3; ++day) {
    const auto report = world.next_day();
    CHECK(report.visit.outcome == Outcome::partial);
    CHECK(code(report) == "later_page");
    CHECK(told(report) ==
          (day == 0 ? Lines{"paper_new On the number 9 and its friends"} : Lines{}));
  }
  listing.instead = [](int) { return std::nullopt; };
  CHECK(told(world.next_day()) == Lines{"count_changed 8 → 9"});
}

TEST_CASE("papers uncovered by reading deeper are no news", "[pages]") {
  World world("    pages: {next: 'a[rel=next]', max: 1}\n");
  Site listing(world);
  listing.items = papers(8);
  CHECK(world.visit().visit.outcome == Outcome::partial);
  CHECK_FALSE(world.reports[0].visit.problem);

  world.config.sources[0].pages->max = 50;
  const auto report = world.next_day();
  CHECK(report.visit.baseline == 5);
  CHECK(told(report).empty());
}

TEST_CASE("a total that disagrees with what was read proves no absence", "[pages]") {
  World world;
  world.show(papers(5), "<p class=count>7 records</p>");
  CHECK(world.visit().visit.outcome == Outcome::partial);
  CHECK(code(world.reports[0]) == "count_mismatch");
}

TEST_CASE("stop: known reads no further than the first page without news", "[pages]") {
  World world("    pages: {next: 'a[rel=next]', stop: known, full_every: 7d}\n");
  Site listing(world);
  listing.items = papers(9);
  world.visit();

  listing.items = papers(10);
  world.server.forget_requests();
  const auto report = world.next_day();

  CHECK(told(report).at(0) == "paper_new On the number 10 and its friends");
  CHECK(report.visit.pages == 2);  // page 2 brought no news
  CHECK(report.visit.outcome == Outcome::partial);

  world.now += std::chrono::hours(24 * 8);
  CHECK(world.visit().visit.outcome == Outcome::complete);
}

TEST_CASE("reading known pages anew says nothing of papers on pages that were not read",
          "[pages]") {
  World world("    pages: {next: 'a[rel=next]', stop: known, full_every: 365d}\n");
  Site listing(world);
  listing.items = papers(9);
  world.visit();
  listing.items = papers(12);
  world.next_day();
  const auto listed = [&] {
    return Store(world.config.database, Store::Access::read).listed("s").size();
  };
  REQUIRE(listed() == 12);

  SECTION("after an edit of the rules") {
    world.config.sources[0].extract.edit().fields[3].second.select[0].text = "b";
    CHECK(told(world.next_day()).empty());
    CHECK(listed() == 12);
  }
  SECTION("after a merge by hand") {
    {
      Store store(world.config.database, Store::Access::write);
      REQUIRE(merge_papers(store, 1, 2, world.now));
    }
    CHECK(told(world.next_day()).empty());
    CHECK(listed() == 11);
  }
  SECTION("so those that go later are removed") {
    world.config.sources[0].extract.edit().fields[3].second.select[0].text = "b";
    world.next_day();
    listing.items.erase(listing.items.end() - 1);
    SyncOptions whole;
    whole.full = true;
    for (int day = 0; day < 2; ++day) {
      world.now += std::chrono::hours(24);
      world.visit(whole);
    }
    CHECK(told(world.reports.at(0)) == Lines{"paper_removed On the number 1 and its friends"});
  }
}

TEST_CASE("a paper on two pages does not change because one of them came unchanged", "[pages]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  auto first = papers(3), second = papers(5);
  second.erase(second.begin() + 2, second.end());
  first[0].comments = "12 pages";
  second.push_back({first[0].link, first[0].title, first[0].authors, "12 pages, talk at X"});
  int on_first = 0, on_second = 0;
  world.server.on("/list", [&](const Request& request) {
    if (request.query == "page=2")
      return html(page_html(second, fmt::format("<p>{}</p>", on_second)));
    return html(page_html(first, fmt::format("<a rel=next href='?page=2'>{}</a>", on_first)));
  });
  world.visit();
  for (int day = 0; day < 3; ++day) {
    ++(day % 2 == 0 ? on_first : on_second);
    CHECK(told(world.next_day()).empty());
  }
}

TEST_CASE("a listing that never stands still is read again three times, and proves no absence",
          "[pages]") {
  World world(paged);
  Site listing(world);
  listing.items = papers(8);
  world.visit();
  world.server.forget_requests();
  int newest = 8;
  listing.instead = [&](int page) -> std::optional<Reply> {
    // Another new paper on top whenever the first page is asked for.
    if (page == 1) listing.items = papers(++newest);
    return std::nullopt;
  };

  const auto report = world.next_day();

  CHECK(report.visit.outcome == Outcome::partial);
  CHECK(code(report) == "moving");
  const auto asked = world.server.requests("/list");
  // The first pass, three more, and the look that gave it up.
  CHECK(std::count_if(asked.begin(), asked.end(),
                      [](const Request& request) { return request.query.empty(); }) == 5);
}

TEST_CASE("other bytes on the first page are no reason to read a listing again", "[pages]") {
  World world(paged);
  Site listing(world);
  listing.items = papers(8);
  int requests = 0;
  const auto all = papers(8);
  listing.instead = [&](int page) -> std::optional<Reply> {
    if (page != 1) return std::nullopt;
    return html(page_html({all.begin(), all.begin() + 3},
                          fmt::format("<p>rendered for request {}</p><p class=count>8 records</p>"
                                      "<a rel=next href='?page=2'>Next</a>",
                                      ++requests)));
  };
  for (int day = 0; day < 3; ++day) {
    world.server.forget_requests();
    CHECK(world.next_day().visit.outcome == Outcome::complete);
    CHECK(world.server.requests("/list").size() == 4);
  }
}

TEST_CASE("an order that changed is a reason to read a listing again", "[pages]") {
  World world(paged);
  Site listing(world);
  listing.items = papers(8);
  int firsts = 0;
  listing.instead = [&](int page) -> std::optional<Reply> {
    if (page == 1 && ++firsts == 2) std::swap(listing.items[0], listing.items[7]);
    return std::nullopt;
  };

  const auto report = world.visit();

  CHECK(report.visit.outcome == Outcome::complete);
  CHECK(report.visit.papers == 8);
  CHECK(world.server.requests("/list").size() > 4);
}
