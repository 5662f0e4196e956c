// SPDX-License-Identifier: MIT
#include "notify/feed_files.hpp"

#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "notify/world.hpp"
#include "render/json.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using test::World;

Json feed(const World& world, const std::string& name) {
  return Json::parse(world.folder.text("feeds/" + name + ".json"));
}

std::vector<std::string> titles(const World& world, const std::string& name) {
  std::vector<std::string> out;
  const auto json = feed(world, name);
  for (const auto& item : json["items"]) out.push_back(item["title"].get<std::string>());
  return out;
}

using Titles = std::vector<std::string>;

TEST_CASE("every source has its feeds, and there are those of all and of the status", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.add_source("acl");
  world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  world.now += std::chrono::minutes(1);
  world.add_paper("acl", "doi:10.1000/x", "Dense");
  world.add_trouble("acl", EventKind::source_broken, "acl: 0 records, previously 12");

  const auto result = write_feeds(world.config, world.store);

  CHECK(result.errors.empty());
  CHECK(result.written.size() == 12);
  CHECK(titles(world, "hoefler") == Titles{"Sparse"});
  CHECK(titles(world, "acl") == Titles{"Dense"});
  CHECK(titles(world, "all") == Titles{"Dense", "Sparse"});
  CHECK(titles(world, "status") == Titles{"acl: 0 records, previously 12"});
  CHECK(feed(world, "hoefler")["title"] == "Listing hoefler");
  CHECK(world.folder.text("feeds/hoefler.rss").find("<rss ") != std::string::npos);
  CHECK(world.folder.text("feeds/hoefler.atom").find("<feed ") != std::string::npos);
}

TEST_CASE("without a new event no file is touched", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.add_source("acl");
  world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  write_feeds(world.config, world.store);

  world.now += std::chrono::hours(30);
  CHECK(write_feeds(world.config, world.store).written.empty());

  world.add_paper("hoefler", "arxiv:2305.09999", "Another");
  const auto result = write_feeds(world.config, world.store);
  CHECK(result.written.size() == 6);  // hoefler.* and all.*
  CHECK(result.unchanged.size() == 6);
}

TEST_CASE("only feeds with a new event are rendered again", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.add_source("acl");
  world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  CHECK(refresh_feeds(world.config, world.store).written.size() == 12);

  const auto nothing = refresh_feeds(world.config, world.store);
  CHECK(nothing.written.empty());
  CHECK(nothing.unchanged.empty());

  world.add_paper("acl", "doi:10.1000/x", "Dense");
  const auto result = refresh_feeds(world.config, world.store);
  CHECK(result.written.size() == 6);  // acl.* and all.*
  CHECK(result.unchanged.empty());    // nobody rendered status.*
}

TEST_CASE("a source's trouble is no reason to render the feeds of papers", "[feeds]") {
  World world;
  world.config.queries = {{"old", "year < 2020"}};
  world.add_source("acl");
  world.add_paper("acl", "doi:10.1000/x", "Dense");
  refresh_feeds(world.config, world.store);

  world.add_trouble("acl", EventKind::source_broken, "acl: 0 records, previously 12");
  const auto result = refresh_feeds(world.config, world.store);

  CHECK(result.written.size() == 3);  // status.*
  CHECK(result.unchanged.empty());
  CHECK(titles(world, "status") == Titles{"acl: 0 records, previously 12"});

  world.add_paper("acl", "doi:10.1000/y", "Denser");
  CHECK(refresh_feeds(world.config, world.store).written.size() == 6);  // acl.* and all.*
  CHECK(titles(world, "acl") == Titles{"Denser", "Dense"});
}

// All feeds, by the names of their files.
std::map<std::string, std::string> files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto name = file.path().filename().string();
    if (!name.starts_with('.')) out.emplace(name, *read_file(file.path()));
  }
  return out;
}

