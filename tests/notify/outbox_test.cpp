// SPDX-License-Identifier: MIT
#include "notify/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include "base/text.hpp"
#include "notify/world.hpp"
#include "render/json.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using State = DeliveryRow::State;
using test::at;
using test::World;

DeliverResult deliver(World& world) {
  return Outbox(world.config, world.store, [&] { return world.now; }).deliver_due({});
}

TEST_CASE("waits double from a minute to six hours, for three days", "[outbox]") {
  const Time created = at("2026-11-30T10:00:00Z");
  Time now = created;
  std::vector<Duration> waits;
  for (int attempts = 0;; ++attempts) {
    const auto next = next_attempt(attempts, created, now);
    if (!next) break;
    waits.push_back(*next - now);
    now = *next;
  }

  CHECK(now == created + 72h);
  REQUIRE(waits.size() > 12);
  CHECK(waits[0] == 1min);
  CHECK(waits[1] == 2min);
  CHECK(waits[8] == 256min);
  CHECK(waits[9] == 6h);
  CHECK(waits[10] == 6h);
  CHECK_FALSE(next_attempt(0, created, created + 73h));
}

TEST_CASE("exec gets the plain JSON with its delivery key", "[outbox]") {
  World world;
  world.add_exec("script", {world.folder.script("take", "cat > \"$0.json\"; env > \"$0.env\"")});
  const auto event = world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  world.store.queue(event, {"script", world.now});

  const auto result = deliver(world);

  CHECK(result.accepted == 1);
  const auto key = world.store.uuid() + ":" + std::to_string(event.id) + ":script";
  CHECK(world.folder.text("take.json") == compact_text(json_of(event, key)) + "\n");
  const auto environment = split(world.folder.text("take.env"), '\n');
  const auto has = [&](const std::string& line) {
    return std::find(environment.begin(), environment.end(), line) != environment.end();
  };
  CHECK(has("PAPERWATCH_DELIVERY=" + key));
  CHECK(has("PAPERWATCH_EVENT=" + std::to_string(event.id)));
  CHECK(has("PAPERWATCH_KIND=paper_new"));
  CHECK(has("PAPERWATCH_SOURCE=hoefler"));
}

TEST_CASE("exec inherits nothing else of our environment", "[outbox]") {
  World world;
  ::setenv("SMTP_PASSWORD", "hunter2", 1);
  world.add_exec("script", {world.folder.script("take", "env > \"$0.env\"")});
  world.owe({"script"});

  CHECK(deliver(world).accepted == 1);
  ::unsetenv("SMTP_PASSWORD");

  CHECK_THAT(world.folder.text("take.env"), Contains("PATH="));
  CHECK_THAT(world.folder.text("take.env"), !Contains("hunter2"));
}

TEST_CASE("what was accepted is never sent again", "[outbox]") {
  World world;
  world.add_exec("script", {world.folder.script("take", "echo once >> \"$0.out\"")});
  world.owe({"script"});

  deliver(world);
  deliver(world);

  CHECK(world.folder.text("take.out") == "once\n");
  CHECK(world.store.deliveries(State::done).size() == 1);
}

TEST_CASE("a delivery that failed is put off with its reason, then tried again", "[outbox]") {
  World world;
  const auto script =
      world.folder.script("take", "test -e \"$0.ready\" || { echo no >&2; exit 9; }");
  world.add_exec("script", {script});
  world.owe({"script"});

  const auto first = deliver(world);

  CHECK(first.put_off == 1);
  REQUIRE(first.problems.size() == 1);
  CHECK_THAT(first.problems[0], Contains("exit status 9: no"));
  const auto row = world.store.deliveries(State::waiting).at(0);
  CHECK(row.error == "exit status 9: no");
  CHECK(row.due == world.now + 1min);
  CHECK(deliver(world).put_off == 0);

  world.folder.script("take.ready", "");
  world.now += 1min;
  CHECK(deliver(world).accepted == 1);
}

TEST_CASE("after three days a delivery is given up, visibly", "[outbox]") {
  World world;
  world.add_exec("script", {"false"});
  world.owe({"script"});

  // It counts from the first attempt: a machine that slept is no reason to give up.
  world.now += 100h;
  CHECK(deliver(world).put_off == 1);
  world.now += 72h;
  CHECK(deliver(world).given_up == 1);

  const auto failed = world.store.deliveries(State::failed);
  REQUIRE(failed.size() == 1);
  CHECK(failed[0].error == "exit status 1");
}

