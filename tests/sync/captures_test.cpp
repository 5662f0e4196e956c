// SPDX-License-Identifier: MIT
// Consecutive captures of real listings, from the test data folder: exactly the events that are
// due.
#include <algorithm>
#include <map>
#include <set>

#include "base/file.hpp"
#include "base/time.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"
#include "support/test_data.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// A web that holds one page.
struct OnePage : Fetcher {
  std::string body;
  void fetch(FetchRequest request, std::function<void(Answer)> done) override {
    FetchResponse response;
    response.status = 200;
    response.url = request.url;
    response.body = body;
    response.length_known = true;
    done(response);
  }
};

using Titles = std::multiset<std::string>;

Titles titles_told(const VisitReport& report, EventKind kind) {
  Titles titles;
  for (const auto& event : report.events) {
    if (event.kind == kind) titles.insert(event.paper->title);
  }
  return titles;
}

// `open`: events that may be judged either way.
Titles titles_due(const nlohmann::json& visit, const std::string& kind, bool open) {
  Titles titles;
  for (const auto& event : visit["events"].value(kind, nlohmann::json::array())) {
    if (event.contains("open") == open) titles.insert(event["title"].get<std::string>());
  }
  return titles;
}

Titles without(Titles titles, const Titles& open) {
  for (const auto& title : open) titles.erase(title);
  return titles;
}

std::optional<Count> count_told(const VisitReport& report) {
  for (const auto& event : report.events) {
    if (event.count) return event.count->after;
  }
  return std::nullopt;
}

void replay(const std::filesystem::path& folder, const nlohmann::json& listing) {
  TempDir temp;
  auto loaded = load_config(folder / listing["rules"].get<std::string>());
  REQUIRE(loaded.config);
  Config config = std::move(*loaded.config);
  Time now{};
  const auto clock = [&now] { return now; };
  Store store(temp / "paperwatch.db", Store::Access::write);
  OnePage web;
  Engine engine(config, store, web, clock);
  bool anyone_missing = false;
  for (const auto& visit : listing["visits"]) {
    now = *parse_rfc3339(visit["at"].get<std::string>());
    web.body = *read_file(folder / visit["capture"].get<std::string>());
    const auto report = engine.visit({config.sources[0].id}, {}, {}).at(0);
    CAPTURE(listing["name"].get<std::string>(), visit["capture"].get<std::string>());

    CHECK(report.visit.outcome == Outcome::complete);
    CHECK(report.visit.records == visit["records"].get<std::size_t>());
    const auto papers = visit["papers"].get<std::size_t>();
    CHECK((report.visit.papers == papers ||
           report.visit.papers == visit.value("papers_by_the_letter", papers)));
    if (visit.contains("baseline")) {
      CHECK(report.events.empty());
      continue;
    }
    for (const auto kind : {EventKind::paper_new, EventKind::paper_changed,
                            EventKind::paper_removed, EventKind::paper_returned}) {
      CAPTURE(name_of(kind));
      const std::string name(name_of(kind));
      CHECK(without(titles_told(report, kind), titles_due(visit, name, true)) ==
            titles_due(visit, name, false));
    }
    // The captures' figures leave missing papers out at once; ours count them until they are
    // removed, so the two agree only while nobody is missing.
    anyone_missing = anyone_missing || !visit.value("missing", nlohmann::json::array()).empty();
    const auto due = visit.value("count_changed", nlohmann::json());
    if (anyone_missing) continue;
    REQUIRE(count_told(report).has_value() == !due.is_null());
    if (!due.is_null() && !visit.contains("papers_by_the_letter") &&
        !listing["visits"][0].contains("papers_by_the_letter")) {
      CHECK(count_told(report)->value == due["after"]["value"].get<std::int64_t>());
    }
  }
}

}  // namespace

TEST_CASE("captures of real listings bring the events that are due, and no others", "[captures]") {
  std::size_t listings = 0;
  for (const char* site : {"acl", "dashboards", "google-scholar", "personal"}) {
    const auto changes = test_data_json(std::string("pages/") + site + "/changes.json");
    if (!changes) {
      WARN("skipped: no test data folder");
      return;
    }
    for (const auto& listing : (*changes)["listings"]) {
      replay(std::filesystem::path(PAPERWATCH_TEST_DATA) / "pages" / site, listing);
      ++listings;
    }
  }
  CHECK(listings == 8);
}