TEST_CASE("feeds that are written on are what they would be written whole", "[feeds]") {
  World world;
  world.config.feeds.entries = 4;
  world.config.feeds.changes_as_entries = GENERATE(false, true);
  world.config.queries = {{"odd", "title ~ odd"}};
  for (const char* source : {"hoefler", "acl", "quiet"}) world.add_source(source);
  std::vector<Event> papers;
  std::set<std::pair<PaperId, std::string>> also;
  std::mt19937 random(20261201);
  const auto one_of = [&](std::size_t size) { return random() % size; };

  for (int step = 0; step < 120; ++step) {
    INFO("step " << step);
    for (auto left = 1 + one_of(3); left > 0; --left) {
      world.now += std::chrono::minutes(7);
      const auto title = fmt::format("{} <item> {}", one_of(2) == 0 ? "Odd" : "Even", step);
      const std::string source = one_of(2) == 0 ? "hoefler" : "acl";
      const auto what = papers.empty() ? 0 : one_of(8);
      if (what < 3) {
        const auto key = fmt::format("doi:10.1/{}&{}", step, left);
        papers.push_back(world.add_paper(source, key, title));
      } else if (what < 6) {
        world.retitle(papers[one_of(papers.size())], title);
      } else if (what == 6) {
        const auto& paper = papers[one_of(papers.size())];
        const bool is_first = also.emplace(paper.paper->id, source).second;
        if (is_first && paper.source != source) world.list_also(paper, source);
      } else {
        world.add_trouble(source, EventKind::source_stale, "stale");
      }
    }
    refresh_feeds(world.config, world.store);
    auto whole = world.config;
    whole.feeds.directory = world.folder / "whole";
    write_feeds(whole, world.store);
    const auto written_on = files(world.config.feeds.directory);
    const auto all_whole = files(whole.feeds.directory);
    REQUIRE(written_on.size() == all_whole.size());
    for (const auto& [name, text] : all_whole) {
      INFO(name);
      REQUIRE(written_on.at(name) == text);
    }
  }
}

TEST_CASE("an entry is as it was when its paper last had news", "[feeds]") {
  World world;
  world.add_source("hoefler");
  const auto first = world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  refresh_feeds(world.config, world.store);

  world.retitle(first, "Sparse things", /* silent */ true);
  world.now += std::chrono::hours(1);
  world.add_paper("hoefler", "arxiv:2305.09999", "Another");
  refresh_feeds(world.config, world.store);
  CHECK(feed(world, "hoefler")["items"][1]["content_text"] == "About Sparse");

  SECTION("until all feeds are written") {
    write_feeds(world.config, world.store);
  }
  SECTION("or somebody else wrote the file") {
    CHECK(write_file_atomically(world.config.feeds.directory / "hoefler.rss", "edited"));
    world.now += std::chrono::hours(1);
    world.add_paper("hoefler", "arxiv:2305.09998", "A third");
    refresh_feeds(world.config, world.store);
  }
  const auto items = feed(world, "hoefler")["items"];
  CHECK(items.back()["content_text"] == "About Sparse things");
  CHECK(world.folder.text("feeds/hoefler.rss").find("Another") != std::string::npos);
}

TEST_CASE("a feed whose file could not be replaced is tried again", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  std::filesystem::create_directories(world.folder / "feeds/hoefler.rss/in-the-way");
  CHECK(refresh_feeds(world.config, world.store).errors.size() == 1);

  std::filesystem::remove_all(world.folder / "feeds/hoefler.rss");
  const auto result = refresh_feeds(world.config, world.store);

  CHECK(result.errors.empty());
  CHECK(result.written.size() == 1);
  CHECK(world.folder.text("feeds/hoefler.rss").find("Sparse") != std::string::npos);
}

TEST_CASE("an older database under the same feeds is a reason to render", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  world.store.backup(world.folder / "earlier.db");
  world.add_paper("hoefler", "arxiv:2305.09999", "Another");
  refresh_feeds(world.config, world.store);

  Store earlier(world.folder / "earlier.db", Store::Access::write);
  refresh_feeds(world.config, earlier);

  CHECK(titles(world, "hoefler") == Titles{"Sparse"});
}

TEST_CASE("a feed file that was taken away, or another setting, is a reason to render", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  refresh_feeds(world.config, world.store);

  std::filesystem::remove(world.config.feeds.directory / "hoefler.atom");
  CHECK(refresh_feeds(world.config, world.store).written.size() == 1);

  world.config.feeds.base_url = "https://papers.example.org/";
  CHECK(refresh_feeds(world.config, world.store).written.size() == 9);
}

