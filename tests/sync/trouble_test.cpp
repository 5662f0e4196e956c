// SPDX-License-Identifier: MIT
// Where a listing lies, errs or is away: no false event, nothing lost.
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// A baseline of twelve papers.
void watch_twelve(World& world) {
  world.show(papers(12));
  world.visit();
}

}  // namespace

TEST_CASE("an outage is not a mass removal", "[trouble]") {
  World world;
  watch_twelve(world);

  world.server.on("/list", html("<html><body></body></html>"));
  const auto outage = world.next_day();
  CHECK(outage.visit.outcome == Outcome::quarantined);
  CHECK(code(outage) == "no_records");
  CHECK(told(outage) == Lines{"source_broken"});
  CHECK(told(world.next_day()).empty());

  world.show(papers(12));
  CHECK(told(world.next_day()) == Lines{"source_recovered"});
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("errors become one event after three visits in a row", "[trouble]") {
  World world;
  watch_twelve(world);
  world.server.on("/list", status(502));
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()).empty());
  CHECK(told(world.next_day()) == Lines{"source_unreachable"});
  CHECK(told(world.next_day()).empty());
  CHECK(code(world.reports[0]) == "http_502");
  world.show(papers(12));
  CHECK(told(world.next_day()) == Lines{"source_recovered"});
}

TEST_CASE("a page that was never there, came, and went is an error each time, not a removal",
          "[trouble]") {
  World world;
  world.server.on("/list", status(404));
  world.visit();
  world.next_day();
  CHECK(told(world.next_day()) == Lines{"source_unreachable"});
  world.show(papers(1));
  const auto there = world.next_day();
  CHECK(told(there) == Lines{"source_recovered"});
  CHECK(there.visit.baseline == 1);
  world.server.on("/list", status(404));
  for (int i = 0; i < 2; ++i) CHECK(told(world.next_day()).empty());
}

TEST_CASE("a waiting room is no listing, and on a first visit no empty baseline", "[trouble]") {
  World world;
  world.server.on("/list", html("<html><head><title>One moment…</title></head><body>You are number "
                                "812 in line</body></html>"));
  const auto first = world.visit();
  CHECK(first.visit.outcome == Outcome::quarantined);
  CHECK(code(first) == "blocked");
  world.show(papers(3));
  CHECK(world.next_day().visit.baseline == 3);
}

TEST_CASE("a redirect to a login page keeps what is known", "[trouble]") {
  World world;
  watch_twelve(world);
  world.server.on("/list", redirect(302, "/login?next=/list"));
  world.server.on("/login", html("<html><body><form><input type=password></form></body></html>"));
  const auto report = world.next_day();
  CHECK(code(report) == "redirected");
  CHECK(told(report) == Lines{"source_broken"});
}

TEST_CASE("a listing that says it is empty is believed", "[trouble]") {
  World world;
  world.show({}, "<p class=nothing>No papers yet</p>");
  const auto report = world.visit();
  CHECK(report.visit.outcome == Outcome::complete);
  CHECK(report.visit.papers == 0);
}

TEST_CASE("a link that yields nothing on every record is a broken rule", "[trouble]") {
  World world;
  world.server.on("/list", html("<html><body><li class=paper><a>One</a></li><li "
                                "class=paper><a>Two</a></li></body></html>"));
  CHECK(code(world.visit()) == "field_missing");
}

TEST_CASE("parallel columns do not slip", "[trouble]") {
  World world;
  world.server.on("/list",
                  html("<html><body><li class=paper><a href=/1>One</a><i>Ann</i></li><li "
                       "class=paper><a href=/2>Two</a></li>"
                       "<li class=paper><a href=/3>Three</a><i>Cy</i></li></body></html>"));
  world.visit();
  const auto found = Store(world.config.database, Store::Access::read).papers({});
  REQUIRE(found.size() == 3);
  CHECK(list_of(found[0].fields, "authors") == Lines{"Ann"});
  CHECK(list_of(found[1].fields, "authors").empty());
  CHECK(list_of(found[2].fields, "authors") == Lines{"Cy"});
}

TEST_CASE("an unreachable host is a failed visit with a word of what to do", "[trouble]") {
  World world;
  world.config.sources[0].url = "http://127.0.0.1:1/list";
  const auto report = world.visit();
  CHECK(report.visit.outcome == Outcome::failed);
  CHECK(code(report) == "connect");
}

TEST_CASE("private addresses are refused unless allowed", "[trouble]") {
  World world;
  world.show(papers(3));
  world.config.sources[0].fetch.allow_private_addresses = false;
  CHECK(code(world.visit()) == "private_address");
  CHECK(world.server.requests().empty());
}

TEST_CASE("one broken source does not stop the others", "[trouble]") {
  World world;
  auto other = world.config.sources[0];
  other.id = "t";
  other.url = world.server.url("/other");
  world.config.sources.push_back(other);
  world.server.on("/list", status(500));
  world.server.on("/other", html(page_html(papers(3))));
  world.visit();
  REQUIRE(world.reports.size() == 2);
  CHECK(world.reports[0].visit.outcome == Outcome::failed);
  CHECK(world.reports[1].visit.outcome == Outcome::complete);
}

TEST_CASE("a page too nested to be read is broken, and the next source is not", "[trouble]") {
  World world;
  auto other = world.config.sources[0];
  other.id = "t";
  other.url = world.server.url("/other");
  world.config.sources.push_back(other);
  std::string bomb = "<html><body>";
  for (int i = 0; i < 2000; ++i) bomb += fmt::format("<p><font color=x{}>", i);
  world.server.on("/list", html(bomb));
  world.server.on("/other", html(page_html(papers(3))));
  world.visit();
  CHECK(world.reports[0].visit.outcome == Outcome::quarantined);
  CHECK(world.reports[1].visit.outcome == Outcome::complete);
}

TEST_CASE("a drop by more than half is held back until somebody looks", "[trouble]") {
  World world;
  watch_twelve(world);
  world.show(papers(5));
  CHECK(code(world.next_day()) == "records_dropped");
  CHECK(told(world.reports[0]) == Lines{"source_broken"});
  CHECK(told(world.next_day()).empty());
}

TEST_CASE("a body cut in the middle is tried again, not believed", "[trouble]") {
  World world;
  watch_twelve(world);
  auto whole = page_html(papers(12));
  Reply cut = html(whole.substr(0, whole.size() * 9 / 10));
  cut.framing = Reply::Framing::until_close;
  world.server.on("/list", cut);
  const auto report = world.next_day();
  CHECK(report.visit.outcome == Outcome::partial);
  CHECK(code(report) == "truncated");
  CHECK(told(report).empty());
}
