// SPDX-License-Identifier: MIT
// What the documents say of the server is what it does.
#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include <yaml-cpp/yaml.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "serve/reading.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using test::has;

std::string document(const std::string& name) {
  const auto text = read_file(std::string(PAPERWATCH_SOURCE_DIR) + "/docs/" + name);
  return text ? *text : "";
}

// "GET /api/v1/papers/{id}" of every operation.
std::set<std::string> operations(const YAML::Node& openapi) {
  std::set<std::string> out;
  for (const auto& path : openapi["paths"]) {
    for (const auto& operation : path.second) {
      auto method = operation.first.as<std::string>();
      if (method == "parameters") continue;
      std::transform(method.begin(), method.end(), method.begin(), ::toupper);
      out.insert(method + " " + path.first.as<std::string>());
    }
  }
  return out;
}

bool is_for_programs(std::string_view pattern) {
  return pattern.starts_with("/api/") || pattern.starts_with("/search.") || pattern == "/readyz" ||
         pattern == "/metrics" || pattern == "/healthz" || pattern.starts_with("/feeds/");
}

TEST_CASE("the OpenAPI file names every operation for programs, and no other", "[documents]") {
  const auto told = operations(YAML::Load(document("openapi.yaml")));
  std::set<std::string> done;
  for (const auto& route : web_routes()) {
    if (is_for_programs(route.pattern)) {
      done.insert(std::string(route.method) + " " + std::string(route.pattern));
    }
  }
  for (const auto pattern : routes_at_once()) {
    if (is_for_programs(pattern)) done.insert("GET " + std::string(pattern));
  }
  CHECK(told == done);
}

TEST_CASE("every operation of the OpenAPI file answers with a status it names", "[documents]") {
  test::Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "Sparse things");
  reading.headers["authorization"] = "Bearer let me in";
  reading.actions.sync = [](const std::string&) -> Result<Done> { return Done{}; };
  const auto openapi = YAML::Load(document("openapi.yaml"));
  FeedShelf shelf(reading.config.feeds.directory, {"all"});
  for (const auto& operation : operations(openapi)) {
    CAPTURE(operation);
    const auto blank = operation.find(' ');
    const auto pattern = operation.substr(blank + 1);
    auto target = replace_all(replace_all(pattern, "{id}", "1"), "{source}", "hoefler");
    target = replace_all(target, "{file}", "all.rss");
    const auto asked = reading.request(target, operation.substr(0, blank));
    auto answer_now = answer_at_once(asked, shelf);
    const auto answered = answer_now ? *answer_now : reading.ask(asked);
    const auto node = openapi["paths"][pattern][lower_ascii(operation.substr(0, blank))];
    CHECK(node["responses"][std::to_string(answered.status)].IsDefined());
    CHECK(node["summary"].IsDefined());
  }
}

TEST_CASE("every metric is documented, and every documented one is there", "[documents]") {
  test::Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "Sparse things");
  std::set<std::string> there, told;
  for (const auto& line : split(reading.page("/metrics"), '\n')) {
    if (line.starts_with("# TYPE ")) there.insert(split(line, ' ').at(2));
  }
  for (const auto& line : split(document("serving.md"), '\n')) {
    if (!line.starts_with("| `paperwatch_")) continue;
    const auto name = line.substr(3, line.find_first_of("`{", 3) - 3);
    told.insert(name);
  }
  CHECK(there.size() > 5);
  CHECK(there == told);
}

}  // namespace
}  // namespace paperwatch
