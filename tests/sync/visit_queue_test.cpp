// SPDX-License-Identifier: MIT
#include "sync/visit_queue.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

using Visits = std::vector<std::size_t>;

VisitQueue queue_of(const std::vector<std::string>& hosts, std::size_t most_of_host = 2,
                    std::size_t most = 100) {
  VisitQueue queue(most_of_host, most);
  for (const auto& host : hosts) queue.add(host);
  return queue;
}

// All that may begin now, in the order they do.
Visits begin_all(VisitQueue& queue) {
  Visits begun;
  while (const auto visit = queue.next()) begun.push_back(*visit);
  return begun;
}

}  // namespace

TEST_CASE("visits begin in their order, so many on a host", "[queue]") {
  auto queue = queue_of({"a", "a", "a", "b", "a", "c", "b", "b"});
  CHECK(begin_all(queue) == Visits{0, 1, 3, 5, 6});
  CHECK(queue.has_waiting());
}

TEST_CASE("a visit that ends makes room for the next of its host", "[queue]") {
  auto queue = queue_of({"a", "a", "a", "b", "b", "b", "a"});
  begin_all(queue);

  queue.end(3);
  CHECK(begin_all(queue) == Visits{5});
  queue.end(1);
  CHECK(begin_all(queue) == Visits{2});
  queue.end(0);
  CHECK(begin_all(queue) == Visits{6});
  CHECK_FALSE(queue.has_waiting());
}

TEST_CASE("so many visits are under way in all", "[queue]") {
  auto queue = queue_of({"a", "b", "c", "d", "a"}, 2, 3);
  CHECK(begin_all(queue) == Visits{0, 1, 2});

  queue.end(1);
  CHECK(begin_all(queue) == Visits{3});
  queue.end(0);
  queue.end(2);
  CHECK(begin_all(queue) == Visits{4});
}

TEST_CASE("a host with many visits does not hold up the others", "[queue]") {
  std::vector<std::string> hosts(1000, "big");
  hosts.push_back("small");
  auto queue = queue_of(hosts);
  CHECK(begin_all(queue) == Visits{0, 1, 1000});
}

TEST_CASE("a visit put aside lets others go first and keeps its place", "[queue]") {
  auto queue = queue_of({"a", "a", "a", "a", "a"}, 1);
  REQUIRE(queue.next() == 0u);

  queue.put_aside(0);
  CHECK(queue.next() == 1u);
  CHECK(queue.has_aside());
  queue.take_up();
  CHECK_FALSE(queue.has_aside());
  CHECK_FALSE(queue.next().has_value());
  queue.end(1);
  CHECK(begin_all(queue) == Visits{0});
}

TEST_CASE("all visits put aside are still waiting", "[queue]") {
  auto queue = queue_of({"a", "b"});
  for (const auto visit : begin_all(queue)) queue.put_aside(visit);

  CHECK(queue.has_waiting());
  CHECK_FALSE(queue.next().has_value());
  queue.take_up();
  CHECK(begin_all(queue) == Visits{0, 1});
}
