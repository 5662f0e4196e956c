// SPDX-License-Identifier: MIT
// How far a listing goes: what ends it, and what must not be taken for its end.
#include <algorithm>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// A listing in pages of `size`; a test may answer for it.
class Site {
 public:
  Site(World& world, int size) : size_(size) {
    world.server.on("/list", [this](const Request& request) { return answer(request); });
  }

  std::vector<Item> items;
  bool has_links = false;   // to the next page
  std::string statement{};  // of the count
  std::function<std::optional<Reply>(int page)> instead = [](int) { return std::nullopt; };

  std::string page(int number, std::size_t less = 0) const {
    const auto count = static_cast<int>(items.size());
    const int start = std::min(count, (number - 1) * size_), end = std::min(count, number * size_);
    const bool has_next = has_links && end < count;
    return page_html({items.begin() + start, items.begin() + end - static_cast<int>(less)},
                     statement + (has_next ? fmt::format("<a rel=next href='?page={}'>", number + 1)
                                           : std::string()));
  }

 private:
  Reply answer(const Request& request) {
    const auto at = request.query.find('=');
    const int number = at == std::string::npos ? 1 : std::stoi(request.query.substr(at + 1));
    const int page_number = request.query.starts_with("start") ? number / size_ + 1 : number;
    if (auto reply = instead(page_number)) return *reply;
    return html(page(page_number));
  }

  int size_;
};

Reply cut(const std::string& whole) {
  Reply reply = html(whole.substr(0, whole.size() * 9 / 10));
  reply.framing = Reply::Framing::until_close;
  return reply;
}

constexpr const char* counted =
    "    pages: {template: '/list?page={page}'}\n    track: {removal: {visits: 2, age: 0s}}\n";
constexpr const char* linked =
    "    pages: {next: 'a[rel=next]'}\n    track: {removal: {visits: 2, age: 0s}}\n";

// Papers from `from` down to `to`.
std::vector<Item> between(int from, int to) {
  auto items = papers(from);
  items.resize(static_cast<std::size_t>(from - to + 1));
  return items;
}

}  // namespace

TEST_CASE("a listing that ends with an empty page is complete each day", "[extent]") {
  World world(counted);
  Site site(world, 5);
  site.items = papers(17);
  for (int day = 0; day < 3; ++day) CHECK(world.next_day().visit.outcome != Outcome::partial);

  // Two fewer, and with them a page.
  site.items = between(17, 3);
  site.items.pop_back();
  CHECK(world.next_day().visit.outcome == Outcome::complete);
  const auto gone = told(world.next_day());
  CHECK(std::count_if(gone.begin(), gone.end(), [](const std::string& line) {
          return line.starts_with("paper_removed");
        }) == 3);
}

TEST_CASE("a counted listing ends where the site has no page", "[extent]") {
  World world(counted);
  Site site(world, 5);
  site.items = papers(17);
  int last_page = 4;
  site.instead = [&](int page) -> std::optional<Reply> {
    if (page <= last_page) return std::nullopt;
    return Reply{404};
  };
  // The first visit cannot tell the end from an outage.
  CHECK(world.next_day().visit.outcome == Outcome::partial);
  CHECK(proves_absence(world.next_day().visit.outcome));

  SECTION("a page that was there before is missed, not gone") {
    last_page = 3;
    const auto report = world.next_day();
    CHECK(report.visit.outcome == Outcome::partial);
    CHECK(report.visit.problem->code == "later_page");
    CHECK(world.next_day().events.empty());
  }
  SECTION("after a short page it is gone with its papers") {
    last_page = 3;
    site.items = between(17, 4);
    CHECK(world.next_day().visit.outcome == Outcome::complete);
    const auto gone = told(world.next_day());
    CHECK(std::count_if(gone.begin(), gone.end(), [](const std::string& line) {
            return line.starts_with("paper_removed");
          }) == 3);
  }
}

TEST_CASE("an empty page where the listing went on takes nothing away", "[extent]") {
  World world(counted);
  Site site(world, 5);
  site.items = papers(17);
  world.visit();
  site.instead = [](int page) {
    return page >= 3 ? std::optional(html(page_html({}))) : std::nullopt;
  };
  for (int day = 0; day < 4; ++day) {
    CHECK(code(world.next_day()) == "later_page");
    CHECK(told(world.reports[0]).empty());
  }
}

TEST_CASE("an earlier page in the place of a later one takes nothing away", "[extent]") {
  const bool follows_links = GENERATE(true, false);
  World world(follows_links ? linked : counted);
  Site site(world, 5);
  site.has_links = follows_links;
  site.items = papers(20);
  world.visit();
  site.instead = [&](int page) {
    return page == 3 ? std::optional(html(site.page(1))) : std::nullopt;
  };
  for (int day = 0; day < 4; ++day) {
    CAPTURE(follows_links, day);
    CHECK(code(world.next_day()) == "later_page");
    CHECK(told(world.reports[0]).empty());
  }
}

