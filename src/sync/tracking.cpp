// SPDX-License-Identifier: MIT
#include "sync/tracking.hpp"

#include <set>
#include <tuple>
#include <utility>

#include "core/stored_fields.hpp"

namespace paperwatch {

namespace {

// So many papers are compared, written and forgotten together.
constexpr std::size_t papers_at_once = 256;

// Ids and permanent keys of new papers are known only after they were written.
void name_new_papers(std::vector<Event>& events, const Difference& difference,
                     const std::vector<PaperId>& ids) {
  std::map<std::string, PaperId> by_key;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (difference.papers[i].paper == 0) by_key.emplace(difference.papers[i].key, ids[i]);
  }
  for (auto& event : events) {
    if (event.paper && event.paper->id == 0) event.paper->id = by_key.at(event.paper->key);
  }
}

// One visit's papers on their way into the store.
class Tracking {
 public:
  Tracking(Store& store, VisitId visit, const Visited& visited, const Identities& identities,
           const Recall& memory, NewsListener& listener)
      : store_(store),
        visit_(visit),
        visited_(visited),
        identities_(identities),
        memory_(memory),
        listener_(listener) {}

  Tracked run(const std::vector<Sighting>& sightings, const TrackRules& rules) {
    const auto listed = store_.listed(visited_.source);
    out_.paper_of.resize(sightings.size());
    out_.as_shown.resize(sightings.size());
    Comparison comparison(visited_, identities_, sightings, memory_, listed, rules);
    listener_.expect(comparison.brings_new());
    while (next_ < identities_.papers.size()) {
      comparison.see(papers_at_once);
      write(comparison.take());
    }
    comparison.miss();
    write(comparison.take());
    return std::move(out_);
  }

 private:
  void write(Difference found) {
    const auto ids = store_.write_papers(visit_, visited_.source, visited_.at, found.papers);
    store_.write_absences(visit_, visited_.source, found.absences);
    name_new_papers(found.events, found, ids);
    place(found, ids);
    out_.written.insert(ids.begin(), ids.end());
    for (const auto& event : found.events) out_.written.insert(event.paper->id);
    out_.tracked = found.tracked;
    for (auto& field : found.lost_fields) out_.lost_fields.push_back(std::move(field));
    const auto papers = contents(found, ids);
    listener_.tell(std::move(found.events), papers);
  }

  void place(const Difference& found, const std::vector<PaperId>& ids) {
    for (std::size_t i = 0; i < found.placed.size(); ++i, ++next_) {
      const auto& [known, index] = found.placed[i];
      for (const std::size_t sighting : identities_.papers[next_].sightings) {
        out_.paper_of[sighting] = known != 0 ? known : ids[index];
        out_.as_shown[sighting] = found.as_shown[i];
      }
    }
  }

  // Of the papers that somebody may be told of.
  std::map<PaperId, Fields> contents(const Difference& found,
                                     const std::vector<PaperId>& ids) const {
    std::map<PaperId, Fields> papers;
    for (const auto& event : found.events) {
      if (!event.baseline) papers.try_emplace(event.paper->id);
    }
    if (papers.empty()) return papers;
    std::set<PaperId> renewed;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto paper = papers.find(ids[i]);
      if (paper == papers.end() || !found.papers[i].version) continue;
      paper->second = *found.papers[i].version;
      renewed.insert(ids[i]);
    }
    for (auto& [paper, fields] : papers) {
      if (renewed.contains(paper)) continue;
      if (const auto known = memory_.paper(paper)) fields = known->fields;
    }
    return papers;
  }

  Store& store_;
  VisitId visit_;
  const Visited& visited_;
  const Identities& identities_;
  const Recall& memory_;
  NewsListener& listener_;
  std::size_t next_ = 0;  // of the papers, to be placed
  Tracked out_;
};

}  // namespace

std::vector<Sighting> sightings_of(ReadPages& readings, const std::vector<std::size_t>& listing,
                                   const PutAside& aside, Store& store) {
  std::vector<Sighting> sightings;
  std::size_t count = 0;
  for (const std::size_t index : listing) count += readings[index].record_count;
  sightings.reserve(count);
  for (const std::size_t index : listing) {
    ReadPage& page = readings[index];
    const int reading = static_cast<int>(index);
    if (page.memory) {
      const auto& [papers, records] = std::tie(page.memory->papers, page.memory->records);
      for (std::size_t i = 0; i < papers.size(); ++i) {
        Sighting& sighting = sightings.emplace_back();
        sighting.page = page.number;
        sighting.reading = reading;
        sighting.known = store.current(papers[i]);
        const bool is_all = i < records.size() && records[i] != 0;
        if (is_all && sighting.known == papers[i]) sighting.repeats = papers[i];
      }
      continue;
    }
    for (auto& record : std::exchange(page.records, {})) {
      const bool is_one = record.repeats == 0 || store.current(record.repeats) == record.repeats;
      sightings.push_back({page.number, reading, page.final_url, Shown(aside, record.shown),
                           std::move(record.keys), std::nullopt, record.link, record.hash,
                           is_one ? record.repeats : 0});
    }
  }
  return sightings;
}

Tracked track(Store& store, VisitId visit, const Visited& visited,
              const std::vector<Sighting>& sightings, Identities identities, Recall& memory,
              const TrackRules& rules, NewsListener& listener) {
  std::size_t merged = 0;
  if (!identities.merges.empty()) {
    const auto before = store.listed(visited.source).size();
    store.merge(visit, visited.at, identities.merges);
    memory.forget();
    merged = before - store.listed(visited.source).size();
  }
  // Of pages read anew it is certain which papers they yield no longer.
  follow_changed_links(identities, sightings, memory, visited.proves_absence || visited.yielded);
  auto tracked =
      Tracking(store, visit, visited, identities, memory, listener).run(sightings, rules);
  tracked.merged = merged;
  memory.forget();
  return tracked;
}

}  // namespace paperwatch