TEST_CASE("a delivery whose channel is not configured keeps waiting", "[outbox]") {
  World world;
  world.owe({"gone"});

  world.now += 100h;
  CHECK(deliver(world).given_up == 0);
  const auto row = world.store.deliveries(State::waiting).at(0);
  CHECK_THAT(row.error, Contains("not in the configuration"));
  CHECK(row.attempts == 0);

  world.add_channel("gone", LogChannel{});
  world.now += 2h;
  CHECK(deliver(world).accepted == 1);
}

TEST_CASE("a slow channel holds up no other", "[outbox]") {
  World world;
  const auto log = (world.folder / "order").string();
  world.add_exec("slow", {world.folder.script("slow",
                                              "until [ \"$(cat $1 2>/dev/null | wc -l)\" -ge 3 ]; "
                                              "do sleep 0.1; done; echo slow >> $1"),
                          log});
  world.add_exec("quick", {world.folder.script("quick", "echo quick >> $1"), log});
  world.owe({"slow"});
  for (int i = 0; i < 3; ++i) world.owe({"quick"});

  CHECK(deliver(world).accepted == 4);

  CHECK(world.folder.text("order") == "quick\nquick\nquick\nslow\n");
}

TEST_CASE("what comes while a slow channel is busy does not wait for it", "[outbox]") {
  World world;
  const auto log = (world.folder / "order").string();
  world.add_exec(
      "slow",
      {world.folder.script("slow", "touch $1.begun; while [ ! -e $1 ]; do sleep 0.1; done"), log});
  world.add_exec("quick", {world.folder.script("quick", "echo quick >> $1"), log});
  world.owe({"slow"});
  Store other(world.config.database, Store::Access::write);
  const std::jthread queues([&] {
    while (world.folder.text("order.begun").empty() &&
           !std::filesystem::exists(world.folder / "order.begun"))
      std::this_thread::sleep_for(20ms);
    Event event = test::source_event(EventKind::source_stale);
    event.id = 0;
    event.at = world.now;
    VisitRow visit;
    visit.source = event.source;
    visit.started = visit.finished = event.at;
    event.visit = other.insert_visit(visit);
    event = other.insert_events({event}).at(0);
    other.queue(event, {"quick", world.now});
  });

  CHECK(deliver(world).accepted == 2);
}

TEST_CASE("a failing delivery does not stand in the way of the others", "[outbox]") {
  World world;
  world.add_exec("script", {world.folder.script("take", "grep -q '\"bad\"' && exit 1; exit 0")});
  world.owe({"script"}, "bad");
  world.owe({"script"}, "good");

  const auto result = deliver(world);

  CHECK(result.accepted == 1);
  CHECK(result.put_off == 1);
}

TEST_CASE("two processes never send the same delivery at once", "[outbox]") {
  World world;
  world.add_exec("script", {"true"});
  world.owe({"script"});
  Store other(world.config.database, Store::Access::write);
  const auto deliver_there = [&] {
    return Outbox(world.config, other, [&] { return world.now; }).deliver_due({});
  };

  REQUIRE(world.store.lease(":channel:script"));
  const auto meanwhile = deliver_there();
  world.store.release(":channel:script");
  const auto afterwards = deliver_there();

  CHECK(meanwhile.busy);
  CHECK(meanwhile.accepted == 0);
  CHECK_FALSE(afterwards.busy);
  CHECK(afterwards.accepted == 1);
}

TEST_CASE("a stop leaves what is not sent yet as it was", "[outbox]") {
  World world;
  world.add_exec("script", {"true"});
  world.owe({"script"});
  std::stop_source stop;
  stop.request_stop();

  const auto result =
      Outbox(world.config, world.store, [&] { return world.now; }).deliver_due(stop.get_token());

  CHECK(result.accepted == 0);
  CHECK(world.store.deliveries(State::waiting).at(0).attempts == 0);
}

TEST_CASE("a receiver's own wish counts, a short one a few times only", "[outbox]") {
  const Time now = at("2026-11-30T10:00:00Z");
  CHECK(next_attempt(0, now, now, 10min) == now + 10min);
  CHECK(next_attempt(0, now, now, 5s) == now + 5s);
  CHECK(next_attempt(0, now, now, 0s) == now + 1s);
  CHECK(next_attempt(5, now, now, 5s) == now + 32min);
  CHECK(next_attempt(5, now, now, 2h) == now + 2h);
  CHECK(next_attempt(0, now, now, 1000h) == now + 72h);
}

