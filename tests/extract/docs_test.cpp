// SPDX-License-Identifier: MIT
// docs/rules.md is a test: every yaml block is run on the block after it.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>

#include "base/text.hpp"
#include "extract/rules_support.hpp"

using namespace paperwatch;
using namespace paperwatch::test;
using Json = nlohmann::json;

namespace {

struct Block {
  std::string language, text;
};

std::vector<Block> blocks_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<Block> out;
  bool open = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      open = !open;
      if (open) out.push_back({line.substr(3), {}});
    } else if (open) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

std::string manual() {
  std::ifstream in(PAPERWATCH_SOURCE_DIR "/docs/rules.md");
  return {std::istreambuf_iterator<char>(in), {}};
}

// The pieces of code inside the text, outside of blocks.
Texts codes_in(const std::string& text) {
  Texts out;
  bool block = false;
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with("```")) block = !block;
    if (block || line.starts_with("```")) continue;
    const auto parts = split(line, '`');
    for (std::size_t i = 1; i < parts.size(); i += 2) out.push_back(parts[i]);
  }
  return out;
}

// A source whose rules are complete but for the one line, which is laid over them.
std::string source_with(const std::string& line) {
  const std::string key = line.substr(0, line.find(':'));
  const bool json = line.find(": /") != std::string::npos || line == "format: json";
  std::string rules;
  if (key != "record") rules += json ? "      record: /items\n" : "      record: li\n";
  rules +=
      json ? "      fields: {title: /a, url: /b" : "      fields: {title: b, url: 'a::attr(href)'";
  rules += key == "date" ? ", " + line + "}\n" : "}\n";
  if (json && line != "format: json") rules += "      format: json\n";
  if (key != "pages" && key != "date") rules += "      " + line + "\n";
  return "sources:\n  - id: s\n    url: https://l.example/\n    every: 1d\n" +
         (key == "pages" ? "    " + line + "\n" : std::string()) + "    extract:\n" + rules;
}

std::string said_of(const ExtractRules& written, const std::string& page) {
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(written, std::nullopt, faults);
  std::string out;
  for (const RuleFault& fault : faults) out += fault.message + "\n";
  if (!extractor) return out;
  const auto listing = extractor->extract({page, "https://l.example/", ""});
  REQUIRE(listing);
  return join(listing->warnings, "\n");
}

Json to_json(const Listing& listing) {
  Json records = Json::array();
  for (const Record& record : listing.records) {
    Json one = Json::object();
    for (const auto& [name, value] : record.fields) {
      std::visit([&, key = name](const auto& v) { one[key] = v; }, value);
    }
    records.push_back(std::move(one));
  }
  Json out = {{"records", std::move(records)}};
  if (listing.count)
    out["count"] = {{"kind", name_of(listing.count->kind)}, {"value", listing.count->value}};
  if (listing.next) out["next"] = *listing.next;
  return out;
}

}  // namespace

TEST_CASE("every example of docs/rules.md gives what the page says", "[docs]") {
  const std::vector<Block> blocks = blocks_of(PAPERWATCH_SOURCE_DIR "/docs/rules.md");
  std::size_t examples = 0;
  for (std::size_t i = 0; i + 2 < blocks.size(); ++i) {
    if (blocks[i].language != "yaml") continue;
    CAPTURE(blocks[i].text);
    ++examples;
    const LoadedConfig loaded = parse_config(blocks[i].text, "/example/paperwatch.yaml");
    for (const ConfigFault& fault : loaded.faults) UNSCOPED_INFO(render(fault));
    REQUIRE(loaded.config);
    const Source& source = loaded.config->sources.at(0);
    std::vector<RuleFault> faults;
    const auto extractor = Extractor::compile(source.extract, source.pages, faults);
    for (const RuleFault& fault : faults) UNSCOPED_INFO(fault.message);
    REQUIRE(extractor);
    const auto listing = extractor->extract({blocks[i + 1].text, source.url, ""});
    if (!listing) UNSCOPED_INFO(listing.error().message);
    REQUIRE(listing);
    CHECK(to_json(*listing) == Json::parse(blocks[i + 2].text));
  }
  CHECK(examples >= 7);
}

