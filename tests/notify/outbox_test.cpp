// SPDX-License-Identifier: MIT
#include "notify/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

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

TEST_CASE("exec gets the contract's JSON with its delivery key", "[outbox]") {
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

  world.now += 72h;
  CHECK(deliver(world).given_up == 1);

  const auto failed = world.store.deliveries(State::failed);
  REQUIRE(failed.size() == 1);
  CHECK(failed[0].error == "exit status 1");
}

TEST_CASE("a delivery whose channel cannot be sent to keeps waiting", "[outbox]") {
  World world;
  world.add_channel("hook", WebhookChannel{});
  world.owe({"gone", "hook"});

  world.now += 100h;
  const auto result = deliver(world);

  CHECK(result.given_up == 0);
  const auto rows = world.store.deliveries(State::waiting);
  REQUIRE(rows.size() == 2);
  CHECK_THAT(rows[0].error, Contains("not in the configuration"));
  CHECK_THAT(rows[1].error, Contains("in this release"));

  world.add_channel("gone", LogChannel{});
  world.now += 2h;
  CHECK(deliver(world).accepted == 1);
}

TEST_CASE("which channels can be sent to", "[outbox]") {
  CHECK(is_supported({"a", LogChannel{}, {}}));
  CHECK(is_supported({"a", ExecChannel{}, {}}));
  CHECK_FALSE(is_supported({"a", WebhookChannel{}, {}}));
  CHECK_FALSE(is_supported({"a", EmailChannel{}, {}}));
}

TEST_CASE("channels take turns, so that a slow one holds nobody up for long", "[outbox]") {
  World world;
  const auto log = (world.folder / "order").string();
  const auto script = world.folder.script("take", "echo $2 >> $1");
  world.add_exec("a", {script, log, "a"});
  world.add_exec("b", {script, log, "b"});
  for (int i = 0; i < 3; ++i) world.owe({"a"});
  world.owe({"b"});

  CHECK(deliver(world).accepted == 4);

  CHECK(world.folder.text("order") == "a\nb\na\na\n");
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
