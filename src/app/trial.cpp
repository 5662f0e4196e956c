// SPDX-License-Identifier: MIT
#include "app/trial.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "core/health.hpp"
#include "core/listing_reader.hpp"
#include "sync/facts.hpp"

namespace paperwatch {

std::string first_page_of(const Source& source) {
  return first_page_url(source.url, source.pages);
}

std::optional<Problem> problem_of_trial(const Source& source, const Extractor& extractor,
                                        const Trial& trial, const Listing& listing) {
  ReadVisit visit;
  visit.source = &source;
  visit.extractor = &extractor;
  ReadPage page;
  page.url = trial.url;
  page.final_url = trial.final_url;
  page.length_known = trial.length_known;
  page.listing = listing;
  for (const auto& record : listing.records) add_record(page, record.fields, source);
  // One page alone: whether others follow is not tried.
  visit.reader.emplace(source.url, std::nullopt, KnownExtent{});
  PageReading reading;
  reading.url = trial.url;
  visit.reader->read(reading);

  std::vector<Sighting> sightings;
  for (std::size_t i = 0; i < listing.records.size(); ++i) {
    sightings.push_back({1, 0, trial.final_url, listing.records[i].fields, page.records[i].keys,
                         std::nullopt, page.records[i].link});
  }
  visit.readings.push_back(std::move(page));
  const auto papers = identify(sightings, {}).papers.size();
  const auto judgement =
      judge(facts_of(visit, sightings, papers), {}, source.track, std::nullopt, true);
  return is_applied(judgement.outcome) ? std::nullopt : judgement.problem;
}

std::optional<Listing> without_requirements(const Source& source, const Trial& trial) {
  ExtractRules rules = source.extract;
  rules.require = std::vector<std::string>{};
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(rules, std::nullopt, faults);
  if (!extractor) return std::nullopt;
  auto listing = extractor->extract({trial.body, trial.final_url, trial.content_type});
  return listing ? std::optional(std::move(*listing)) : std::nullopt;
}

namespace {

std::string selectors_of(const FieldRule& rule) {
  std::vector<std::string> texts;
  for (const auto& selector : rule.select) texts.push_back("'" + selector.text + "'");
  std::string out = join(texts, ", ");
  if (rule.match) out += " with match '" + rule.match->text + "'";
  return out;
}

bool shows_sections(const Listing& listing) {
  return std::any_of(listing.records.begin(), listing.records.end(),
                     [](const Record& record) { return record.fields.contains("section"); });
}

// A link of a page whose own address is not known.
std::optional<std::string> relative_value(const Source& source, const Trial& trial) {
  if (!trial.final_url.empty()) return std::nullopt;
  const auto listing = without_requirements(source, trial);
  for (std::size_t i = 0; listing && i < listing->fields.size(); ++i) {
    const auto& report = listing->fields[i];
    const bool is_link = report.field == "url" || report.field == "pdf";
    if (is_link && !report.unreadable.empty()) return report.unreadable.front();
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> notes_on(const Source& source, const Trial& trial,
                                  const Listing& listing) {
  std::vector<std::string> notes;
  const auto& rules = *source.extract;
  const auto& pages = source.pages;
  const bool has_next_warning =
      std::any_of(listing.warnings.begin(), listing.warnings.end(),
                  [](const std::string& line) { return line.starts_with("pages, next:"); });
  if (rules.count && listing.count_text.empty() && !listing.count)
    notes.push_back("count: " + selectors_of(*rules.count) + " matches nothing on this page");
  if (pages && pages->next && !listing.next && !has_next_warning) {
    notes.push_back("next: " + selectors_of(*pages->next) +
                    " matches nothing on this page, which is right on the last one only");
  }
  if (rules.section && !listing.records.empty() && !shows_sections(listing))
    notes.push_back("section: '" + rules.section->heading.text +
                    "' matches nothing before the records");
  if (const auto value = relative_value(source, trial))
    notes.push_back("'" + *value +
                    "' is relative, and the page's address is not known; say --url ADDRESS");
  return notes;
}

std::optional<std::string> next_address(const Source& source, const Trial& trial,
                                        const Listing& listing) {
  if (!source.pages || source.pages->url_template.empty() || !source.pages->next || !listing.next)
    return listing.next;
  ListingReader reader(source.url, source.pages, KnownExtent{});
  PageReading reading;
  reading.url = trial.url;
  reading.next = listing.next;
  for (std::size_t i = 0; i < listing.records.size(); ++i)
    reading.records.push_back(std::to_string(i));
  reader.read(reading);
  const auto step = reader.next();
  return step && !step->is_recheck ? std::optional(step->url) : listing.next;
}

}  // namespace paperwatch
