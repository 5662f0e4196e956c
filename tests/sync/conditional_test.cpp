// SPDX-License-Identifier: MIT
// Conditional requests, as the server sees them.
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Answers 304 to whoever holds the page.
void show_with(World& world, const Headers& validators) {
  world.server.on("/list", [validators](const Request& request) {
    const bool known = request.has("if-none-match") || request.has("if-modified-since");
    return known ? status(304) : html(page_html(papers(3)), validators);
  });
}

Request last_of(const World& world) {
  return world.server.requests("/list").back();
}

}  // namespace

TEST_CASE("the server's own Last-Modified goes back to it, whatever it is", "[conditional]") {
  World world;
  show_with(world, {{"Last-Modified", "Sun, 31 Feb 2026 25:00:00 GMT"}});
  world.visit();
  CHECK_FALSE(last_of(world).has("if-modified-since"));

  CHECK(world.next_day().visit.outcome == Outcome::unchanged);

  CHECK(last_of(world).header("if-modified-since") == "Sun, 31 Feb 2026 25:00:00 GMT");
  CHECK_FALSE(last_of(world).has("if-none-match"));
}

TEST_CASE("a page without validators is asked for without condition", "[conditional]") {
  World world;
  world.show(papers(3));
  world.visit();
  world.next_day();

  CHECK_FALSE(last_of(world).has("if-none-match"));
  CHECK_FALSE(last_of(world).has("if-modified-since"));
}

TEST_CASE("validators belong to one address each", "[conditional]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  world.server.on("/list", [](const Request& request) {
    const bool second = request.query == "page=2";
    const std::string etag = second ? "\"two\"" : "\"one\"";
    if (request.header("if-none-match") == etag) return status(304);
    const auto all = papers(4);
    return second ? html(page_html({all.begin() + 2, all.end()}), {{"ETag", etag}})
                  : html(page_html({all.begin(), all.begin() + 2},
                                   "<a rel=next href='?page=2'>Next</a>"),
                         {{"ETag", etag}});
  });
  world.visit();
  world.server.forget_requests();

  CHECK(world.next_day().visit.outcome == Outcome::unchanged);

  const auto asked = world.server.requests("/list");
  REQUIRE(asked.size() == 2);
  CHECK(asked[0].header("if-none-match") == "\"one\"");
  CHECK(asked[1].header("if-none-match") == "\"two\"");
}

TEST_CASE("a change of the rules drops the validators", "[conditional]") {
  World world;
  show_with(world, {{"ETag", "\"v1\""}});
  world.visit();
  world.configure({}, "ul li.paper");

  CHECK(world.next_day().visit.outcome == Outcome::complete);
  CHECK_FALSE(last_of(world).has("if-none-match"));

  // With what the new rules made of the page they are kept again.
  world.next_day();
  CHECK(last_of(world).header("if-none-match") == "\"v1\"");
}

TEST_CASE("each thirtieth visit asks without condition", "[conditional]") {
  World world;
  show_with(world, {{"ETag", "\"v1\""}});
  std::vector<int> unconditional;
  for (int visit = 1; visit <= 61; ++visit) {
    world.next_day();
    if (!last_of(world).has("if-none-match")) unconditional.push_back(visit);
  }

  CHECK(unconditional == std::vector<int>{1, 30, 60});
}

TEST_CASE("a full sync asks without condition", "[conditional]") {
  World world;
  show_with(world, {{"ETag", "\"v1\""}});
  world.visit();
  SyncOptions full;
  full.full = true;
  world.visit(full);

  CHECK_FALSE(last_of(world).has("if-none-match"));
}

TEST_CASE("304 is a healthy visit and asked once", "[conditional]") {
  World world("    retries: 3\n");
  show_with(world, {{"ETag", "\"v1\""}});
  world.visit();
  world.server.on("/list", status(500));
  world.config.sources[0].fetch.retries = 0;
  for (int i = 0; i < 3; ++i) world.next_day();
  world.config.sources[0].fetch.retries = 3;
  world.server.forget_requests();
  show_with(world, {{"ETag", "\"v1\""}});

  const auto report = world.next_day();

  CHECK(world.server.requests("/list").size() == 1);
  CHECK(report.visit.outcome == Outcome::unchanged);
  CHECK_FALSE(report.visit.problem);
  CHECK(told(report) == Lines{"source_recovered"});
}
