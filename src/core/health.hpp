// SPDX-License-Identifier: MIT
// Whether what arrived is the listing, and what becomes of a source's health.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/rules.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// What a visit read, summed up over its pages.
struct VisitFacts {
  int pages = 0;
  bool full = true;                // was to be read to the end or to `max`
  bool reached_end = false;        // nothing leads further
  std::optional<Problem> trouble;  // later_page, moving, repeated: what kept it from the end
  bool all_unchanged = false;      // every page came with 304 or the same bytes
  std::size_t records = 0, papers = 0;
  std::size_t elements = 0, incomplete = 0;
  std::size_t repeated_titles = 0;  // records whose title another record with other keys bears
  std::size_t repeated_links = 0;   // the most records that share one link under different titles
  std::optional<Count> stated;
  int stated_page = 0;
  bool sections_filtered = false;  // the stated total is of more than the records
  bool empty_marker = false;
  bool truncated = false;   // a page that used to end properly did not
  bool redirected = false;  // another path than the one asked for
  bool has_password_field = false;
  bool looks_blocked = false;
  bool is_error = false;  // a feed's own error answer
  double replaced = 0;
  std::size_t damaged = 0;                   // records that lost characters in decoding
  std::map<std::string, std::size_t> found;  // records that had each field
  std::string url, final_url, page_title;    // of the first page, for messages
  std::string record_rule;                   // as written, for messages
  std::vector<std::string> missing_fields;   // required ones that elements lacked most often
};

struct Judgement {
  Outcome outcome = Outcome::complete;
  std::optional<Problem> problem;
  bool operator==(const Judgement&) const = default;
};

// `comparable`: the yardstick was taken with the rules that read this visit. Without it nothing
// can be said of drops.
Judgement judge(const VisitFacts& visit, const SourceMemory& before, const TrackRules& track,
                const std::optional<PagesRules>& pages, bool comparable);

// The same for one that a person accepted as the listing: complete, unless it broke off.
Judgement judge_accepted(const VisitFacts& visit);

// The yardstick that an applied visit leaves. One that broke off or stopped at what is known says
// nothing of the listing's size, unless a person `accepted` it as the listing.
Yardstick measure(const Yardstick& before, const VisitFacts& visit, Outcome outcome, bool accepted,
                  std::size_t tracked);

// What a visit's outcome does to the source's health; answers the event to tell, if any.
// `asked`: at least one request was made. Changes health, failures and trouble_told.
std::optional<EventKind> next_health(SourceMemory& memory, Outcome outcome, bool asked);

// Network and HTTP errors become an event after so many failed visits in a row.
inline constexpr int failures_until_unreachable = 3;

}  // namespace paperwatch
