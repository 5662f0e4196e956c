// SPDX-License-Identifier: MIT
#include "app/trial.hpp"

#include "core/health.hpp"
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
  visit.readings.push_back(page);
  // One page alone: whether others follow is not tried.
  visit.reader.emplace(source.url, std::nullopt, KnownExtent{});
  PageReading reading;
  reading.url = trial.url;
  visit.reader->read(reading);

  std::vector<Sighting> sightings;
  for (const auto& record : listing.records) {
    sightings.push_back({1, 0, trial.final_url, record.fields,
                         keys_of(record.fields, source.extract.key_from, source.id), std::nullopt});
  }
  const auto papers = identify(sightings, {}).papers.size();
  const auto judgement =
      judge(facts_of(visit, sightings, papers), {}, source.track, std::nullopt, true);
  return is_applied(judgement.outcome) ? std::nullopt : judgement.problem;
}

}  // namespace paperwatch