TEST_CASE("every rule in the text of docs/rules.md compiles", "[docs]") {
  const std::string text = manual();
  std::size_t rules_seen = 0;
  for (const std::string& code : codes_in(text.substr(0, text.find("## Frequent mistakes")))) {
    static const Texts keys = {"record", "span", "section", "count",  "empty", "require",
                               "key",    "use",  "pages",   "format", "date"};
    const std::string key = code.substr(0, code.find(':'));
    const bool is_rule = code.find(": ") != std::string::npos &&
                         std::find(keys.begin(), keys.end(), key) != keys.end();
    if (!is_rule || code.find("[…]") != std::string::npos) continue;
    ++rules_seen;
    CAPTURE(source_with(code));
    const LoadedConfig loaded = parse_config(source_with(code), "/example/paperwatch.yaml");
    for (const ConfigFault& fault : loaded.faults) UNSCOPED_INFO(render(fault));
    REQUIRE(loaded.config);
    std::vector<RuleFault> faults;
    const Source& source = loaded.config->sources.at(0);
    CHECK(Extractor::compile(source.extract, source.pages, faults));
    for (const RuleFault& fault : faults) FAIL_CHECK(fault.message);
  }
  CHECK(rules_seen >= 15);
}

TEST_CASE("the frequent mistakes of docs/rules.md are told in these words", "[docs]") {
  const auto items = [](int whole, int others, const std::string& more) {
    std::string out;
    for (int i = 0; i < whole; ++i)
      out += "<li class=paper><b>T</b><a href=/x>u</a>" + more + "</li>";
    for (int i = 0; i < others; ++i) out += "<li class=paper><b>T</b></li>";
    return out;
  };
  const auto with = [](const char* name, FieldRule field, const char* record = "li") {
    ExtractRules out = rules(css(record), {{"title", rule(css("b"))}, {name, std::move(field)}});
    return out;
  };
  ExtractRules usual = with("url", rule(css("a::attr(href)")));
  usual.require.reset();
  FieldRule look_ahead = rule(css("b"));
  look_ahead.match = re("(?=x)");
  ExtractRules pointed = with("venue", rule(pointer("/title")));
  pointed.format = Format::html;
  const std::pair<const char*, std::string> cases[] = {
      {"record: '.papr' matches nothing on this page; the page has no class 'papr', but one named "
       "'paper'",
       said_of(with("url", rule(css("a::attr(href)")), ".papr"), items(2, 0, ""))},
      {"3 of 20 record elements have no url, doi or arxiv_id and are no records",
       said_of(usual, items(17, 3, ""))},
      {"field 'url' reads the text of 'a', not its address; write 'a::attr(href)'",
       said_of(with("url", rule(css("a"))), items(2, 0, ""))},
      {"field 'year': 2 values could not be read, such as 'to appear'",
       said_of(with("year", rule(css("i"))), items(2, 0, "<i>to appear</i>"))},
      {"field 'venue' is empty in all 20 records: '.venue'",
       said_of(with("venue", rule(css(".venue"))), items(20, 0, ""))},
      {"the XPath '//a[' at character 5: …", said_of(with("venue", rule(xpath("//a["))), "")},
      {"in the regular expression '(?=x)': invalid perl operator: (?=",
       said_of(with("venue", look_ahead), "")},
      {"'/title' is a JSON Pointer, but the page is no JSON", said_of(pointed, "")},
  };
  const std::string text = manual();
  for (const auto& [message, said] : cases) {
    CAPTURE(message, said);
    CHECK(text.find("`" + std::string(message) + "`") != std::string::npos);
    CHECK(said.find(std::string(message).substr(0, std::string(message).find("…"))) !=
          std::string::npos);
  }
}
