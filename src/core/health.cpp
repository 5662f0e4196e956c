// SPDX-License-Identifier: MIT
#include "core/health.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "core/counts.hpp"

namespace paperwatch {

namespace {

// Names of shares in Yardstick::fill that are no field's.
constexpr const char* complete_share = "(complete)";
constexpr const char* repeated_share = "(repeated)";
constexpr const char* damaged_share = "(damaged)";
// Stands there with the code of a trouble that a person accepted and that lasts.
constexpr const char* accepted_trouble = "(accepted) ";

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double usual(const Yardstick& yardstick, const std::string& name, double otherwise) {
  const auto found = yardstick.fill.find(name);
  return found == yardstick.fill.end() ? otherwise : found->second;
}

Judgement quarantine(std::string code, std::string message, std::string hint) {
  return {Outcome::quarantined, Problem{std::move(code), std::move(message), std::move(hint)}};
}

Judgement partial(Problem problem) {
  return {Outcome::partial, std::move(problem)};
}

std::string where(const VisitFacts& visit) {
  return visit.page_title.empty() ? visit.final_url
                                  : fmt::format("{} (“{}”)", visit.final_url, visit.page_title);
}

bool is_empty_listing(const VisitFacts& visit) {
  const bool says_zero =
      visit.stated && visit.stated->kind == CountKind::exact && visit.stated->value == 0;
  return visit.empty_marker || (says_zero && visit.elements == 0);
}

bool total_agrees(const VisitFacts& visit) {
  if (!visit.stated || visit.stated->kind != CountKind::exact) return false;
  const auto stated = static_cast<std::size_t>(visit.stated->value);
  return stated == visit.records || stated == visit.papers;
}

bool contradicts_total(const VisitFacts& visit) {
  const bool is_exact = visit.stated && visit.stated->kind == CountKind::exact;
  return is_exact && !visit.sections_filtered && !total_agrees(visit);
}

// Whether the pages read are to hold as much as the last time.
bool may_compare_size(const VisitFacts& visit, const Yardstick& before,
                      const std::optional<PagesRules>& pages) {
  if (before.papers == 0) return false;
  if (visit.reached_end) return true;
  const bool stops_early = pages && pages->stop == PagesRules::Stop::known;
  return !visit.trouble && !stops_early && visit.pages >= before.depth;
}

bool dropped_by_more_than_half(std::size_t before, std::size_t now) {
  return 2 * now < before;
}

constexpr const char* look_at_page =
    "open the page: if it was redesigned, the rules must follow; what is stored stays as it is";

std::optional<Judgement> judge_page_kind(const VisitFacts& visit) {
  const bool is_bare = visit.records == 0;
  if (visit.looks_blocked && is_bare) {
    return quarantine("blocked", where(visit) + " is a waiting room or block page, not the listing",
                      "visit less often, or ask the site for access");
  }
  if (visit.redirected && (visit.has_password_field || (is_bare && !is_empty_listing(visit)))) {
    return quarantine(
        "redirected",
        fmt::format("{} led to {}, which is not the listing", visit.url, visit.final_url),
        visit.has_password_field ? "the page asks for a password: give `auth` or `cookies`"
                                 : "correct the source's url");
  }
  if (visit.is_error) {
    return quarantine("no_content", where(visit) + " answered with an error of its own",
                      "look at the source's url: the query may be wrong");
  }
  if (visit.replaced > 0.25) {
    return quarantine("encoding",
                      fmt::format("{} cannot be decoded: {:.0f} % of its characters are unreadable",
                                  visit.final_url, visit.replaced * 100),
                      "give the source's `encoding`");
  }
  return std::nullopt;
}

std::optional<Judgement> judge_emptiness(const VisitFacts& visit, const Yardstick& before) {
  if (visit.records > 0 || is_empty_listing(visit)) return std::nullopt;
  if (visit.elements > 0) {
    return quarantine(
        "field_missing",
        fmt::format("{}: {} elements match {}, but all lack {}", where(visit), visit.elements,
                    visit.record_rule, join(visit.missing_fields, ", ")),
        look_at_page);
  }
  const std::string previously =
      before.papers == 0 ? std::string() : fmt::format(", previously {} papers", before.papers);
  return quarantine(
      "no_records",
      fmt::format("{}: {} matches nothing{}", where(visit), visit.record_rule, previously),
      before.papers == 0 ? "run `paperwatch try` on the source; if the listing is truly "
                           "empty, say with `empty` what shows it"
                         : look_at_page);
}

// What speaks against the page itself, however much it shows.
std::optional<Judgement> judge_arrival(const VisitFacts& visit, const Yardstick& before) {
  auto verdict = judge_page_kind(visit);
  return verdict ? verdict : judge_emptiness(visit, before);
}

bool is_accepted(const Judgement& verdict, const Yardstick& before) {
  return before.fill.contains(accepted_trouble + verdict.problem->code);
}

// An applied visit that the page itself speaks against was accepted: so will be the next like it.
void note_accepted(Yardstick& after, const VisitFacts& visit, const Yardstick& before) {
  std::erase_if(after.fill,
                [](const auto& share) { return share.first.starts_with(accepted_trouble); });
  if (const auto verdict = judge_arrival(visit, before))
    after.fill[accepted_trouble + verdict->problem->code] = 1;
}

void measure_records(Yardstick& after, const VisitFacts& visit, const Yardstick& before) {
  after.papers = visit.papers;
  for (const auto& [field, found] : visit.found) after.fill[field] = share(found, visit.records);
  after.fill[complete_share] = share(visit.elements - visit.incomplete, visit.elements);
  after.fill[damaged_share] = share(visit.damaged, visit.records);
  after.fill[repeated_share] =
      share(std::max(visit.repeated_titles, visit.repeated_links), visit.records);
  if (!visit.all_unchanged) note_accepted(after, visit, before);
}

std::optional<Judgement> judge_records(const VisitFacts& visit, const Yardstick& before) {
  if (visit.records == 0) return std::nullopt;
  const double complete = share(visit.elements - visit.incomplete, visit.elements);
  if (complete * 2 < usual(before, complete_share, 0)) {
    return quarantine("field_missing",
                      fmt::format("{}: {} of {} records lack {}", where(visit), visit.incomplete,
                                  visit.elements, join(visit.missing_fields, ", ")),
                      look_at_page);
  }
  // Bytes of one encoding under the name of another: the words are not the papers'.
  if (share(visit.damaged, visit.records) > usual(before, damaged_share, 1) + 0.2) {
    return quarantine("encoding",
                      fmt::format("{}: {} of {} records hold characters that cannot be decoded",
                                  where(visit), visit.damaged, visit.records),
                      "give the source's `encoding`, if the page keeps lying about it");
  }
  const std::size_t repeated = std::max(visit.repeated_titles, visit.repeated_links);
  if (repeated >= 3 && share(repeated, visit.records) > 0.5 &&
      usual(before, repeated_share, 0) <= 0.5) {
    return quarantine(
        "repeated",
        fmt::format("{}: {} of {} records bear the same {}", where(visit), repeated, visit.records,
                    visit.repeated_titles >= visit.repeated_links ? "title" : "link"),
        "the rule seems to read something else than the paper's own");
  }
  return std::nullopt;
}

std::optional<Judgement> judge_size(const VisitFacts& visit, const Yardstick& before,
                                    const TrackRules& track,
                                    const std::optional<PagesRules>& pages) {
  const bool is_window = !std::holds_alternative<std::monostate>(track.window);
  if (is_window || is_empty_listing(visit) || !may_compare_size(visit, before, pages))
    return std::nullopt;
  if (visit.papers >= before.papers) return std::nullopt;
  const bool is_big = dropped_by_more_than_half(before.papers, visit.papers);
  if (is_big && visit.reached_end && total_agrees(visit)) return std::nullopt;
  if (!is_big) return std::nullopt;
  return quarantine(visit.truncated ? "truncated" : "records_dropped",
                    fmt::format("{} shows {} papers, previously {}{}", where(visit), visit.papers,
                                before.papers, visit.truncated ? ", and ends in the middle" : ""),
                    "if the listing really became shorter: paperwatch review accept VISIT");
}

// Pages that came unchanged were judged when they were read.
std::optional<Judgement> judge_what_was_read(const VisitFacts& visit, const Yardstick& before,
                                             const TrackRules& track,
                                             const std::optional<PagesRules>& pages) {
  const auto verdict = judge_arrival(visit, before);
  if (verdict && !is_accepted(*verdict, before)) return verdict;
  if (auto broken = judge_records(visit, before)) return broken;
  if (auto smaller = judge_size(visit, before, track, pages)) return smaller;
  // Of what stood behind the cut nobody can say that it is gone, whatever came in its place.
  if (visit.truncated) {
    return partial(
        {"truncated", visit.final_url + " ends in the middle", "the next visit reads it again"});
  }
  return std::nullopt;
}

}  // namespace

Judgement judge(const VisitFacts& visit, const SourceMemory& before, const TrackRules& track,
                const std::optional<PagesRules>& pages, bool comparable) {
  if (!visit.all_unchanged) {
    const Yardstick yardstick = comparable ? before.yardstick : Yardstick{};
    if (auto verdict = judge_what_was_read(visit, yardstick, track, pages)) return *verdict;
  }
  return judge_accepted(visit);
}

Judgement judge_accepted(const VisitFacts& visit) {
  if (visit.trouble) return partial(*visit.trouble);
  if (!visit.reached_end) return {Outcome::partial, std::nullopt};
  if (contradicts_total(visit)) {
    return partial({"count_mismatch",
                    fmt::format("{} states {} records, {} were read", visit.final_url,
                                visit.stated->value, visit.records),
                    "some records may not match the rules, or `pages` does not reach them all"});
  }
  return {visit.all_unchanged ? Outcome::unchanged : Outcome::complete, std::nullopt};
}

Yardstick measure(const Yardstick& before, const VisitFacts& visit, Outcome outcome, bool accepted,
                  std::size_t tracked) {
  Yardstick after = before;
  const bool broke_off = visit.trouble || visit.truncated;
  const bool at_end = !broke_off && visit.reached_end;
  const bool at_max = !broke_off && !visit.reached_end && visit.full;
  if (at_end || at_max) {
    after.depth = visit.pages;
    after.reached_end = at_end;
  } else if (!before.reached_end) {
    after.depth = std::max(before.depth, visit.pages);
  }
  if (at_end || at_max || accepted) measure_records(after, visit, before);

  const bool is_limited = !broke_off && !visit.reached_end;
  const bool says_total =
      (is_limited || accepted) && visit.stated && visit.stated->kind == CountKind::exact;
  if (visit.stated && (proves_absence(outcome) || says_total)) {
    after.stated = compared_with(before.stated, *visit.stated);
    after.stated_page = visit.stated_page;
  }
  if (proves_absence(outcome))
    after.observed = Count{CountKind::exact, static_cast<std::int64_t>(tracked)};
  return after;
}

std::optional<EventKind> next_health(SourceMemory& memory, Outcome outcome, bool asked) {
  if (is_applied(outcome)) {
    memory.failures = 0;
    memory.health = Health::ok;
    if (std::exchange(memory.trouble_told, false)) return EventKind::source_recovered;
    return std::nullopt;
  }
  if (outcome == Outcome::quarantined) {
    memory.failures = 0;
    memory.health = Health::broken;
    if (std::exchange(memory.trouble_told, true)) return std::nullopt;
    return EventKind::source_broken;
  }
  // A visit that had to wait for its host has learnt nothing about the listing.
  if (!asked) return std::nullopt;
  if (++memory.failures < failures_until_unreachable) return std::nullopt;
  memory.health = Health::unreachable;
  if (std::exchange(memory.trouble_told, true)) return std::nullopt;
  return EventKind::source_unreachable;
}

}  // namespace paperwatch
