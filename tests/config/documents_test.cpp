// SPDX-License-Identifier: MIT
// What is written about the configuration, held against what the reader does.
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/file.hpp"
#include "base/text.hpp"
#include "config/keys.hpp"
#include "config/reading.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
namespace fs = std::filesystem;

namespace {

const fs::path root(PAPERWATCH_SOURCE_DIR);

std::string text_of_file(const fs::path& file) {
  const auto text = read_file(root / file);
  REQUIRE(text);
  return *text;
}

std::string shown(const FetchOptions& o) {
  std::ostringstream out;
  out << o.user_agent << '|' << o.timeout.count() << '|' << o.connect_timeout.count() << '|'
      << o.max_body << '|' << o.redirects << '|' << o.host_delay.count() << '|' << o.retries << '|'
      << o.retry_after_cap.count() << '|' << o.obey_robots << o.allow_private_addresses << '|'
      << o.proxy << '|' << o.ca_file << '|' << o.cookies << '|' << o.client_certificate
      << o.client_key << '|' << static_cast<int>(o.family) << '|' << o.headers.size() << '|'
      << o.user << o.password << o.bearer;
  return out.str();
}

// All of a configuration that has neither channels nor sources.
std::string shown(const Config& c) {
  std::ostringstream out;
  out << c.file << c.database << shown(c.fetch) << '|' << c.connections << '|'
      << c.archive.keep.count() << '|' << c.archive.max_size << '|' << c.feeds.directory
      << c.feeds.base_url << '|' << c.feeds.entries << c.feeds.changes_as_entries << '|'
      << c.serve.has_value() << '|' << c.channels.size() << c.routes.size() << c.queries.size()
      << c.sources.size();
  return out.str();
}

// config/paperwatch.yaml with its examples in use instead of the empty defaults.
std::string example_in_use(const std::string& text) {
  std::string out;
  std::set<std::string> replaced;
  for (const auto& line : split(text, '\n')) {
    if (line.starts_with("#| ") && line.size() > 3 && line[3] != ' ')
      replaced.insert(line.substr(3, line.find(':') - 3));
  }
  for (const auto& line : split(text, '\n')) {
    if (line.starts_with("#|")) {
      out += (line.size() > 3 ? line.substr(3) : "") + "\n";
    } else if (!replaced.contains(line.substr(0, line.find(':')))) {
      out += line + "\n";
    }
  }
  return out;
}

std::string section_of(const std::string& text, const std::string& title) {
  const auto begin = text.find("\n### " + title + "\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n#", begin + 5) - begin);
}

}  // namespace

TEST_CASE("config/paperwatch.yaml says what the defaults are", "[config]") {
  CHECK(shown(read(text_of_file("config/paperwatch.yaml"))) == shown(read("")));
  // Those that the types themselves have.
  const Config types;
  const auto written = read(text_of_file("config/paperwatch.yaml"));
  auto fetch = written.fetch;
  fetch.user_agent.clear();
  CHECK(shown(fetch) == shown(types.fetch));
  CHECK(written.connections == types.connections);
  CHECK(written.archive.keep == types.archive.keep);
  CHECK(written.archive.max_size == types.archive.max_size);
  CHECK(written.feeds.entries == types.feeds.entries);
}

TEST_CASE("config/paperwatch.yaml names every option, with examples that are right", "[config]") {
  const auto text = text_of_file("config/paperwatch.yaml");
  for (const auto& table : key_tables()) {
    for (const auto& key : table.keys) {
      INFO(table.name << ": " << key);
      CHECK_THAT(text, Catch::Matchers::Contains(key + ":"));
    }
  }
  const TempDir dir;
  for (const auto* name : {"token", "hook.key", "password", "cookies.txt", "client.pem",
                           "client.key", "ca.pem", "mail.txt", "mail.html", "hook.mustache"})
    dir.write(name, "x");
  const Variable smtp("SMTP_PASSWORD", "x"), key("API_KEY", "x");
  const auto loaded = load_config(dir.write("paperwatch.yaml", example_in_use(text)));
  INFO(rendered(loaded.faults) << rendered(loaded.warnings));
  REQUIRE(loaded.config);
  auto warnings = loaded.warnings;  // the example's program is not on this machine
  std::erase_if(warnings, [](const ConfigFault& warning) {
    return warning.message == "command: there is no /usr/local/bin/on-paper";
  });
  CHECK(warnings.empty());
  CHECK(loaded.config->sources.size() == 2);
  CHECK(loaded.config->channels.size() == 4);
  CHECK(loaded.config->routes.size() == 1);
  CHECK(loaded.config->serve);
}

