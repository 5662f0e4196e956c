// SPDX-License-Identifier: MIT
// Listings of several pages over real HTTP, also while they change.
#include <algorithm>
#include <atomic>

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
