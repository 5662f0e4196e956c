// SPDX-License-Identifier: MIT
// Parts of a visit, each alone. `./dev bench` builds and runs it; compare figures of one run only.
#include <benchmark/benchmark.h>

#include <paperwatch/extract.hpp>

#include "base/file.hpp"
#include "core/keys.hpp"
#include "core/papers.hpp"
#include "extract/html.hpp"

namespace {

using namespace paperwatch;

const std::string& page() {
  static const std::string text =
      *read_file(PAPERWATCH_SOURCE_DIR "/seeds/demo/first-week/page-1.html");
  return text;
}

FieldRule css(const char* text) {
  FieldRule rule;
  rule.select = {Selector{Selector::Language::css, text, {}}};
  return rule;
}

Extractor demo_rules() {
  ExtractRules rules;
  rules.record.select = Selector{Selector::Language::css, "article.record", {}};
  rules.fields = {{"title", css("h3")},
                  {"url", css("a.original::attr(href)")},
                  {"abstract", css("p.abstract")},
                  {"subjects", css(".subject")}};
  std::vector<RuleFault> faults;
  return *Extractor::compile(rules, std::nullopt, faults);
}

void parse_a_page(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_html(page()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * page().size()));
}
BENCHMARK(parse_a_page);

void extract_a_page(benchmark::State& state) {
  const auto extractor = demo_rules();
  for (auto _ : state)
    benchmark::DoNotOptimize(extractor.extract({page(), "https://l.example/", ""}));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * page().size()));
}
BENCHMARK(extract_a_page);

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
BENCHMARK(compare_a_listing)->Arg(100)->Arg(1000)->Arg(10000)->Complexity();

}  // namespace

BENCHMARK_MAIN();
