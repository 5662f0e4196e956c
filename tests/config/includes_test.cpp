// SPDX-License-Identifier: MIT
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string source(const std::string& id, const std::string& keys = "template: feed") {
  return "  - {id: " + id + ", url: 'http://a.b/', " + keys + "}\n";
}

std::string ids(const LoadedConfig& loaded) {
  INFO(rendered(loaded.faults));
  REQUIRE(loaded.config);
  std::string out;
  for (const auto& source : loaded.config->sources) out += source.id + " ";
  return out;
}

}  // namespace

TEST_CASE("sources stand in the order written, included ones where the include stands",
          "[config]") {
  const TempDir dir;
  dir.write("more/b.yaml", "sources:\n" + source("b1") + source("b2"));
  dir.write("more/a.yaml", "sources:\n" + source("a"));
  CHECK(ids(load_config(dir.write(
            "x.yaml", "include: ['more/*.yaml']\nsources:\n" + source("x")))) == "a b1 b2 x ");
  CHECK(ids(load_config(dir.write(
            "x.yaml", "sources:\n" + source("x") + "include: more/b.yaml\n"))) == "x b1 b2 ");
}

TEST_CASE("an include is relative to the file in which it stands", "[config]") {
  const TempDir dir;
  dir.write("one/a.yaml", "include: ../two/b.yaml\n");
  dir.write("two/b.yaml", "sources:\n" + source("b", "template: feed, cookies: jar.txt"));
  dir.write("two/jar.txt", "");
  const auto loaded = load_config(dir.write("x.yaml", "include: one/a.yaml\n"));
  CHECK(ids(loaded) == "b ");
  CHECK(loaded.config->sources[0].fetch.cookies == (dir.path() / "two/jar.txt").string());
}

TEST_CASE("a file is read once, however many includes name it", "[config]") {
  const TempDir dir;
  dir.write("a.yaml", "sources:\n" + source("a"));
  CHECK(ids(load_config(dir.write("x.yaml", "include: [a.yaml, './a.yaml', '*.yaml']\n"))) == "a ");
}

TEST_CASE("an include that matches nothing, or itself, is a fault", "[config]") {
  const TempDir dir;
  const auto says = [](const std::filesystem::path& file) {
    return rendered(load_config(file).faults);
  };
  CHECK_THAT(says(dir.write("x.yaml", "include: [none/*.yaml]\n")),
             Catch::Matchers::Contains("x.yaml:1:11: include: nothing matches"));
  CHECK_THAT(says(dir.write("y.yaml", "include: y.yaml\n")),
             Catch::Matchers::Contains("y.yaml → y.yaml"));
  dir.write("a.yaml", "include: b.yaml\n");
  const auto b = dir.write("b.yaml", "include: a.yaml\n");
  CHECK_THAT(says(b), Catch::Matchers::Contains("a.yaml:1:10") &&
                          Catch::Matchers::Contains("b.yaml → a.yaml → b.yaml"));
}

TEST_CASE("faults of all files are told at once", "[config]") {
  const TempDir dir;
  dir.write("a.yaml", "sources:\n" + source("a", "template: nne"));
  dir.write("b.yaml", "fetch: {}\nsources:\n" + source("x"));
  const auto loaded = load_config(dir.write(
      "x.yaml", "fetch: {retries: x}\ninclude: [a.yaml, b.yaml]\nsources:\n" + source("x")));
  const auto text = rendered(loaded.faults);
  INFO(text);
  CHECK(loaded.faults.size() == 4);
  CHECK_THAT(text,
             Catch::Matchers::Contains("x.yaml:1:18") &&
                 Catch::Matchers::Contains("a.yaml:2:43: unknown template 'nne'") &&
                 Catch::Matchers::Contains("b.yaml:1:1: 'fetch' belongs into the main file") &&
                 Catch::Matchers::Contains("the id 'x' is taken already"));
}

TEST_CASE("a name is defined once over all files", "[config]") {
  const TempDir dir;
  dir.write("a.yaml", "channels: {c: {type: log}}\n");
  const auto text = rendered(
      load_config(dir.write("x.yaml", "include: a.yaml\nchannels: {c: {type: log}}\n")).faults);
  CHECK_THAT(text,
             Catch::Matchers::Contains("x.yaml:2:12") && Catch::Matchers::Contains("a.yaml:1"));
}

TEST_CASE("a file that is not there is a fault that names it", "[config]") {
  const auto loaded = load_config("/no/such/paperwatch.yaml");
  REQUIRE(loaded.faults.size() == 1);
  CHECK_THAT(render(loaded.faults[0]), Catch::Matchers::Contains("/no/such/paperwatch.yaml") &&
                                           Catch::Matchers::Contains("init"));
}