TEST_CASE("docs/configuration.md explains every key in the section of its map", "[config]") {
  const auto text = text_of_file("docs/configuration.md");
  for (const auto& table : key_tables()) {
    const auto section = section_of(text, table.name);
    INFO("### " << table.name);
    CHECK_FALSE(section.empty());
    std::size_t rows = 0;
    for (const auto& line : split(section, '\n')) rows += line.starts_with("| `") ? 1 : 0;
    CHECK(rows == table.keys.size());
    for (const auto& key : table.keys) {
      INFO(key);
      CHECK_THAT(section, Catch::Matchers::Contains("\n| `" + key + "` |"));
    }
  }
}

TEST_CASE("every example in docs/configuration.md is right", "[config]") {
  const auto text = text_of_file("docs/configuration.md");
  int examples = 0;
  for (auto at = text.find("```yaml\n"); at != std::string::npos;
       at = text.find("```yaml\n", at + 1)) {
    const auto begin = at + 8;
    const auto loaded =
        parse_config(text.substr(begin, text.find("```", begin) - begin), "docs.yaml");
    INFO(rendered(loaded.faults) << rendered(loaded.warnings));
    CHECK(loaded.config);
    CHECK(loaded.warnings.empty());
    ++examples;
  }
  CHECK(examples >= 3);
}

TEST_CASE("the schema knows exactly the keys that the reader knows", "[config]") {
  const auto schema = nlohmann::json::parse(text_of_file("config/paperwatch.schema.json"));
  for (const auto& table : key_tables()) {
    const auto name = replace_all(table.name, " ", "-");
    INFO(name);
    REQUIRE(schema["$defs"].contains(name));
    std::set<std::string> properties;
    for (const auto& [key, value] : schema["$defs"][name]["properties"].items())
      properties.insert(key);
    CHECK(properties == std::set<std::string>(table.keys.begin(), table.keys.end()));
    CHECK(schema["$defs"][name]["additionalProperties"] == false);
  }
}

TEST_CASE("the starter configuration is right and has a source that works", "[config]") {
  const auto loaded = parse_config(starter_config(), "paperwatch.yaml");
  INFO(rendered(loaded.faults) << rendered(loaded.warnings));
  REQUIRE(loaded.config);
  CHECK(loaded.warnings.empty());
  REQUIRE(loaded.config->sources.size() == 1);
  CHECK(loaded.config->sources[0].enabled);
  CHECK(loaded.config->sources[0].extract->fields.size() >= 5);
}

TEST_CASE("every seed is right, and all of them together", "[config]") {
  int seeds = 0;
  for (const auto& entry : fs::directory_iterator(root / "seeds")) {
    if (entry.path().extension() != ".yaml") continue;
    const auto loaded = load_config(entry.path());
    INFO(rendered(loaded.faults) << rendered(loaded.warnings));
    CHECK(loaded.config);
    CHECK(loaded.warnings.empty());
    ++seeds;
  }
  CHECK(seeds >= 9);
  const auto together = parse_config("include: 'seeds/*.yaml'\n", root / "x.yaml");
  INFO(rendered(together.faults));
  REQUIRE(together.config);
  // Including them brings templates; no source is there that nobody asked for.
  CHECK(together.config->sources.empty());
  CHECK(together.config->templates.size() >= 8);
}

TEST_CASE("the examples in the seeds' comments are right when they are copied", "[config]") {
  for (const auto& entry : fs::directory_iterator(root / "seeds")) {
    if (entry.path().extension() != ".yaml") continue;
    const auto text = read_file(entry.path());
    REQUIRE(text);
    const auto begin = text->find("# sources:\n");
    INFO(entry.path());
    REQUIRE(begin != text->npos);
    auto example = replace_all("\n" + text->substr(begin), "\n# ", "\n");
    const auto loaded = parse_config(
        "include: '" + entry.path().filename().string() + "'\n" + example, root / "seeds/x.yaml");
    INFO(example << rendered(loaded.faults) << rendered(loaded.warnings));
    REQUIRE(loaded.config);
    CHECK(loaded.warnings.empty());
    CHECK_FALSE(loaded.config->sources.empty());
  }
}
