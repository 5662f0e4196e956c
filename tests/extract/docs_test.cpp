// SPDX-License-Identifier: MIT
// docs/rules.md is a test: every yaml block is run on the block after it.
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>

#include "support/catch.hpp"

using namespace paperwatch;
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
