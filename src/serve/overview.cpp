// SPDX-License-Identifier: MIT
#include "serve/overview.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/time.hpp"
#include "base/url_parts.hpp"
#include "core/review_spans.hpp"
#include "render/status.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t visits_shown = 40;
constexpr std::size_t reviews_shown = 200;

std::int64_t counted_by(const VisitRow& visit) {
  if (visit.stated) return visit.stated->value;
  if (visit.observed) return visit.observed->value;
  return static_cast<std::int64_t>(visit.papers);
}

std::vector<std::int64_t> history_of(Store& store, const std::string& source) {
  std::vector<std::int64_t> history;
  for (const auto& visit : store.visits(source, std::nullopt, visits_shown)) {
    if (is_applied(visit.outcome)) history.push_back(counted_by(visit));
  }
  std::reverse(history.begin(), history.end());
  return history;
}

}  // namespace

const SourceGlance* Overview::find(std::string_view source) const {
  const auto found = std::find_if(sources.begin(), sources.end(), [&](const SourceGlance& glance) {
    return glance.status.source == source;
  });
  return found == sources.end() ? nullptr : &*found;
}

Overview read_overview(const Config& config, Store& store, Catalogue& catalogue) {
  Overview overview;
  const auto memories = store.sources();
  std::map<std::string, const SourceMemory*> by_id;
  for (const auto& memory : memories) by_id.emplace(memory.source, &memory);
  for (auto& status : source_statuses(config, memories, store.listed_counts(), wall_now())) {
    SourceGlance glance;
    const auto* source = config.find(status.source);
    const auto known = by_id.find(status.source);
    glance.title = source && !source->title.empty() ? source->title : status.source;
    if (source) glance.url = without_login(source->url);
    if (known != by_id.end()) glance.failures = known->second->failures;
    glance.history = history_of(store, status.source);
    glance.status = std::move(status);
    overview.sources.push_back(std::move(glance));
  }
  overview.totals = catalogue.totals();
  Catalogue::Events last;
  last.limit = 1;
  const auto newest = catalogue.events(last);
  if (!newest.empty()) overview.newest_event = newest.front().id;
  auto visits = visits_to_review(store);
  overview.quarantined = visits.size();
  std::reverse(visits.begin(), visits.end());
  overview.to_decide = review_spans(visits).size();
  return overview;
}

std::vector<VisitRow> visits_to_review(Store& store) {
  auto visits = store.visits(std::nullopt, Outcome::quarantined, reviews_shown);
  std::map<std::string, std::optional<Time>> applied;
  for (const auto& memory : store.sources()) applied[memory.source] = memory.last_applied;
  std::erase_if(visits, [&](const VisitRow& visit) {
    const auto known = applied.find(visit.source);
    return visit.review != Review::open ||
           (known != applied.end() && known->second && visit.started <= *known->second);
  });
  return visits;
}

}  // namespace paperwatch
