// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
namespace fs = std::filesystem;

namespace {

class WorkingFolder {
 public:
  explicit WorkingFolder(const fs::path& path) : before_(fs::current_path()) {
    fs::current_path(path);
  }
  ~WorkingFolder() { fs::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("the configuration is the first of five places", "[config]") {
  const TempDir dir;
  const auto empty = dir.path() / "empty";
  fs::create_directories(empty);
  const auto home = dir.write("xdg/paperwatch/paperwatch.yaml", "");
  const Variable none("PAPERWATCH_CONFIG", nullptr);
  const Variable xdg("XDG_CONFIG_HOME", (dir.path() / "xdg").c_str());
  const WorkingFolder there(empty);

  CHECK(find_config(std::nullopt) == home);
  std::ofstream("paperwatch.yaml") << "";
  CHECK(find_config(std::nullopt) == fs::path("./paperwatch.yaml"));
  const Variable named("PAPERWATCH_CONFIG", "/no/such/file.yaml");
  CHECK(find_config(std::nullopt) == fs::path("/no/such/file.yaml"));
  CHECK(find_config("given.yaml") == fs::path("given.yaml"));
}

TEST_CASE("without XDG_CONFIG_HOME the configuration is below ~/.config", "[config]") {
  const TempDir dir;
  const auto file = dir.write(".config/paperwatch/paperwatch.yaml", "");
  const Variable none("PAPERWATCH_CONFIG", nullptr), relative("XDG_CONFIG_HOME", "relative"),
      home("HOME", dir.path().c_str());
  const WorkingFolder there(dir.path());
  CHECK(find_config(std::nullopt) == file);
}

TEST_CASE("no configuration anywhere is nothing", "[config]") {
  if (fs::exists("/etc/paperwatch/paperwatch.yaml")) return;
  const TempDir dir;
  const Variable none("PAPERWATCH_CONFIG", nullptr), xdg("XDG_CONFIG_HOME", dir.path().c_str());
  const WorkingFolder there(dir.path());
  CHECK(find_config(std::nullopt) == std::nullopt);
}
