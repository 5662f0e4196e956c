// SPDX-License-Identifier: MIT
// Captured author pages of an aggregator, from the test data folder.
#include <set>

#include "base/file.hpp"
#include "base/text.hpp"
#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

const std::filesystem::path site = std::filesystem::path(PAPERWATCH_TEST_DATA) / "seeds" / "site-a";

bool has_data() {
  return std::string_view(PAPERWATCH_TEST_DATA).size() > 0 && std::filesystem::exists(site);
}

constexpr const char* author = "/author/torsten-hoefler";

struct Served : Program {
  HttpServer server;

  void page(int number, const std::filesystem::path& file) {
    server.on(fmt::format("{}?page={}", author, number), html(*read_file(file)));
  }

  // A source starting at each of the pages, with the rules that lie beside them.
  void watch(const std::vector<int>& pages, int max) {
    std::string text = "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\nsources:\n";
    for (const int number : pages) {
      text += fmt::format(
          "  - id: page-{0}\n    url: {1}?page={0}\n    every: 12h\n    pages: {{next: "
          "'a[rel=next]', max: {2}}}\n"
          "    template: author\n",
          number, server.url(author), max);
    }
    text +=
        "templates:\n"
        "  author:\n"
        "    extract:\n"
        "      record: article.record\n"
        "      fields:\n"
        "        title: h3\n"
        "        url: 'a.original::attr(href)'\n"
        "        abstract: p.abstract\n"
        "        source: {select: '.meta', match: '^([A-Za-z]+)\\d{4}$'}\n"
        "        year: {select: '.meta', match: '(\\d{4})$'}\n"
        "        subjects: {select: '.subject', all: true}\n"
        "      count: {select: '.stats', match: '(?:At least )?[\\d,]+ records'}\n";
    write("paperwatch.yaml", text);
  }
};

}  // namespace

TEST_CASE("three pages of a listing whose other pages do not exist", "[e2e][captured]") {
  if (!has_data()) {
    WARN("skipped: no test data folder");
    return;
  }
  Served program;
  for (const int number : {4, 5, 10})
    program.page(number, site / fmt::format("page-{}.html", number));
  program.watch({4, 5, 10}, 1);

  const auto first = program.run({"sync", "--json"});

  CHECK(first.status == 0);
  int records = 0, baseline = 0;
  const auto report = first.json();
  for (const auto& visit : report["visits"]) {
    records += visit["records"].get<int>();
    baseline += visit["baseline"].get<int>();
    CHECK(visit["outcome"] == "partial");
    CHECK(visit["events"].empty());
    CHECK(visit["count"]["stated"]["kind"] == "at_least");
  }
  CHECK(records == 54);
  CHECK(baseline == 54);
  const auto papers = program.run({"papers", "--json"}).json()["papers"];
  CHECK(papers.size() == 49);

  std::map<std::string, nlohmann::json> by_title;
  for (const auto& paper : papers) by_title[paper["fields"]["title"]] = paper["fields"];
  const auto expected = nlohmann::json::parse(*read_file(site.parent_path() / "expected.json"));
  for (const auto& page : expected["pages"]) {
    for (const auto& record : page["records"]) {
      const auto& fields = by_title.at(record["title"]);
      CHECK(fields["abstract"] == record["abstract"]);
      CHECK(fields["year"] == record["year"]);
      CHECK(fields["source"] == record["source"]);
      CHECK(fields["subjects"] == nlohmann::json::array({record["subject"]}));
    }
  }
}

TEST_CASE("the same where the pages in between answer 404: nothing is lost, nothing is news",
          "[e2e][captured]") {
  if (!has_data()) {
    WARN("skipped: no test data folder");
    return;
  }
  Served program;
  for (const int number : {4, 5, 10})
    program.page(number, site / fmt::format("page-{}.html", number));
  program.watch({4, 5, 10}, 50);
  for (int i = 0; i < 2; ++i) {
    const auto ended = program.run({"sync", "--json"});
    CHECK(ended.status == 1);
    CHECK(ended.json()["totals"]["events"] == 0);
  }
  CHECK(program.run({"papers", "--json"}).json()["papers"].size() == 49);
}

TEST_CASE("three pages that can be read to the end are one complete visit", "[e2e][captured]") {
  if (!has_data()) {
    WARN("skipped: no test data folder");
    return;
  }
  Served program;
  for (const int number : {1, 2, 3})
    program.page(number, site / "whole" / fmt::format("page-{}.html", number));
  program.watch({1}, 50);

  const auto visit = program.run({"sync", "--json"}).json()["visits"][0];
  CHECK(visit["outcome"] == "complete");
  CHECK(visit["papers"] == 49);
  CHECK(visit["pages"] == 3);
  CHECK(visit["count"]["stated"]["value"] == 49);
  CHECK(program.read("feeds/page-1.rss").find("<item>") != std::string::npos);
  const auto again = program.run({"sync", "--json"}).json();
  CHECK(again["visits"][0]["outcome"] == "unchanged");
  CHECK(again["totals"]["events"] == 0);
}
