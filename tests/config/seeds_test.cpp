// SPDX-License-Identifier: MIT
// The seeds' templates held against captured pages of the sites they are for.
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>

#include "base/file.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct SeedCase {
  std::string seed, templ;     // file and template
  std::string folder, begins;  // captured pages: their folder, how their names begin
};

// What a source at `url` with the template reads.
Source source_with_template(const SeedCase& seed, const std::string& url) {
  const auto text = "include: '" + seed.seed + "'\nsources: [{id: captured, url: '" + url +
                    "', template: " + seed.templ + "}]\n";
  const auto loaded = parse_config(text, fs::path(PAPERWATCH_SOURCE_DIR) / "seeds" / "x.yaml");
  for (const auto& fault : loaded.faults) FAIL_CHECK(render(fault));
  REQUIRE(loaded.config);
  return *loaded.config->find("captured");
}

json as_json(const Value& value) {
  return std::visit([](const auto& v) { return json(v); }, value);
}

// Fields of the expected record that the listing does not have so.
std::string differences(const json& expected, const Record& record) {
  std::string out;
  for (const auto& [name, value] : expected.items()) {
    const auto found = record.fields.find(name);
    if (found != record.fields.end() && as_json(found->second) == value) continue;
    out += name + ": " +
           (found == record.fields.end() ? "nothing" : as_json(found->second).dump()) +
           " instead of " + value.dump() + "\n";
  }
  return out;
}

void check_page(const SeedCase& seed, const fs::path& page) {
  INFO(page.filename().string());
  const auto expected = json::parse(*read_file(page.string() + ".expected.json"));
  const auto rules = load_config(page.string() + ".rules.yaml");
  REQUIRE(rules.config);
  const auto url = rules.config->sources[0].url;
  const auto source = source_with_template(seed, url);
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  for (const auto& fault : faults)
    FAIL_CHECK(render(ConfigFault{fault.at, fault.message, fault.hint}));
  REQUIRE(extractor);
  const auto body = read_file(page);
  const auto listing = extractor->extract({*body, url, ""});
  REQUIRE(listing);
  const auto& records = expected["records"];
  CHECK(listing->records.size() == records.size());
  for (std::size_t i = 0; i < std::min(records.size(), listing->records.size()); ++i) {
    INFO("record " << i);
    CHECK(differences(records[i], listing->records[i]).empty());
  }
  // A section that is left out is not in the count of the page.
  if (!expected["count"].is_null()) {
    REQUIRE(listing->count);
    CHECK(listing->count->value == expected["count"]["value"].get<std::int64_t>());
  }
  const auto next = expected.value("next", json());
  CHECK(listing->next.value_or("") == (next.is_string() ? next.get<std::string>() : ""));
}

}  // namespace

TEST_CASE("the seeds' templates read the captured pages of their sites", "[config][data]") {
  const fs::path data(PAPERWATCH_TEST_DATA);
  if (data.empty() || !fs::exists(data / "pages")) {
    WARN("no test data folder: skipped");
    return;
  }
  const std::vector<SeedCase> seeds{
      {"arxiv-list.yaml", "arxiv-list", "pages/arxiv-list", "astro-ph_"},
      {"arxiv-list.yaml", "arxiv-list", "pages/arxiv-list", "hep-ph_"},
      {"arxiv-list.yaml", "arxiv-list", "pages/arxiv-list", "math"},
      {"arxiv-list.yaml", "arxiv-new", "pages/arxiv-list", "astro-ph.EP_new"},
      {"arxiv-search.yaml", "arxiv-search", "pages/arxiv-search", ""},
      {"arxiv-api.yaml", "arxiv-api", "pages/arxiv-api", "q_"},
      {"acl-anthology.yaml", "acl-volume", "pages/acl", "D_D15"},
      {"acl-anthology.yaml", "acl-volume", "pages/acl", "C_C12"},
      {"biorxiv.yaml", "biorxiv-search", "pages/biorxiv", "search_"},
      {"google-scholar.yaml", "google-scholar", "pages/google-scholar", "profile_"},
      {"dblp.yaml", "dblp", "pages/dblp", "person_"},
      {"aggregator-author.yaml", "aggregator-author", "seeds/site-a", "page-"},
      {"feed.yaml", "feed", "pages/rss-other", ""},
      {"feed.yaml", "feed", "pages/biorxiv", "rss_"},
  };
  for (const auto& seed : seeds) {
    INFO(seed.seed << ": " << seed.templ);
    int pages = 0;
    for (const auto& entry : fs::directory_iterator(data / seed.folder)) {
      const auto name = entry.path().filename().string();
      const bool is_page = name.ends_with(".html") || name.ends_with(".xml");
      if (!is_page || !name.starts_with(seed.begins) ||
          !fs::exists(entry.path().string() + ".expected.json"))
        continue;
      check_page(seed, entry.path());
      ++pages;
    }
    CHECK(pages > 0);
  }
}
