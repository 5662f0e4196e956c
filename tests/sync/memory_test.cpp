// SPDX-License-Identifier: MIT
// What a visit of a long listing takes of memory: little of each record, whatever it finds.
// PAPERWATCH_GROWTH=full takes a hundred thousand records.
#include <cstdlib>
#include <fstream>

#include <malloc.h>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

constexpr int page_size = 18;

// As the kernel knows this process: VmRSS, or VmHWM, its most since forget_peak().
std::int64_t resident(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name + ":")) return std::atoll(line.c_str() + name.size() + 1) * 1024;
  return 0;
}

bool forget_peak() {
  std::ofstream control("/proc/self/clear_refs");
  return static_cast<bool>(control << "5" << std::flush);
}

// A listing of many pages, newest papers first, made as they are asked for.
class LongListing : public Fetcher {
 public:
  void show(int newest, int oldest = 1) {
    newest_ = newest;
    oldest_ = oldest;
  }

  void fetch(FetchRequest request, std::function<void(Answer)> done) override {
    const auto query = request.url.find("?page=");
    FetchResponse response;
    response.status = 200;
    response.url = request.url;
    response.content_type = "text/html; charset=utf-8";
    response.length_known = true;
    response.body =
        body(query == std::string::npos ? 1 : std::atoi(request.url.c_str() + query + 6));
    done(std::move(response));
  }

 private:
  std::string body(int page) const {
    std::vector<Item> items;
    const int first = newest_ - (page - 1) * page_size, next = first - page_size;
    for (int i = first; i > next && i >= oldest_; --i) items.push_back(item(i));
    return page_html(
        items, next < oldest_ ? "" : fmt::format("<a rel=next href='?page={}'>Next</a>", page + 1));
  }

  // Some two kilobytes.
  static Item item(int number) {
    Item item{fmt::format("/p/{}", number), fmt::format("On the number {} and its friends", number),
              fmt::format("Ann Author{}", number)};
    for (int i = 1; i <= 100; ++i) item.comments += fmt::format("{} times {}, ", i, number);
    return item;
  }

  int newest_ = 0, oldest_ = 1;
};

class LongWorld {
 public:
  struct Visit {
    VisitReport report;
    std::int64_t memory = 0;  // the most that it took beyond what was taken before it, in bytes
  };

  Visit visit() {
    world_.now += std::chrono::hours(24);
    Store store(world_.config.database, Store::Access::write);
    Engine engine(world_.config, store, listing, [this] { return world_.now; });
    ::malloc_trim(0);  // what was used before and is free
    REQUIRE(forget_peak());
    const auto before = resident("VmRSS");
    auto reports = engine.visit({"s"}, {}, {});
    return {std::move(reports.at(0)), resident("VmHWM") - before};
  }

  LongListing listing;

 private:
  World world_{"    pages: {next: 'a[rel=next]', max: 10000}\n"};
};

}  // namespace

TEST_CASE("a visit of a long listing takes little memory, whatever it finds", "[memory]") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  WARN("skipped: a sanitizer takes memory of its own");
  return;
#endif
  const int count = is_full() ? 100'000 : 20'000;
  const auto papers = static_cast<std::size_t>(count);
  // A record has some 3 KB: as markup, and as a paper with all its names.
  const std::int64_t allowed = 10'000'000 + 1'100 * std::int64_t{count};
  LongWorld world;

  world.listing.show(count);
  const auto first = world.visit();
  CHECK(first.report.visit.outcome == Outcome::complete);
  CHECK(first.report.visit.baseline == papers);
  CHECK(first.memory <= allowed);

  const auto unchanged = world.visit();
  CHECK(unchanged.report.visit.outcome == Outcome::unchanged);
  CHECK(unchanged.memory <= allowed / 2);

  // One more on top, the last one gone: every page has other records.
  world.listing.show(count + 1, 2);
  const auto moved = world.visit();
  CHECK(told(moved.report) ==
        Lines{fmt::format("paper_new On the number {} and its friends", count + 1),
              fmt::format("count_changed {} → {}", count, count + 1)});
  CHECK(moved.report.visit.papers == papers);
  CHECK(moved.memory <= allowed);

  if (is_full()) {
    WARN(fmt::format("first visit {} MB, unchanged {} MB, all pages changed {} MB",
                     first.memory / 1'000'000, unchanged.memory / 1'000'000,
                     moved.memory / 1'000'000));
  }
}
