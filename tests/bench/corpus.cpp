// SPDX-License-Identifier: MIT
#include "bench/corpus.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace paperwatch::test {

namespace {

constexpr std::array<std::string_view, 48> words{
    "sparse",     "dense",    "matrix",   "graph",    "network",  "routing",  "collective",
    "language",   "model",    "training", "memory",   "cache",    "latency",  "bandwidth",
    "compiler",   "schedule", "parallel", "kernel",   "tensor",   "stencil",  "transport",
    "congestion", "switch",   "protocol", "storage",  "snapshot", "quantum",  "precision",
    "rounding",   "weather",  "climate",  "particle", "solver",   "gradient", "pruning",
    "attention",  "serving",  "tracing",  "profile",  "energy",   "topology", "diameter",
    "random",     "bound",    "optimal",  "scaling",  "workload", "cluster"};

// A linear congruential generator (Knuth, MMIX): std's distributions differ between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2654435769u + 1) {}
  std::uint64_t below(std::uint64_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % limit;
  }
  std::string text(std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) out += i % 13 == 0 ? ". " : " ";
      out += words[below(words.size())];
    }
    return out;
  }

 private:
  std::uint64_t state_;
};

std::string card(const Corpus& corpus, int source, int number) {
  const bool changed = corpus.moment == Corpus::Moment::later && number % 100 == 7;
  const std::uint64_t seed = static_cast<std::uint64_t>(source) * 100003 + number;
  Dice dice(seed), abstract_dice(seed + (changed ? 77'000'000 : 33'000'000));
  const std::string title = dice.text(8);
  return fmt::format(
      "<article class=\"card paper\" data-id=\"p{0}-{1}\">\n"
      "  <h2 class=\"title\"><a class=\"out\" href=\"/paper/{0}/{1}\">On {2} &amp; its friends, "
      "{1}</a></h2>\n"
      "  <div class=\"meta\"><span class=\"venue badge\">{3} workshop</span> <time>{4}</time>\n"
      "    <svg viewBox=\"0 0 16 16\"><path d=\"M2 2h12v12H2z\"/></svg></div>\n"
      "  <ul class=\"authors\"><li>Ann {5}</li><li>Bo {6}</li><li>Cy {7}</li></ul>\n"
      "  <p class=\"abstract\">{8}</p>\n"
      "  <p class=\"comments\">{9} pages, {10} figures</p>\n"
      "  <p class=\"links\"><a class=\"pdf\" href=\"/pdf/{0}/{1}\">PDF</a> <span "
      "class=\"subject\">cs.{11}</span> <span class=\"pages\">{12}&ndash;{13}</span></p>\n"
      "</article>\n",
      source, number, title, dice.text(2), 1990 + dice.below(36), dice.text(1), dice.text(1),
      dice.text(1), abstract_dice.text(120), 4 + dice.below(30), dice.below(20),
      dice.text(1).substr(0, 2), dice.below(100), 100 + dice.below(100));
}

// What a page carries besides its records.
std::string hidden_text() {
  Dice dice(1);
  std::string script, style;
  for (int i = 0; i < 130; ++i)
    script += fmt::format("  register({{id: {}, label: \"{}\"}});\n", i, dice.text(12));
  for (int i = 0; i < 60; ++i)
    style += fmt::format(".c{} > .d{} {{ margin: {}px; color: #{:06x} }}\n", i, i + 1,
                         dice.below(20), dice.below(1 << 24));
  return "<style>\n" + style + "</style>\n<script>\n" + script + "</script>\n";
}

}  // namespace

std::string listing_target(int source, int page) {
  return page == 1 ? fmt::format("/list/{}", source)
                   : fmt::format("/list/{}?page={}", source, page);
}

std::string listing_page(const Corpus& corpus, int source, int page) {
  std::string html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>";
  html += fmt::format("Listing {}</title>\n", source) + hidden_text() + "</head>\n<body>\n<nav>";
  for (int i = 0; i < 12; ++i) html += fmt::format("<a href=\"/list/{}\">Listing {}</a> ", i, i);
  html += fmt::format("</nav>\n<main>\n<p class=\"stats\">{} records</p>\n",
                      corpus.pages * corpus.records_per_page);
  for (int i = 0; i < corpus.records_per_page; ++i)
    html += card(corpus, source, (page - 1) * corpus.records_per_page + i);
  html += "</main>\n<footer>";
  if (page < corpus.pages)
    html += fmt::format("<a rel=\"next\" href=\"{}\">Next</a>", listing_target(source, page + 1));
  return html + "</footer>\n</body></html>\n";
}

std::string corpus_config(const Corpus& corpus, const std::string& base) {
  std::string text =
      "database: paperwatch.db\n"
      "fetch: {host_delay: 0s, private_addresses: allow, robots: ignore}\n"
      "feeds: {directory: feeds}\n"
      "templates:\n"
      "  cards:\n"
      "    every: 12h\n"
      "    pages: {next: 'a[rel=next]', max: 10000}\n"
      "    extract:\n"
      "      record: article.card\n"
      "      fields:\n"
      "        title: h2.title\n"
      "        url: 'a.out::attr(href)'\n"
      "        id: '::attr(data-id)'\n"
      "        authors: {select: .authors li, all: true}\n"
      "        abstract: p.abstract\n"
      "        comments: p.comments\n"
      "        venue: {select: .venue, match: '^(.*) workshop$'}\n"
      "        year: time\n"
      "        subjects: {select: .subject, all: true}\n"
      "        pdf: 'a.pdf::attr(href)'\n"
      "      count: {select: .stats, match: '[\\d,]+ records'}\n"
      "sources:\n";
  for (int i = 0; i < corpus.sources; ++i)
    text += fmt::format("  - {{id: list-{}, url: '{}{}', template: cards}}\n", i, base,
                        listing_target(i, 1));
  return text;
}

CorpusFetcher::CorpusFetcher(const Corpus& corpus, const std::string& base) {
  for (int source = 0; source < corpus.sources; ++source) {
    for (int page = 1; page <= corpus.pages; ++page)
      bodies_.emplace(base + listing_target(source, page), listing_page(corpus, source, page));
  }
}

void CorpusFetcher::fetch(FetchRequest request, std::function<void(Answer)> done) {
  const auto found = bodies_.find(request.url);
  if (found == bodies_.end()) {
    done(FetchError{{"http", "404 at " + request.url, ""}, 404, 1, std::nullopt});
    return;
  }
  FetchResponse response;
  response.status = 200;
  response.url = request.url;
  response.body = found->second;
  response.content_type = "text/html; charset=utf-8";
  response.length_known = true;
  response.bytes = response.body.size();
  done(std::move(response));
}

}  // namespace paperwatch::test