TEST_CASE("deliveries of a digest leave as one", "[outbox][digest]") {
  World world;
  world.add_exec("script", {world.folder.script("take", "cat >> \"$0.json\"; env > \"$0.env\"")});
  const auto due = world.now + 1h;
  std::vector<Event> events;
  for (int i = 0; i < 3; ++i) {
    events.push_back(world.add_paper("hoefler", "arxiv:" + std::to_string(i), "Paper"));
    world.store.queue(events.back(), {"script", due, 50});
  }
  CHECK(deliver(world).accepted == 0);

  world.now = due;
  CHECK(deliver(world).accepted == 3);

  const auto json = Json::parse(world.folder.text("take.json"));
  const auto first = world.store.deliveries({}).at(0).id;
  const auto key = world.store.uuid() + ":digest-" + std::to_string(first) + ":script";
  CHECK(json.size() == 2);
  CHECK(json["delivery"] == key);
  CHECK(json["events"] == events_json(events)["events"]);
  CHECK_THAT(world.folder.text("take.env"), Contains("PAPERWATCH_EVENTS=3\n"));
  CHECK_THAT(world.folder.text("take.env"), Contains("PAPERWATCH_DELIVERY=" + key + "\n"));
  CHECK(deliver(world).accepted == 0);
}

TEST_CASE("a digest names so many events, and how many more there were", "[outbox][digest]") {
  World world;
  world.add_exec("script", {world.folder.script("take", "cat >> \"$0.json\"")});
  for (int i = 0; i < 12; ++i)
    world.store.queue(world.add_trouble("s", EventKind::source_stale, "stale"),
                      {"script", world.now, 5});

  CHECK(deliver(world).accepted == 12);

  const auto json = Json::parse(world.folder.text("take.json"));
  CHECK(json["events"].size() == 5);
  CHECK(json["more"] == 7);
}

TEST_CASE("a digest that was not accepted is sent again as it was", "[outbox][digest]") {
  World world;
  const auto script =
      world.folder.script("take", "cat >> \"$0.json\"; test -e \"$0.ready\" || exit 1");
  world.add_exec("script", {script});
  for (int i = 0; i < 2; ++i)
    world.store.queue(world.add_trouble("s", EventKind::source_stale, "stale"),
                      {"script", world.now, 50});
  CHECK(deliver(world).put_off == 2);

  // One that comes later is not part of it.
  world.store.queue(world.add_trouble("s", EventKind::source_stale, "late"),
                    {"script", world.now, 50});
  world.folder.script("take.ready", "");
  world.now += 1min;
  CHECK(deliver(world).accepted == 3);

  const auto sent = split(world.folder.text("take.json"), '\n');
  REQUIRE(sent.size() == 4);
  std::set<std::string> keys;
  for (int i = 0; i < 3; ++i)
    keys.insert(Json::parse(sent[static_cast<std::size_t>(i)])["delivery"]);
  CHECK(keys.size() == 2);
  CHECK(std::count(sent.begin(), sent.end(), sent[0]) == 2);
}

TEST_CASE("quiet hours hold a delivery, however late it is looked at", "[outbox]") {
  World world;
  world.add_exec("script", {"true"});
  world.now = at("2026-11-30T21:59:00Z");
  world.store.queue(world.add_trouble("s", EventKind::source_stale, "stale"),
                    {"script", world.now, 0, "22:00-07:00 UTC"});

  world.now = at("2026-12-01T03:00:00Z");
  CHECK(deliver(world).accepted == 0);
  const auto row = world.store.deliveries(State::waiting).at(0);
  CHECK(row.due == at("2026-12-01T07:00:00Z"));
  CHECK(row.attempts == 0);

  world.now = row.due;
  CHECK(deliver(world).accepted == 1);
}

TEST_CASE("the log channel accepts everything, all at once", "[outbox]") {
  World world;
  world.add_channel("journal", LogChannel{});
  world.owe({"journal"});
  world.owe({"journal"});

  const auto result = deliver_all(world.config, world.store, [&] { return world.now; }, {});

  CHECK(result.accepted == 2);
  CHECK_FALSE(result.busy);
}

}  // namespace
}  // namespace paperwatch
