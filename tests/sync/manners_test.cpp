// SPDX-License-Identifier: MIT
// Manners that outlive a run: what one process was told of a host, the next one keeps to, as the
// servers see it.
#include <algorithm>
#include <future>

#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
using namespace std::chrono_literals;

namespace {

// Waits are counted in whole milliseconds.
constexpr auto tick = 5ms;

// Two sources of one host, and one of another (a private address: ports are hosts).
struct ThreeSources : World {
  HttpServer elsewhere;

  ThreeSources() {
    show(papers(3));
    server.on("/second", html(page_html(papers(4))));
    elsewhere.on("/", html(page_html(papers(5))));
    add("t", server.url("/second"));
    add("u", elsewhere.url("/"));
  }

  void add(const std::string& id, const std::string& url) {
    auto source = config.sources.front();
    source.id = id;
    source.url = url;
    config.sources.push_back(std::move(source));
  }
  void visit_after(Duration time) {
    now += time;
    server.forget_requests();
    elsewhere.forget_requests();
    visit();
  }
};

}  // namespace

TEST_CASE("a restart does not shorten a host's delay", "[manners]") {
  World world("    host_delay: 400ms\n");
  world.show(papers(3));
  world.visit();
  const auto began = std::chrono::steady_clock::now();

  CHECK(world.visit().visit.outcome == Outcome::unchanged);

  const auto sent = world.server.requests("/list");
  REQUIRE(sent.size() == 2);
  CHECK(sent[1].time - began >= 400ms - tick);
}

TEST_CASE("two processes share one host's delay", "[manners]") {
  const TempDir folder;
  HttpServer server;
  server.on("/list", html("x"));
  FetchOptions options;
  options.host_delay = 150ms;
  options.allow_private_addresses = true;
  options.obey_robots = false;
  std::vector<std::promise<bool>> good(6);
  const auto began = std::chrono::steady_clock::now();
  {
    // As the daemon and a `sync` have them: each its own fetcher, and its own look at the database.
    const auto one = open_host_memory(folder / "p.db"), two = open_host_memory(folder / "p.db");
    const auto daemon = make_fetcher({4, 10s, wall_now}, *one, {});
    const auto sync = make_fetcher({4, 10s, wall_now}, *two, {});
    for (std::size_t i = 0; i < good.size(); ++i) {
      (i % 2 == 0 ? daemon : sync)
          ->fetch({server.url("/list"), {}, options}, [&good, i](const Fetcher::Answer& answer) {
            good[i].set_value(std::holds_alternative<FetchResponse>(answer));
          });
    }
    for (auto& each : good) CHECK(each.get_future().get());
  }

  const auto sent = server.requests();
  REQUIRE(sent.size() == 6);
  for (int i = 0; i < 6; ++i) {
    CAPTURE(i);
    CHECK(sent[static_cast<std::size_t>(i)].time - began >= i * 150ms - tick);
  }
}

TEST_CASE("a host that said Retry-After is left alone by all its sources, and by later runs",
          "[manners]") {
  ThreeSources world;
  const bool as_date = GENERATE(false, true);
  world.server.on("/list",
                  status(429, {{"Retry-After", as_date ? http_date(world.now + 1h) : "3600"}}));

  world.visit();
  CHECK(code(world.reports[0]) == "throttled");
  CHECK(code(world.reports[1]) == "throttled");
  CHECK(world.reports[1].visit.requests == 0);
  CHECK(world.reports[2].visit.outcome == Outcome::complete);
  CHECK(world.server.requests().size() == 1);

  world.show(papers(3));
  world.visit_after(59min);
  for (const std::size_t i : {0, 1}) {
    CHECK(world.reports[i].visit.outcome == Outcome::failed);
    CHECK(code(world.reports[i]) == "throttled");
    CHECK(world.reports[i].visit.requests == 0);
  }
  CHECK(world.reports[2].visit.outcome == Outcome::unchanged);
  CHECK(world.server.connections() == 1);
  CHECK(world.elsewhere.requests().size() == 1);

  world.visit_after(2min);
  CHECK(world.reports[0].visit.outcome == Outcome::complete);
  CHECK(world.reports[1].visit.outcome == Outcome::complete);
}

TEST_CASE("a Retry-After of the year 2100 holds for six hours", "[manners]") {
  ThreeSources world;
  world.server.on("/list", status(503, {{"Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT"}}));
  world.visit();
  world.show(papers(3));

  world.visit_after(5h + 59min);
  CHECK(world.server.requests().empty());
  world.visit_after(2min);
  CHECK(world.reports[0].visit.outcome == Outcome::complete);
}

TEST_CASE("a source whose host has to be left alone is not unreachable for that", "[manners]") {
  ThreeSources world;
  world.visit();
  world.server.on("/list", status(429, {{"Retry-After", "21600"}}));
  world.visit_after(24h);
  for (int i = 0; i < 4; ++i) {
    world.visit_after(1h);
    CHECK(code(world.reports[0]) == "throttled");
    CHECK(told(world.reports[0]).empty());
    CHECK(told(world.reports[1]).empty());
  }
}

TEST_CASE("robots.txt is believed for a day by later runs too", "[manners]") {
  World world("    robots: obey\n");
  world.server.on("/robots.txt", text("User-agent: *\nDisallow: /private\n"));
  world.show(papers(3));
  const auto asked = [&] { return world.server.requests("/robots.txt").size(); };

  world.visit();
  CHECK(asked() == 1);
  world.now += 23h;
  CHECK(world.visit().visit.outcome == Outcome::unchanged);
  CHECK(asked() == 1);
  // What it forbids, the kept one forbids.
  world.config.sources[0].url = world.server.url("/private/list");
  CHECK(code(world.visit()) == "robots");
  CHECK(world.server.requests("/private/list").empty());
  CHECK(asked() == 1);
  world.now += 2h;
  CHECK(code(world.visit()) == "robots");
  CHECK(asked() == 2);
}

TEST_CASE("robots.txt is ignored by the source that says so, and by no other", "[manners]") {
  ThreeSources world;
  world.server.on("/robots.txt", text("User-agent: *\nDisallow: /\n"));
  world.config.sources[1].fetch.obey_robots = true;

  world.visit();

  CHECK(world.reports[0].visit.outcome == Outcome::complete);
  CHECK(code(world.reports[1]) == "robots");
  CHECK(world.server.requests("/second").empty());
}

TEST_CASE("a Crawl-delay is kept between two runs", "[manners]") {
  World world("    robots: obey\n");
  world.server.on("/robots.txt", text("User-agent: *\nCrawl-delay: 0.4\n"));
  world.show(papers(3));
  world.visit();
  const auto began = std::chrono::steady_clock::now();

  world.visit();

  REQUIRE(world.server.requests("/list").size() == 2);
  CHECK(world.server.requests("/list")[1].time - began >= 400ms - tick);
}
