// SPDX-License-Identifier: MIT
// The program's JSON: what `--json` prints and what channels and feeds carry.
//
// Pure. Members stand in a fixed order and are always there; what is not known is null.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

namespace paperwatch {

using Json = nlohmann::ordered_json;

// One line, for programs; several lines, for `--json`. Neither ever throws: bytes that are no
// UTF-8 become U+FFFD.
std::string compact_text(const Json& json);
std::string indented_text(const Json& json);

// ---- values ---------------------------------------------------------------------------------
Json json_of(const Value& value);
Json json_of(const Fields& fields);
Json json_of(const Count& count);
Json json_of(const std::optional<Count>& count);  // null where there is none
Json json_of(const std::optional<Time>& time);
Json json_of(const std::optional<Problem>& problem);
Json json_of(const std::vector<Change>& changes);
Json json_of(const PaperSummary& paper);

// `delivery`: the key of the copy that a channel gets; "" leaves the member out.
Json json_of(const Event& event, std::string_view delivery = {});

// ---- what the commands print ----------------------------------------------------------------

// How a paper's standing is written: current, missing, removed, left.
std::string_view shown_state(ListingState state);
std::optional<ListingState> parse_shown_state(std::string_view name);

// One source in `status`.
struct SourceStatus {
  std::string source;
  std::string health;  // a name of Health, or "removed": no longer in the configuration
  std::optional<Time> last_visit;
  std::optional<Outcome> last_outcome;
  std::optional<Time> next_visit;
  std::size_t papers = 0;
  std::optional<Count> count;  // as the page says; else as observed
  std::optional<Problem> problem;
  std::vector<std::string> notes;
};

// What a listing gained, lost and changed between two moments.
struct ListingDifference {
  struct Changed {
    PaperRow paper;  // as of the later moment
    std::vector<Change> changes;
  };
  std::vector<PaperRow> gained, lost;
  std::vector<Changed> changed;
};

// Why an event was told, or what a source's last visit read.
struct Explanation {
  std::optional<Event> event;
  std::string source;
  std::optional<VisitRow> visit;
  std::optional<VisitId>
      read_by;  // the visit that read the pages: an earlier one if they were known
  struct Page {
    PageEvidence evidence;
    bool is_archived = false;
  };
  std::vector<Page> pages;
  std::string command;  // reads the same page again; "" if the archive has none
};

Json json_of(const VisitRow& visit, const std::vector<Event>& events);
Json json_of(const PaperRow& paper);
Json json_of(const PaperHistory& history);
Json json_of(const DeliveryRow& delivery);
Json json_of(const SourceStatus& status);
Json json_of(const Explanation::Page& page);

// `sync`, with the totals; also `replay`.
Json sync_json(const std::vector<VisitReport>& visits);
Json events_json(const std::vector<Event>& events);          // {"events":[…]}
Json papers_json(const std::vector<PaperRow>& papers);       // {"papers":[…]}
Json show_json(const PaperHistory& history);                 // {"paper":{…}}
Json diff_json(const ListingDifference& difference);         // {"gained","lost","changed"}
Json visits_json(const std::vector<VisitRow>& visits);       // {"visits":[…]}, of `review`
Json explain_json(const Explanation& explanation);           // {"explanation":{…}}
Json deliveries_json(const std::vector<DeliveryRow>& rows);  // {"deliveries":[…]}
Json status_json(const std::vector<SourceStatus>& sources, const Store::Counts& counts);
Json try_json(const Listing& listing, std::string_view url);  // the fields as they would be stored
Json checks_json(const std::vector<StoreCheck>& checks);      // {"checks":[…]}
Json problems_json(const std::vector<ConfigFault>& faults);   // {"problems":[…]}
Json error_json(const Error& error);                          // {"error":{"message","hint"}}

}  // namespace paperwatch
