// SPDX-License-Identifier: MIT
#include "notify/deliverer.hpp"

#include <chrono>
#include <thread>

#include "notify/world.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;
using test::World;

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 400; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(50ms);
  }
  return false;
}

TEST_CASE("the daemon's thread delivers what waits, and what it is woken for", "[deliverer]") {
  World world;
  world.add_exec("script", {world.folder.script("take", "echo x >> \"$0.out\"")});
  world.owe({"script"});
  Deliverer deliverer(world.config, [now = world.now] { return now; });

  CHECK(comes_true([&] { return world.folder.text("take.out") == "x\n"; }));

  world.owe({"script"});
  deliverer.wake();
  CHECK(comes_true([&] { return world.folder.text("take.out") == "x\nx\n"; }));

  deliverer.stop();
  deliverer.stop();
  CHECK(world.store.deliveries(DeliveryRow::State::done).size() == 2);
}

TEST_CASE("a stop ends an idle thread at once", "[deliverer]") {
  World world;
  const auto began = std::chrono::steady_clock::now();

  {
    const Deliverer deliverer(world.config, [now = world.now] { return now; });
  }

  CHECK(std::chrono::steady_clock::now() - began < 10s);
}

TEST_CASE("a database that cannot be opened is told at once", "[deliverer]") {
  World world;
  world.config.database = world.folder / "none/such.db";
  (void)write_file_atomically(world.folder / "none", "a file, no folder");

  CHECK_THROWS_AS(Deliverer(world.config, [now = world.now] { return now; }), StoreError);
}

}  // namespace
}  // namespace paperwatch