TEST_CASE("the title of a feed of several sources leads somewhere a browser can go", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.config.sources[0].url = "https://reader:sesame@example.org/list";
  const auto link = [&](const std::string& feed) {
    write_feeds(world.config, world.store);
    const auto text = world.folder.text("feeds/" + feed + ".rss");
    const auto begin = text.find("<link>") + 6;
    return text.substr(begin, text.find("</link>") - begin);
  };
  CHECK(link("hoefler") == "https://example.org/list");
  CHECK(link("all") == "https://example.org/list");
  CHECK(link("status") == "https://example.org/list");
  world.config.serve = ServeSettings{"127.0.0.1:8330", {}};
  CHECK(link("all") == "http://127.0.0.1:8330/");
  world.config.feeds.base_url = "https://papers.example.org/";
  CHECK(link("all") == "https://papers.example.org/");
}

TEST_CASE("files of a source or a query that is gone are removed by `feeds` alone", "[feeds]") {
  World world;
  world.add_source("hoefler");
  world.config.queries = {{"old", "year < 2020"}};
  write_feeds(world.config, world.store);
  (void)write_file_atomically(world.folder / "feeds/mine.rss", "mine");

  world.config.sources.clear();
  world.config.queries.clear();
  CHECK(refresh_feeds(world.config, world.store).removed.empty());
  CHECK(std::filesystem::exists(world.folder / "feeds/hoefler.rss"));
  CHECK(write_feeds(world.config, world.store).removed.size() == 6);
  CHECK_FALSE(std::filesystem::exists(world.folder / "feeds/hoefler.rss"));
  CHECK_FALSE(std::filesystem::exists(world.folder / "feeds/old.json"));
  CHECK(std::filesystem::exists(world.folder / "feeds/all.rss"));
  CHECK(world.folder.text("feeds/mine.rss") == "mine");
  CHECK(write_feeds(world.config, world.store).removed.empty());
}

TEST_CASE("a named query has feeds of the papers that match", "[feeds]") {
  World world;
  world.config.queries = {{"old", "year < 2020"}, {"wrong", "year ="}, {"all", "x"}};
  world.add_paper("hoefler", "arxiv:1", "Ancient", 2019);
  world.add_paper("hoefler", "arxiv:2", "Modern", 2026);

  const auto result = write_feeds(world.config, world.store);

  CHECK(titles(world, "old") == Titles{"Ancient"});
  REQUIRE(result.errors.size() == 2);
  CHECK(result.errors[0].message == "queries: all: a feed has this name");
  CHECK_THAT(result.errors[1].message, Catch::Matchers::Contains("queries: wrong: query, column"));
  CHECK(titles(world, "all").size() == 2);
}

TEST_CASE("a feed holds as many entries as configured, a query looks further back", "[feeds]") {
  World world;
  world.config.feeds.entries = 1;
  world.config.queries = {{"old", "year < 2020"}};
  world.add_paper("hoefler", "arxiv:1", "Ancient", 2019);
  for (int i = 0; i < 15; ++i) {
    world.now += std::chrono::minutes(1);
    world.add_paper("hoefler", "arxiv:9" + std::to_string(i), "Modern " + std::to_string(i));
  }

  write_feeds(world.config, world.store);

  CHECK(titles(world, "all") == Titles{"Modern 14"});
  CHECK(titles(world, "old") == Titles{"Ancient"});
}

TEST_CASE("a file that cannot be written is told and stops no other", "[feeds]") {
  World world;
  world.add_source("hoefler");
  std::filesystem::create_directories(world.folder / "feeds/hoefler.rss/in-the-way");

  const auto result = write_feeds(world.config, world.store);

  REQUIRE(result.errors.size() == 1);
  CHECK_THAT(result.errors[0].message, Catch::Matchers::Contains("hoefler.rss"));
  CHECK(result.written.size() == 8);
}

}  // namespace
}  // namespace paperwatch
