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

TEST_CASE("a page that was not applied leaves no validators behind", "[conditional]") {
  World world;
  show_with(world, {{"ETag", "\"v1\""}});
  world.visit();
  const auto answer = [&](const std::string& body, Reply::Framing framing) {
    Reply reply = html(body, {{"ETag", "\"broken\""}});
    reply.framing = framing;
    world.server.on("/list", [reply](const Request& request) {
      return request.header("if-none-match") == "\"broken\"" ? status(304) : reply;
    });
  };

  SECTION("because it is in quarantine") {
    answer("<html><body></body></html>", Reply::Framing::length);
    for (int day = 0; day < 3; ++day) {
      CHECK(code(world.next_day()) == "no_records");
      CHECK(last_of(world).header("if-none-match") == "\"v1\"");
    }
  }
  SECTION("because it breaks off") {
    const auto whole = page_html(papers(3));
    answer(whole.substr(0, whole.size() - 20), Reply::Framing::until_close);
    CHECK(code(world.next_day()) == "truncated");
    for (int day = 0; day < 3; ++day) {
      CHECK(code(world.next_day()) == "truncated");
      CHECK_FALSE(last_of(world).has("if-none-match"));
    }
  }
  SECTION("because it was a dry run") {
    answer(page_html(papers(4)), Reply::Framing::length);
    SyncOptions dry;
    dry.dry_run = true;
    CHECK(world.visit(dry).visit.papers == 4);
    CHECK(world.next_day().visit.papers == 4);
    CHECK(last_of(world).header("if-none-match") == "\"v1\"");
  }
}

TEST_CASE("pages of a listing that broke off are asked for without condition", "[conditional]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  bool fails = false;
  const auto all = papers(6);
  world.server.on("/list", [&](const Request& request) {
    if (request.query == "page=2")
      return fails ? status(500) : html(page_html({all.begin() + 3, all.end()}), {{"ETag", "2"}});
    if (request.header("if-none-match") == "1") return status(304);
    return html(page_html({all.begin(), all.begin() + 3}, "<a rel=next href='?page=2'>Next</a>"),
                {{"ETag", "1"}});
  });
  world.visit();
  fails = true;
  CHECK(code(world.next_day()) == "later_page");
  fails = false;
  world.server.forget_requests();

  world.next_day();

  for (const std::size_t i : {0, 1})
    CHECK_FALSE(world.server.requests("/list").at(i).has("if-none-match"));
}

TEST_CASE("the first page is asked for again on the condition that it has changed",
          "[conditional]") {
  World world("    pages: {next: 'a[rel=next]'}\n");
  const auto all = papers(6);
  world.server.on("/list", [&](const Request& request) {
    if (request.query == "page=2") return html(page_html({all.begin() + 3, all.end()}));
    if (request.header("if-none-match") == "\"now\"") return status(304);
    return html(page_html({all.begin(), all.begin() + 3}, "<a rel=next href='?page=2'>Next</a>"),
                {{"ETag", "\"now\""}});
  });

  const auto report = world.visit();

  CHECK(report.visit.outcome == Outcome::complete);
  const auto asked = world.server.requests("/list");
  REQUIRE(asked.size() == 3);
  CHECK_FALSE(asked[0].has("if-none-match"));
  CHECK(asked[2].target == "/list");
  CHECK(asked[2].header("if-none-match") == "\"now\"");
}

TEST_CASE("a page that stood elsewhere for a day lends its dates to no other", "[conditional]") {
  World world;
  // A server that compares dates, as most do: nothing is newer than what the mirror said.
  const auto dated = [](const std::string& date, int count) {
    return [date, count](const Request& request) {
      return request.has("if-modified-since")
                 ? status(304)
                 : html(page_html(papers(count)), {{"Last-Modified", date}});
    };
  };
  world.server.on("/list", redirect(302, "/mirror"));
  world.server.on("/mirror", dated("Sun, 01 Nov 2026 08:00:00 GMT", 3));
  world.visit();

  world.server.on("/list", dated("Sat, 31 Oct 2026 08:00:00 GMT", 4));

  CHECK(told(world.next_day()) ==
        Lines{"paper_new On the number 4 and its friends", "count_changed 3 → 4"});
}
