// SPDX-License-Identifier: MIT
// Work that is the same each time, for a machine that counts instructions (instructions.sh): each
// work_... lasts until the next begins. With --build it prints what the counts depend on.
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include <paperwatch/extract.hpp>
#include <paperwatch/sync.hpp>

#include "base/time.hpp"
#include "bench/corpus.hpp"
#include "core/papers.hpp"
#include "notify/feed_files.hpp"
#include "support/temp_dir.hpp"

namespace {

using namespace paperwatch;
using test::Corpus;

constexpr const char* base = "http://l.example";

// What the works share, made before they are counted.
struct Bench {
  Corpus corpus{};
  test::TempDir folder;
  Config config = *parse_config(corpus_config(corpus, base), folder / "paperwatch.yaml").config;
  Store store{config.database, Store::Access::write};
  std::string page = listing_page(corpus, 0, 1);
  test::World world;
  std::vector<Fields> shown;

  Bench() {
    for (int i = 0; i < 1000; ++i) {
      shown.push_back(test::paper("On the number " + std::to_string(i),
                                  "https://l.example/p/" + std::to_string(i)));
      world.add(shown.back());
    }
    shown.back().insert_or_assign("title", "Another title");
  }
};

// One visit of the listing; throws where it does not bring what it must.
void visit(Bench& bench, Corpus::Moment moment, const char* at, std::size_t events) {
  Corpus corpus = bench.corpus;
  corpus.moment = moment;
  test::CorpusFetcher fetcher(corpus, base);
  const Time now = *parse_rfc3339(at);
  Engine engine(bench.config, bench.store, fetcher, [now] { return now; });
  const auto reports = engine.visit({bench.config.sources.front().id}, {}, {});
  if (reports.size() != 1 || reports.front().visit.problem ||
      reports.front().events.size() != events)
    throw std::runtime_error(fmt::format("the visit at {} went wrong", at));
}

}  // namespace

extern "C" {

[[gnu::noinline]] void work_extract(Bench& bench) {
  std::vector<RuleFault> faults;
  const auto& source = bench.config.sources.front();
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  const auto listing = extractor->extract({bench.page, base, "text/html; charset=utf-8"});
  if (!listing || listing->records.size() != 18) throw std::runtime_error("the page is not read");
}

[[gnu::noinline]] void work_difference(Bench& bench) {
  if (bench.world.see(bench.shown).events.size() != 1)
    throw std::runtime_error("the difference is not one change");
}

[[gnu::noinline]] void work_first_visit(Bench& bench) {
  visit(bench, Corpus::Moment::earlier, "2026-11-01T09:00:00Z", 0);
}

[[gnu::noinline]] void work_changed_visit(Bench& bench) {
  visit(bench, Corpus::Moment::later, "2026-11-02T09:00:00Z", 1);
}

[[gnu::noinline]] void work_feeds(Bench& bench) {
  if (!write_feeds(bench.config, bench.store).errors.empty())
    throw std::runtime_error("the feeds are not written");
}

[[gnu::noinline]] void work_is_over() {
  std::puts("done");
}

}  // extern "C"

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "--build") == 0) {
    std::puts(PAPERWATCH_BENCH_BUILD);
    return 0;
  }
  try {
    Bench bench;
    work_extract(bench);
    work_difference(bench);
    work_first_visit(bench);
    work_changed_visit(bench);
    work_feeds(bench);
    work_is_over();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "counted_work: {}\n", error.what());
    return 1;
  }
}
