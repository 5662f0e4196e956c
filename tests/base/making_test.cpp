// SPDX-License-Identifier: MIT
// What root makes in another user's folder.
#include "base/making.hpp"

#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.hpp"
#include "base/file_batch.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

constexpr uid_t somebody = 4321;
constexpr gid_t group = 8765;

std::pair<uid_t, gid_t> owner_of(const std::filesystem::path& file) {
  struct stat state {};
  REQUIRE(::lstat(file.c_str(), &state) == 0);
  return {state.st_uid, state.st_gid};
}

bool is_root() {
  if (::geteuid() == 0) return true;
  WARN("only root can give files away");
  return false;
}

}  // namespace

TEST_CASE("what root makes in another user's folder is that user's", "[making]") {
  if (!is_root()) return;
  const TempDir dir;
  const std::pair theirs{somebody, group};
  REQUIRE(::chown(dir.path().c_str(), somebody, group) == 0);

  CHECK(open_or_make(dir / "locks", O_RDWR, 0644));
  CHECK(owner_of(dir / "locks") == theirs);
  make_for_owner(dir / "db", 0644);
  CHECK(owner_of(dir / "db") == theirs);
  REQUIRE(write_file_atomically(dir / "a/b/file", "x"));
  for (const char* made : {"a", "a/b", "a/b/file"}) CHECK(owner_of(dir / made) == theirs);
  FileBatch batch(dir / "feeds");
  REQUIRE(batch.put("one.rss", "x"));
  CHECK(batch.commit().empty());
  for (const char* made : {"feeds", "feeds/.new", "feeds/one.rss"})
    CHECK(owner_of(dir / made) == theirs);
}

TEST_CASE("what was there already keeps its owner, also at the end of a link", "[making]") {
  if (!is_root()) return;
  const TempDir dir;
  std::filesystem::create_directories(dir / "theirs");
  REQUIRE(::chown((dir / "theirs").c_str(), somebody, group) == 0);
  std::ofstream(dir / "secret") << "x";
  std::filesystem::create_symlink(dir / "secret", dir / "theirs/locks");
  std::filesystem::create_symlink(dir / "nothing", dir / "theirs/dangling");

  CHECK(open_or_make(dir / "theirs/locks", O_RDWR, 0644));
  CHECK_FALSE(open_or_make(dir / "theirs/dangling", O_RDWR, 0644));
  make_for_owner(dir / "theirs/locks", 0644);
  make_for_owner(dir / "theirs/dangling", 0644);

  CHECK(owner_of(dir / "secret").first == 0);
  CHECK_FALSE(std::filesystem::exists(dir / "nothing"));
}

TEST_CASE("in one's own folder nothing is given away", "[making]") {
  const TempDir dir;
  CHECK(open_or_make(dir / "locks", O_RDWR, 0600));
  CHECK(owner_of(dir / "locks").first == ::geteuid());
  make_for_owner(dir / "db", 0644);
  CHECK_FALSE(std::filesystem::exists(dir / "db"));
  make_folders(dir / "x/y/");
  CHECK(std::filesystem::is_directory(dir / "x/y"));
}
