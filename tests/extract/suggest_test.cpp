// SPDX-License-Identifier: MIT
// Rules guessed from pages that nobody described.
#include "extract/suggest.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include <paperwatch/config.hpp>
#include <paperwatch/workbench.hpp>

#include "base/file.hpp"
#include "base/text.hpp"
#include "extract/rules_support.hpp"

namespace fs = std::filesystem;
using namespace paperwatch;
using namespace paperwatch::test;
using Json = nlohmann::json;

namespace {

std::vector<Suggestion> suggested(std::string_view body) {
  auto found = suggest_rules({body, "https://l.example/list", ""});
  if (!found) FAIL(found.error().message);
  return std::move(*found);
}

// What the suggested text means to the configuration's own reader.
Source source_of(const std::string& yaml) {
  std::string text = "sources:\n  - id: s\n    url: https://l.example/list\n    every: 1d\n";
  for (const std::string& line : split(yaml, '\n')) text += "    " + line + "\n";
  const LoadedConfig loaded = parse_config(text, "/suggested.yaml");
  CAPTURE(text);
  for (const ConfigFault& fault : loaded.faults) UNSCOPED_INFO(render(fault));
  REQUIRE(loaded.config);
  return loaded.config->sources.at(0);
}

std::string menu() {
  std::string out = "<ul class=menu>";
  for (int i = 0; i < 30; ++i)
    out += "<li class=entry><a href=/m/" + std::to_string(i) + ">Menu entry</a></li>";
  return out + "</ul>";
}

std::string listing_page() {
  std::string out = "<h1 id=total>Showing 1-4 of 312 papers</h1>" + menu() + "<div class=results>";
  const char* titles[] = {"On the shape of sparse tensors", "A theory of counting blank pages",
                          "Learning to watch without moving", "Four colours are not too many"};
  int number = 0;
  for (const char* title : titles) {
    const std::string id = std::to_string(++number);
    out +=
        "<div class='hit row" + id + "'><h3><a href=/p/" + id + ">" + title +
        "</a></h3><p class=authors>Ann Lee, Bo Hu and Cy Po</p><p class=abstract>Some words on " +
        title + ".</p><a href='https://doi.org/10.1000/" + id + "'>DOI</a></div>";
  }
  return out + "</div><a class=more rel=next href='?page=2'>more</a>";
}

}  // namespace

TEST_CASE("a listing is told by what repeats, its title by what it looks like", "[suggest]") {
  const auto found = suggested(listing_page());

  REQUIRE_FALSE(found.empty());
  const Suggestion& best = found.front();
  CHECK(best.yaml ==
        "extract:\n"
        "  record: div.hit\n"
        "  fields:\n"
        "    title: h3\n"
        "    url: 'h3 a::attr(href)'\n"
        "    authors: {select: p.authors, split: ',? and |, '}\n"
        "    abstract: p.abstract\n"
        "    doi: 'a[href*=\"doi.org/10.\"]::attr(href)'\n"
        "  count: '#total'\n"
        "pages: {next: 'a[rel~=\"next\" i]'}\n");
  REQUIRE(best.listing.records.size() == 4);
  CHECK(best.listing.records[1].fields ==
        Fields{{"title", std::string("A theory of counting blank pages")},
               {"url", std::string("https://l.example/p/2")},
               {"authors", Texts{"Ann Lee", "Bo Hu", "Cy Po"}},
               {"abstract", std::string("Some words on A theory of counting blank pages.")},
               {"doi", std::string("10.1000/2")}});
  CHECK(best.listing.count == Count{CountKind::exact, 312});
  CHECK(best.listing.next == "https://l.example/list?page=2");
}

TEST_CASE("the suggested text means the suggested rules", "[suggest]") {
  for (const Suggestion& one : suggested(listing_page())) {
    CAPTURE(one.yaml);
    const Source source = source_of(one.yaml);
    CHECK(*source.extract == one.rules);
    CHECK(source.pages == one.pages);
  }
}

TEST_CASE("a dt and the dd behind it are one record, and a label is no part of a title",
          "[suggest]") {
  std::string page = "<dl>";
  for (const char* title : {"The first of several papers", "The second of several papers",
                            "The third paper, and the last"}) {
    page += std::string("<dt><a href='/abs/") + title[4] +
            "'>open</a></dt><dd><div class=head><span class=label>"
            "Title:</span> " +
            title + "</div></dd>";
  }
  const auto found = suggested(page + "</dl>");

  REQUIRE_FALSE(found.empty());
  CHECK(found[0].rules.span_siblings);
  CHECK(texts(found[0].listing, "title") == Texts{"The first of several papers",
                                                  "The second of several papers",
                                                  "The third paper, and the last"});
  CHECK(text_of(found[0].listing.records[0].fields, "url") == "https://l.example/abs/f");
}