TEST_CASE("a page that shows fewer records than offsets go by is a gap", "[extent]") {
  World world(
      "    pages: {template: '/list?start={offset}', step: 5}\n"
      "    track: {removal: {visits: 2, age: 0s}}\n");
  Site site(world, 5);
  site.items = papers(18);
  CHECK(world.visit().visit.outcome == Outcome::complete);
  site.instead = [&](int page) {
    return page == 2 ? std::optional(html(site.page(2, 2))) : std::nullopt;
  };
  for (int day = 0; day < 3; ++day) {
    const auto report = world.next_day();
    CHECK(code(report) == "later_page");
    CHECK(told(report).empty());
  }
}

TEST_CASE("a body that stays cut for days makes nothing missing", "[extent]") {
  const bool has_pages = GENERATE(false, true);
  const bool changes = GENERATE(false, true);
  World world(linked);
  Site site(world, has_pages ? 6 : 12);
  site.has_links = has_pages;
  site.items = papers(12);
  world.visit();
  int day = 0;
  site.instead = [&](int page) {
    return page == (has_pages ? 2 : 1)
               ? std::optional(cut(site.page(page) + std::string(changes ? day : 0, ' ')))
               : std::nullopt;
  };
  for (day = 1; day < 5; ++day) {
    CAPTURE(has_pages, changes, day);
    CHECK(code(world.next_day()) == "truncated");
    CHECK(told(world.reports[0]).empty());
  }
  site.instead = [](int) { return std::nullopt; };
  CHECK(world.next_day().visit.outcome != Outcome::partial);
  CHECK(told(world.reports[0]).empty());
}

TEST_CASE("a new paper does not stand for one that is cut off", "[extent]") {
  World world("    track: {removal: {visits: 1, age: 0s}}\n");
  Site site(world, 20);
  site.items = papers(12);
  world.visit();
  site.items = papers(13);
  site.instead = [&](int) { return cut(site.page(1)); };
  CHECK(told(world.next_day()) == Lines{"paper_new On the number 13 and its friends"});
  CHECK(code(world.reports[0]) == "truncated");
}

TEST_CASE("visits that stop at what is known do not hide a drop", "[extent]") {
  World world("    pages: {next: 'a[rel=next]', stop: known, full_every: 30d}\n");
  Site site(world, 10);
  site.has_links = true;
  site.items = papers(30);
  world.visit();
  CHECK(world.next_day().visit.pages == 1);
  site.items = between(30, 23);
  CHECK(code(world.next_day()) == "records_dropped");
}

TEST_CASE("a listing that max ends was read as far as it is to be", "[extent]") {
  World world("    pages: {next: 'a[rel=next]', max: 3, stop: known, full_every: 30d}\n");
  Site site(world, 5);
  site.has_links = true;
  site.items = papers(30);
  CHECK(world.visit().visit.pages == 3);
  CHECK(world.next_day().visit.pages == 1);
}

TEST_CASE("a baseline whose total disagrees is a yardstick all the same", "[extent]") {
  World world;
  Site site(world, 50);
  site.items = papers(20);
  site.statement = "<p class=count>23 records</p>";
  CHECK(code(world.visit()) == "count_mismatch");
  site.items = papers(3);
  site.statement.clear();
  CHECK(code(world.next_day()) == "records_dropped");
}

TEST_CASE("papers on a page that is new are news where the end had been reached", "[extent]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  Site site(world, 5);
  site.has_links = true;
  site.statement = "<p class=count>99 records</p>";
  site.items = between(20, 11);
  CHECK(code(world.visit()) == "count_mismatch");
  site.items = between(20, 10);
  CHECK(told(world.next_day()) == Lines{"paper_new On the number 10 and its friends"});
}

TEST_CASE("what grew beyond max is uncovered, not news, when max is raised", "[extent]") {
  World world("    pages: {next: 'a[rel=next]', max: 2}\n");
  Site site(world, 5);
  site.has_links = true;
  site.items = between(30, 23);
  CHECK(world.visit().visit.outcome == Outcome::complete);
  site.items = between(30, 11);
  world.next_day();
  world.config.sources[0].pages->max = 9;
  const auto report = world.next_day();
  CHECK(report.visit.baseline == 10);
  CHECK(told(report) == Lines{"count_changed 8 → 20"});
}

TEST_CASE("a drop is held back on the day of new rules too", "[extent]") {
  World world;
  Site site(world, 50);
  site.items = papers(30);
  world.visit();
  world.config.sources[0].extract.edit().fields.pop_back();
  site.items = papers(9);
  CHECK(code(world.next_day()) == "records_dropped");
}

TEST_CASE("a page that came unchanged has the number at which it stands now", "[extent]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  std::vector<Item> front = between(10, 6);
  world.server.on("/list", [&](const Request& request) {
    if (request.query == "old") return html(page_html(between(5, 1)));
    if (request.query == "middle")
      return html(page_html(between(23, 21), "<a rel=next href='?old'>"));
    const std::string next = front.size() == 5 ? "?old" : "?middle";
    return html(page_html(front, fmt::format("<a rel=next href='{}'>", next)));
  });
  world.visit();
  front = between(11, 6);
  CHECK(told(world.next_day()).size() == 5);  // four papers and the count
  CHECK(world.next_day().visit.outcome == Outcome::unchanged);
}
