// SPDX-License-Identifier: MIT
#include "base/file_batch.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

namespace paperwatch {
namespace {

using test::TempDir;

std::string text(const std::filesystem::path& file) {
  const auto content = read_file(file);
  return content ? *content : "(none)";
}

TEST_CASE("files of a batch are replaced by its commit, and not before", "[file]") {
  const TempDir folder;
  REQUIRE(write_file_atomically(folder / "out/a", "old"));
  FileBatch batch(folder / "out");

  CHECK(*batch.put("a", "new"));
  CHECK(*batch.put("b", "first"));
  CHECK(text(folder / "out/a") == "old");
  CHECK(text(folder / "out/b") == "(none)");

  CHECK(batch.commit().empty());
  CHECK(text(folder / "out/a") == "new");
  CHECK(text(folder / "out/b") == "first");
  CHECK(std::filesystem::is_empty(folder / "out/.new"));
}

TEST_CASE("a file that holds its content already is left alone by a batch", "[file]") {
  const TempDir folder;
  REQUIRE(write_file_atomically(folder / "a", "same"));
  const auto before = std::filesystem::last_write_time(folder / "a");
  FileBatch batch(folder.path());

  CHECK_FALSE(*batch.put("a", "same"));
  CHECK(batch.commit().empty());
  CHECK(std::filesystem::last_write_time(folder / "a") == before);
}

TEST_CASE("a batch that is not committed leaves nothing", "[file]") {
  const TempDir folder;
  {
    FileBatch batch(folder.path());
    CHECK(*batch.put("a", "new"));
  }
  CHECK(text(folder / "a") == "(none)");
  CHECK(std::filesystem::is_empty(folder / ".new"));
}

TEST_CASE("what a killed process left of its batch is taken away by the next", "[file]") {
  const TempDir folder;
  REQUIRE(write_file_atomically(folder / ".new/a", "half of wh"));
  FileBatch batch(folder.path());

  CHECK_FALSE(std::filesystem::exists(folder / ".new/a"));
}

TEST_CASE("a file that cannot be replaced is named, the others of the batch are", "[file]") {
  const TempDir folder;
  std::filesystem::create_directories(folder / "a/in-the-way");
  FileBatch batch(folder.path());
  CHECK(*batch.put("a", "new"));
  CHECK(*batch.put("b", "new"));

  const auto errors = batch.commit();

  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors.at("a").message, Catch::Matchers::Contains("cannot replace"));
  CHECK(text(folder / "b") == "new");
  CHECK(std::filesystem::is_empty(folder / ".new"));
}

TEST_CASE("a folder that cannot be made matters only where something is to be written", "[file]") {
  const TempDir folder;
  REQUIRE(write_file_atomically(folder / "file", "x"));
  FileBatch batch(folder / "file/feeds");

  CHECK(batch.commit().empty());
  const auto put = batch.put("a", "new");
  REQUIRE_FALSE(put);
  CHECK(put.error().code == "io");
}

TEST_CASE("of two batches in one folder the second waits", "[file]") {
  const TempDir folder;
  std::atomic<bool> has_begun{false};
  std::thread other;
  {
    FileBatch batch(folder.path());
    CHECK(*batch.put("a", "first"));
    other = std::thread([&] {
      FileBatch second(folder.path());
      has_begun = true;
      (void)second.put("a", "second");
      (void)second.commit();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    CHECK_FALSE(has_begun);
    CHECK(batch.commit().empty());
    CHECK(text(folder / "a") == "first");
  }
  other.join();
  CHECK(text(folder / "a") == "second");
}

}  // namespace
}  // namespace paperwatch