TEST_CASE("titles in quotation marks are found in running text", "[suggest]") {
  const auto found = suggested(
      "<ol><li>A. Lee, B. Hu, “On the width of columns,” J. Pages, 2020.</li>"
      "<li>C. Po, “A long way to the second page,” Proc. Ways, 2021.</li>"
      "<li>A. Lee, “What the third example is for,” 2022.</li></ol>");
  REQUIRE_FALSE(found.empty());
  CHECK(texts(found[0].listing, "title") == Texts{"On the width of columns",
                                                  "A long way to the second page",
                                                  "What the third example is for"});
  CHECK(found[0].rules.require == Texts{"title"});  // no links: titles have to do
}

TEST_CASE("metadata that would add something is used", "[suggest]") {
  std::string page = listing_page();
  page = replace_all(page, "</h3>",
                     "</h3><span class=Z3988 title='rft.jtitle=J&amp;rft.atitle=x'></span>");
  const auto found = suggested(page);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].rules.use == std::vector<Metadata>{Metadata::coins});
  CHECK(text_of(found[0].listing.records[0].fields, "venue") == "J");
}

TEST_CASE("the page of one paper is told by its citation tags", "[suggest]") {
  const auto found = suggested(
      "<html><head><meta name=citation_title content='One paper'>"
      "<meta name=citation_doi content='10.1000/x'></head><body>" +
      menu() + "</body></html>");
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].yaml == "extract:\n  record: html\n  use: [meta]\n");
  CHECK(*source_of(found[0].yaml).extract == found[0].rules);
}

TEST_CASE("a feed needs no rules, and a menu is no listing", "[suggest]") {
  const auto feed = suggested(
      "<rss><channel><item><title>T</title><link>https://l.example/1</link></item></channel></"
      "rss>");
  REQUIRE(feed.size() == 1);
  CHECK(feed[0].yaml == "template: feed\n");
  CHECK(suggested(menu()).empty());
  CHECK(suggested("<p>Nothing</p>").empty());
  const auto json = suggest_rules({R"({"items": []})", "https://l.example/", ""});
  REQUIRE_FALSE(json);
  CHECK(json.error().code == "no_content");
}

TEST_CASE("lists of people are told from titles", "[suggest]") {
  for (const char* people :
       {"Ann Lee, Bo Hu and Cy Po", "A. Lee; B. van der Hu", "Jean-Luc O'Hara"})
    CHECK(looks_like_names(people));
  for (const char* title : {"On the shape of tensors", "Graphs, Trees and Their Applications Today",
                            "Deep Learning for Every One of Us", ""})
    CHECK_FALSE(looks_like_names(title));
}

TEST_CASE("metadata that the rules leave lying is offered", "[suggest]") {
  const std::string page =
      "<ul><li><b>T</b><span class=Z3988 "
      "title='rft.date=2020&amp;rft.jtitle=J&amp;rft.atitle=T'></span></li>"
      "<li><b>U</b></li></ul>";
  ExtractRules written = rules(css("li"), {{"title", rule(css("b"))}});
  const PageBytes bytes{page, "https://l.example/", ""};

  const auto offers = metadata_offers(written, bytes, extract(written, page));

  REQUIRE(offers.size() == 1);
  CHECK(offers[0].kind == Metadata::coins);
  CHECK(offers[0].fields ==
        std::vector<std::pair<std::string, std::size_t>>{{"date", 1}, {"venue", 1}});
  written.use = {Metadata::coins};
  CHECK(metadata_offers(written, bytes, extract(written, page)).empty());
}

TEST_CASE("captured listings get a right record and title without help", "[suggest][captured]") {
  const fs::path data(PAPERWATCH_TEST_DATA);
  if (data.empty() || !fs::exists(data / "pages")) {
    WARN("skipped: no test data folder");
    return;
  }
  std::vector<fs::path> files;
  for (const fs::path& folder : {data / "pages", data / "seeds" / "site-a"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().filename().string().ends_with(".html.expected.json"))
        files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::size_t right = 0, listings = 0;
  std::string wrong;
  for (const fs::path& file : files) {
    const Json expected = Json::parse(*read_file(file));
    Texts titles;
    for (const Json& record : expected["records"]) titles.push_back(record.value("title", ""));
    if (titles.empty()) continue;  // an empty listing, or a page that is none
    ++listings;
    std::string stem = file.string();
    stem.resize(stem.size() - std::string_view(".expected.json").size());
    const auto body = *read_file(stem);
    const auto found = suggest_rules({body, "https://l.example/list", ""});
    const bool is_right =
        found && !found->empty() && texts(found->front().listing, "title") == titles;
    if (is_right) {
      ++right;
      continue;
    }
    wrong += file.filename().string() + ", " + std::to_string(titles.size()) +
             " records, the first: " + titles.front() + "\n";
    if (!found || found->empty()) continue;
    for (const Suggestion& one : *found) {
      wrong += "  " + std::to_string(one.listing.records.size()) + ": " +
               (one.listing.records.empty()
                    ? ""
                    : std::string(text_of(one.listing.records[0].fields, "title"))) +
               "\n" + one.yaml;
    }
  }
  std::cout << right << " of " << listings
            << " listings get a right record and title without help\n";
  INFO(wrong);
  CHECK(right >= 49);
}
