// SPDX-License-Identifier: MIT
#include "sync/facts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/url.hpp"
#include "core/counts.hpp"

namespace paperwatch {

namespace {

// Whether a page ended as html does is remembered with the fields it showed.
constexpr const char* proper_end = "(end)";

void add_page(VisitFacts& facts, std::vector<Statement>& statements, const ReadPage& page,
              int order) {
  const auto add_count = [&](const std::optional<Count>& count) {
    if (count) statements.push_back({*count, order});
  };
  if (page.memory) {
    const PageMemory& memory = *page.memory;
    facts.records += memory.papers.size();
    facts.elements += memory.elements;
    facts.incomplete += memory.incomplete;
    facts.sections_filtered |= memory.sections_filtered;
    facts.empty_marker |= memory.empty_marker && page.number == 1;
    for (const auto& [field, found] : memory.found) facts.found[field] += found;
    return add_count(memory.count);
  }
  const Listing& listing = *page.listing;
  facts.records += page.record_count;
  facts.elements += listing.elements;
  facts.incomplete += listing.incomplete;
  facts.sections_filtered |= listing.sections_filtered;
  facts.empty_marker |= listing.empty_marker && page.number == 1;
  facts.replaced = std::max(facts.replaced, listing.replaced);
  for (const auto& report : listing.fields) facts.found[report.field] += report.found;
  facts.damaged += page.damaged;
  add_count(listing.count);
}

// Sorts the records by `less` and calls `found` with each run of those that it does not tell apart.
template <typename Less, typename Found>
void for_each_run(std::vector<const Sighting*>& records, Less less, Found found) {
  std::sort(records.begin(), records.end(),
            [&](const Sighting* a, const Sighting* b) { return less(*a, *b); });
  for (auto begin = records.begin(); begin != records.end();) {
    const auto end = std::upper_bound(begin, records.end(), *begin,
                                      [&](const auto* a, const auto* b) { return less(*a, *b); });
    found(**begin, begin, end);
    begin = end;
  }
}

// Records that say the same as other records do, though they are others.
void count_repeats(VisitFacts& facts, const std::vector<Sighting>& sightings) {
  std::vector<const Sighting*> records;
  for (const auto& sighting : sightings) {
    if (!sighting.known) records.push_back(&sighting);
  }
  for_each_run(
      records, [](const auto& a, const auto& b) { return a.keys.title < b.keys.title; },
      [&](const Sighting& first, auto begin, auto end) {
        const bool differ = std::any_of(begin, end, [&](const Sighting* other) {
          return other->keys.strong != first.keys.strong;
        });
        if (differ && !first.keys.title.empty())
          facts.repeated_titles += static_cast<std::size_t>(end - begin);
      });
  for_each_run(
      records, [](const auto& a, const auto& b) { return a.link < b.link; },
      [&](const Sighting& first, auto begin, auto end) {
        const bool differ = std::any_of(begin, end, [&](const Sighting* other) {
          return other->keys.title != first.keys.title;
        });
        const auto count = static_cast<std::size_t>(end - begin);
        if (differ && first.link != 0) facts.repeated_links = std::max(facts.repeated_links, count);
      });
}

void sum_up(VisitFacts& facts, const std::vector<Statement>& statements,
            const std::vector<Sighting>& sightings, std::size_t papers) {
  facts.papers = papers;
  if (const auto stated = stated_by(statements)) {
    facts.stated = stated->count;
    facts.stated_page = stated->page;
  }
  count_repeats(facts, sightings);
}

std::vector<std::string> required_fields(const ExtractRules& rules) {
  if (rules.require) return *rules.require;
  return {"title", "or a link"};
}

bool leads_elsewhere(const ReadPage& page) {
  const auto asked = parse_url(page.url), got = parse_url(page.final_url);
  return asked && got && (asked->path != got->path);
}

// The place of a selector that was not the first of its list but gave most values.
std::optional<std::size_t> fallback_of(const FieldReport& report) {
  const auto& won = report.winners;
  const auto best = std::max_element(won.begin(), won.end());
  if (best == won.end() || best == won.begin() || *best == 0) return std::nullopt;
  return static_cast<std::size_t>(best - won.begin());
}

}  // namespace

VisitFacts facts_of(const ReadVisit& visit, const std::vector<Sighting>& sightings,
                    std::size_t papers) {
  VisitFacts facts;
  facts.full = visit.full;
  facts.reached_end = visit.reader->reached_end();
  facts.trouble = visit.reader->trouble();
  facts.pages = visit.reader->pages();
  facts.all_unchanged = true;
  std::vector<Statement> statements;
  for (const std::size_t index : visit.reader->listing()) {
    const ReadPage& page = visit.readings[index];
    // A listing that moved is stated best by what was read last.
    add_page(facts, statements, page, static_cast<int>(index) + 1);
    facts.all_unchanged &= page.memory.has_value();
    if (!page.listing) continue;
    facts.truncated |= is_cut(page);
    facts.has_password_field |= page.listing->has_password_field && page.number == 1;
    facts.looks_blocked |= page.listing->looks_blocked && page.number == 1;
    facts.is_error |= page.listing->is_error && page.number == 1;
  }
  sum_up(facts, statements, sightings, papers);
  if (!visit.reader->listing().empty()) {
    const ReadPage& first = visit.readings[visit.reader->listing().front()];
    facts.url = first.url;
    facts.final_url = first.final_url;
    facts.redirected = leads_elsewhere(first);
    if (first.listing) facts.page_title = first.listing->page_title;
  }
  const auto& record = visit.source->extract->record.select;
  facts.record_rule = record ? fmt::format("`{}`", record->text) : "the feed's items";
  facts.missing_fields = required_fields(visit.source->extract);
  return facts;
}

VisitFacts facts_of_pages(const ReadPages& pages, const std::vector<Sighting>& sightings,
                          std::size_t papers) {
  VisitFacts facts;
  facts.reached_end = true;
  facts.pages = static_cast<int>(pages.size());
  std::vector<Statement> statements;
  for (const auto& page : pages) add_page(facts, statements, page, page.number);
  sum_up(facts, statements, sightings, papers);
  return facts;
}

PageMemory page_memory(const ReadPage& read) {
  const Listing& listing = *read.listing;
  PageMemory page;
  page.url = read.url;
  page.final_url = read.final_url;
  page.body_hash = read.body_hash;
  page.count = listing.count;
  page.count_text = listing.count_text;
  page.next = listing.next;
  page.empty_marker = listing.empty_marker;
  page.sections_filtered = listing.sections_filtered;
  page.elements = listing.elements;
  page.incomplete = listing.incomplete;
  page.shape = listing.shape;
  for (const auto& report : listing.fields) page.found[report.field] = report.found;
  if (listing.ends) page.found[proper_end] = 1;
  return page;
}

bool shows_the_same(const PageMemory& page, const PageMemory& before) {
  // A query may hold a nonce, and so may what a count statement says besides the count.
  const auto place = [](const PageMemory& of) {
    return of.final_url.substr(0, of.final_url.find('?'));
  };
  return page.papers == before.papers && page.count == before.count &&
         page.elements == before.elements && page.incomplete == before.incomplete &&
         page.shape == before.shape && page.found == before.found &&
         page.empty_marker == before.empty_marker &&
         page.sections_filtered == before.sections_filtered &&
         page.next.has_value() == before.next.has_value() && place(page) == place(before);
}

bool ended_properly(const PageMemory& page) {
  return page.found.contains(proper_end);
}

std::vector<PageEvidence> evidence_of(const ReadVisit& visit) {
  std::vector<PageEvidence> pages;
  for (const auto& read : visit.readings) {
    PageEvidence& page = pages.emplace_back();
    page.number = read.number;
    page.url = read.url;
    page.final_url = read.final_url;
    page.status = read.status;
    page.validators = read.validators;
    page.body_hash = read.memory ? read.memory->body_hash : read.body_hash;
    page.content_type = read.content_type;
    page.length_known = read.length_known;
    if (read.memory) {
      page.elements = read.memory->elements;
      page.records = read.memory->papers.size();
      page.found = read.memory->found;
    } else if (read.listing) {
      page.elements = read.listing->elements;
      page.records = read.record_count;
      for (const auto& report : read.listing->fields) page.found[report.field] = report.found;
    }
  }
  return pages;
}

bool reads_first_page(const ReadVisit& visit) {
  return std::any_of(visit.readings.begin(), visit.readings.end(),
                     [](const ReadPage& page) { return page.listing && page.number == 1; });
}

namespace {

constexpr std::string_view by_selector = ": read by selector ";

}  // namespace

std::vector<std::string> selectors_noted(const std::vector<std::string>& notes) {
  std::vector<std::string> out;
  for (const auto& note : notes) {
    if (note.find(by_selector) != std::string::npos) out.push_back(note);
  }
  return out;
}

std::vector<std::string> notes_of(const ReadVisit& visit) {
  std::vector<std::string> notes;
  for (const auto& read : visit.readings) {
    if (!read.listing || read.number != 1) continue;
    for (const auto& report : read.listing->fields) {
      if (const auto place = fallback_of(report)) {
        notes.push_back(fmt::format("{}{}{} of {}, the first finds nothing", report.field,
                                    by_selector, *place + 1, report.winners.size()));
      }
    }
    for (const auto& warning : read.listing->warnings) notes.push_back(warning);
    break;
  }
  return notes;
}

}  // namespace paperwatch
