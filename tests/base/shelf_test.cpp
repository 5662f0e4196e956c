// SPDX-License-Identifier: MIT
#include "base/shelf.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

using namespace paperwatch;

TEST_CASE("what is put on a shelf comes back as it was, little or much", "[shelf]") {
  const test::TempDir folder;
  const std::size_t count = GENERATE(3, 3000);  // one of them is large
  Shelf shelf(folder.path());
  const auto content = [](std::size_t i) {
    return std::string(i == 7 ? 1'000'000 : i % 700, static_cast<char>(i));
  };

  std::vector<Shelf::Place> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(*shelf.put(content(i)));

  for (std::size_t i = count; i-- > 0;) CHECK(*shelf.get(places[i]) == content(i));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a shelf needs its folder only for what is much", "[shelf]") {
  const test::TempDir folder;
  Shelf shelf(folder / "absent");
  REQUIRE(shelf.put("little"));
  const auto much = shelf.put(std::string(1'000'000, 'x'));
  REQUIRE_FALSE(much);
  CHECK(much.error().code == "io");
  CHECK(much.error().message == "cannot put pages aside in " + (folder / "absent").string() +
                                    ": No such file or directory");
}
