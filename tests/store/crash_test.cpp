// SPDX-License-Identifier: MIT
// Whole visits or none of them, whoever dies or writes beside.
#include <chrono>
#include <random>
#include <thread>

#include <signal.h>
#include <sys/wait.h>

#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

constexpr std::size_t papers_a_visit = 7;

// A visit in all its parts: papers, versions, events, deliveries, pages and memory.
void commit_visit(Store& store, const std::string& source, int number) {
  Store::Transaction transaction(store);
  VisitRow row = visit_at(source, minute(number));
  row.papers = papers_a_visit;
  const VisitId visit = store.insert_visit(row);
  std::vector<PaperWrite> writes;
  for (std::size_t i = 0; i < papers_a_visit; ++i)
    writes.push_back(new_paper("url:" + source + std::to_string(number) + "/" + std::to_string(i),
                               titled(std::string(500, 't'))));
  const auto ids = store.write_papers(visit, source, minute(number), writes);
  std::vector<Event> events;
  for (const PaperId id : ids)
    events.push_back(
        paper_event(EventKind::paper_new, source, visit, minute(number), id, "some key"));
  for (const Event& event : store.insert_events(events)) store.queue(event, {"mail", minute(0)});
  PageMemory page;
  page.papers = ids;
  store.replace_pages(source, {page});
  SourceMemory memory;
  memory.source = source;
  memory.visits = visit;
  store.save(memory);
  transaction.commit();
}

void check_whole(Store& store, const std::string& source) {
  for (const StoreCheck& check : store.check()) {
    INFO(check.name << ": " << check.message);
    CHECK(check.ok);
  }
  const auto counts = store.counts();
  CHECK(counts.papers == counts.visits * papers_a_visit);
  CHECK(counts.events == counts.visits * papers_a_visit);
  CHECK(counts.waiting == counts.visits * papers_a_visit);
  const auto newest = store.visits(source, std::nullopt, 1);
  CHECK(store.source(source).visits == (newest.empty() ? 0 : newest[0].id));
}

pid_t in_child(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    work();
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

bool ended_well(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("a process killed at any moment leaves whole visits", "[store]") {
  const TempDir dir;
  { const Store made(dir / "p.db", Store::Access::write); }
  std::mt19937 random(20261130);
  std::uniform_int_distribution<int> pause(0, 30'000);
  std::size_t visits = 0;
  for (int number = 0; number < 15'000; number += 1000) {
    int first_done[2];
    REQUIRE(pipe(first_done) == 0);
    const pid_t child = in_child([&] {
      Store store(dir / "p.db", Store::Access::write);
      for (int i = 0; i < 1000; ++i) {
        commit_visit(store, "s", number + i);
        if (i == 0 && write(first_done[1], "1", 1) != 1) _exit(1);
      }
    });
    char mark = 0;
    CHECK(read(first_done[0], &mark, 1) == 1);
    std::this_thread::sleep_for(std::chrono::microseconds(pause(random)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(first_done[0]);
    close(first_done[1]);

    Store store(dir / "p.db", Store::Access::write);
    check_whole(store, "s");
    CHECK(store.counts().visits > visits);
    visits = store.counts().visits;
  }
}

TEST_CASE("processes that write at once wait for each other", "[store]") {
  const TempDir dir;
  // Nobody has made the file yet: creation is part of the race.
  std::vector<pid_t> children;
  for (const std::string source : {"a", "b", "c"})
    children.push_back(in_child([&] {
      for (int i = 0; i < 20; ++i) {
        Store store(dir / "p.db", Store::Access::write);
        commit_visit(store, source, i);
      }
    }));
  for (const pid_t child : children) CHECK(ended_well(child));
  Store store(dir / "p.db", Store::Access::read);
  CHECK(store.counts().visits == 60);
  CHECK(store.counts().papers == 60 * papers_a_visit);
}

TEST_CASE("processes share what they know of hosts", "[store]") {
  const TempDir dir;
  using namespace std::chrono_literals;
  const auto one = open_host_memory(dir / "p.db");
  const auto two = open_host_memory(dir / "p.db");
  const Time now = minute(0);

  SECTION("each claim has a moment of its own") {
    CHECK(one->claim("h", now, 3s, 10s) == now);
    CHECK(two->claim("h", now, 3s, 10s) == now + 3s);
    CHECK(one->claim("other", now, 3s, 10s) == now);
    CHECK(one->claim("h", now + 1h, 3s, 10s) == now + 1h);
  }
  SECTION("a moment beyond patience is told but not taken") {
    one->hold("h", now + 1min);
    CHECK(two->claim("h", now, 3s, 10s) == now + 1min);
    CHECK(two->claim("h", now, 3s, 10s) == now + 1min);
    CHECK(two->claim("h", now + 55s, 3s, 10s) == now + 1min);
    CHECK(two->claim("h", now + 55s, 3s, 10s) == now + 1min + 3s);
  }
  SECTION("a shorter hold changes nothing") {
    one->hold("h", now + 1h);
    two->hold("h", now + 1min);
    CHECK(one->claim("h", now, 3s, 10s) == now + 1h);
  }
  SECTION("a clock that is set back does not block a host for long") {
    one->claim("h", now + 24h, 3s, 10s);
    CHECK(two->claim("h", now, 3s, 10s) == now + 3s);
  }
  SECTION("robots.txt is kept byte by byte") {
    const std::string body("User-agent: *\0\xff\n", 16);
    one->keep_robots("h", {body, 200, now});
    CHECK(two->robots("h")->body == body);
    CHECK(two->robots("h")->status == 200);
    CHECK(two->robots("h")->fetched == now);
    CHECK_FALSE(two->robots("other"));
  }
  SECTION("a host not asked for thirty days is forgotten") {
    one->claim("h", now, 3s, 10s);
    one->keep_robots("h", {"", 404, now});
    two->claim("other", now + std::chrono::days(31), 3s, 10s);
    CHECK_FALSE(one->robots("h"));
  }
}

TEST_CASE("claims from two processes at once never share a moment", "[store]") {
  const TempDir dir;
  using namespace std::chrono_literals;
  const auto claim_50 = [&] {
    const auto hosts = open_host_memory(dir / "p.db");
    for (int i = 0; i < 50; ++i) hosts->claim("h", minute(0), 1s, 24h);
  };
  const pid_t a = in_child(claim_50), b = in_child(claim_50);
  CHECK(ended_well(a));
  CHECK(ended_well(b));
  CHECK(open_host_memory(dir / "p.db")->claim("h", minute(0), 1s, 24h) == minute(0) + 100s);
}
