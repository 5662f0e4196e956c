// SPDX-License-Identifier: MIT
// Parts of a visit, each alone. `./dev bench` builds and runs it; compare figures of one run only.
#include <benchmark/benchmark.h>
#include <gumbo.h>

#include <paperwatch/extract.hpp>
#include <paperwatch/sync.hpp>

#include "base/time.hpp"
#include "bench/corpus.hpp"
#include "core/keys.hpp"
#include "core/papers.hpp"
#include "extract/charset.hpp"
#include "extract/html.hpp"
#include "notify/feed_files.hpp"
#include "support/temp_dir.hpp"

namespace {

using namespace paperwatch;
using test::Corpus;

constexpr const char* base = "http://l.example";

const std::string& page() {
  static const std::string text = test::listing_page({}, 0, 1);
  return text;
}

void per_byte_of_the_page(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * page().size()));
}

Config corpus_configuration(const test::TempDir& folder) {
  return *parse_config(test::corpus_config({}, base), folder / "paperwatch.yaml").config;
}

void gumbo_alone(benchmark::State& state) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  for (auto _ : state) {
    auto* output = gumbo_parse_with_options(&options, page().data(), page().size());
    gumbo_destroy_output(&options, output);
  }
  per_byte_of_the_page(state);
}
BENCHMARK(gumbo_alone);

void bytes_to_flat_tree(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_html(page()));
  per_byte_of_the_page(state);
}
BENCHMARK(bytes_to_flat_tree);

void ten_rules_on_a_page(benchmark::State& state) {
  const test::TempDir folder;
  const auto source = corpus_configuration(folder).sources.front();
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  for (auto _ : state) benchmark::DoNotOptimize(extractor->extract({page(), base, ""}));
  per_byte_of_the_page(state);
}
BENCHMARK(ten_rules_on_a_page);

void decode_a_page(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(decode(page(), "text/html; charset=latin1", ""));
  per_byte_of_the_page(state);
}
BENCHMARK(decode_a_page);

void make_a_url_canonical(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(
        canonical_url("HTTPS://Papers.Example.org:443/a/b.html?utm_source=x&id=17#top"));
}
BENCHMARK(make_a_url_canonical);

// A complete visit of a listing that shows what is known, with one paper changed.
void compare_a_listing(benchmark::State& state) {
  test::World world;
  std::vector<Fields> records;
  for (int i = 0; i < state.range(0); ++i) {
    records.push_back(test::paper("On the number " + std::to_string(i),
                                  "https://l.example/p/" + std::to_string(i)));
    world.add(records.back());
  }
  records.back().insert_or_assign("title", "Another title");
  for (auto _ : state) benchmark::DoNotOptimize(world.see(records));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(compare_a_listing)->Arg(100)->Arg(10000)->Arg(100000)->Complexity();

// Visits of a listing that shows, in turns, what it was and what it became.
void visit_a_listing(benchmark::State& state) {
  const test::TempDir folder;
  const Config config = corpus_configuration(folder);
  Store store(config.database, Store::Access::write);
  test::CorpusFetcher earlier({}, base), later({.moment = Corpus::Moment::later}, base);
  Time now = *parse_rfc3339("2026-11-01T09:00:00Z");
  bool is_later = false;
  for (auto _ : state) {
    Engine engine(config, store, is_later ? later : earlier, [&] { return now; });
    benchmark::DoNotOptimize(engine.visit({config.sources.front().id}, {}, {}));
    is_later = !is_later;
    now += std::chrono::hours(24);
  }
}
BENCHMARK(visit_a_listing);

void write_the_feeds(benchmark::State& state) {
  const test::TempDir folder;
  const Config config = corpus_configuration(folder);
  Store store(config.database, Store::Access::write);
  test::CorpusFetcher fetcher({}, base);
  const Time now = *parse_rfc3339("2026-11-01T09:00:00Z");
  Engine(config, store, fetcher, [now] { return now; }).visit({config.sources.front().id}, {}, {});
  for (auto _ : state) benchmark::DoNotOptimize(write_feeds(config, store));
}
BENCHMARK(write_the_feeds);

}  // namespace

BENCHMARK_MAIN();
