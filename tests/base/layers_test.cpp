// SPDX-License-Identifier: MIT
// The floors of docs/architecture.md, read off the includes.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

// What each floor may include besides itself and the public headers.
const std::map<std::string, Names> below{
    {"base", {}},
    {"core", {"base"}},
    {"render", {"core", "base"}},
    {"config", {"core", "base"}},
    {"extract", {"core", "base"}},
    {"fetch", {"core", "base"}},
    {"store", {"core", "base"}},
    {"notify", {"render", "core", "base"}},
    {"serve", {"render", "core", "base"}},
    {"sync", {"notify", "render", "core", "base"}},
    {"app", {"sync", "serve", "notify", "render", "core", "base"}},
};

// Foreign libraries and the floors that may know them. `app` prints their versions.
const std::map<std::string, Names> known_by{
    {"gumbo.h", {"extract"}},
    {"uchardet", {"extract"}},
    {"curl/", {"fetch", "app"}},
    {"sqlite3.h", {"store", "app"}},
    {"SQLiteCpp", {"store"}},
    {"yaml-cpp", {"config"}},
    {"pugixml", {"extract", "render"}},
    {"CLI/", {"app"}},
    {"date/", {"core"}},
    {"kainjow/", {"render"}},
    {"microhttpd.h", {"serve"}},
    {"zlib.h", {"serve", "fetch"}},
    {"simdjson.h", {"store"}},
    {"zstd.h", {"store", "fetch", "app"}},
    {"brotli/", {"fetch"}},
};

struct Include {
  fs::path file;
  int line;
  bool is_own;  // in quotes
  std::string what;
};

std::vector<Include> includes_below(const fs::path& folder) {
  static const std::regex pattern("^\\s*#include\\s*([<\"])([^>\"]+)[>\"]");
  std::vector<Include> includes;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    std::ifstream in(entry.path());
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      std::smatch match;
      if (std::regex_search(line, match, pattern))
        includes.push_back({entry.path(), number, match[1] == "\"", match[2]});
    }
  }
  return includes;
}

const fs::path root = PAPERWATCH_SOURCE_DIR;

}  // namespace

TEST_CASE("a floor includes only itself and lower floors", "[layers]") {
  for (const auto& [floor, allowed] : below) {
    for (const auto& include : includes_below(root / "src" / floor)) {
      if (!include.is_own) continue;
      const std::string other = include.what.substr(0, include.what.find('/'));
      CAPTURE(include.file.string(), include.line, include.what);
      CHECK((other == floor || allowed.contains(other)));
    }
  }
}

TEST_CASE("each foreign library is known by one floor", "[layers]") {
  for (const auto& [floor, allowed] : below) {
    for (const auto& include : includes_below(root / "src" / floor)) {
      for (const auto& [library, floors] : known_by) {
        if (include.is_own || !include.what.starts_with(library)) continue;
        CAPTURE(include.file.string(), include.line, include.what);
        CHECK(floors.contains(floor));
      }
    }
  }
}

TEST_CASE("public headers include the standard library and each other", "[layers]") {
  for (const auto& include : includes_below(root / "include")) {
    CAPTURE(include.file.string(), include.line, include.what);
    CHECK_FALSE(include.is_own);
    CHECK((include.what.starts_with("paperwatch/") ||
           include.what.find_first_of("./") == std::string::npos));
  }
}

// To the linker two types of one name in one namespace are the same type.
TEST_CASE("no two floors name a type alike", "[layers]") {
  static const std::regex pattern(
      "^(?:struct|class|enum class) ([A-Z]\\w+)(?: final)?(?: :[^:]*)? ?\\{");
  static const std::regex space("^namespace (\\S+) \\{");
  std::map<std::string, fs::path> seen;
  for (const char* part : {"src", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      if (entry.path().extension() != ".hpp") continue;
      std::ifstream in(entry.path());
      std::string current;
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_search(line, match, space)) current = match[1];
        if (!std::regex_search(line, match, pattern)) continue;
        const auto [first, is_new] = seen.emplace(current + "::" + match[1].str(), entry.path());
        CAPTURE(first->second.string(), entry.path().string(), line);
        CHECK(is_new);
      }
    }
  }
}
