// SPDX-License-Identifier: MIT
#include "sync/recall.hpp"

#include <algorithm>

namespace paperwatch {

namespace {

constexpr std::size_t most_owners = 4096;
constexpr std::size_t most_papers = 512;

const Change* change_of(const std::vector<Change>& changes, const std::string& field) {
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [&](const Change& change) { return change.field == field; });
  return found == changes.end() ? nullptr : &*found;
}

}  // namespace

std::vector<PaperId> Recall::owners(const std::string& key) const {
  if (const auto known = owners_.find(key); known != owners_.end()) return known->second;
  if (owners_.size() == most_owners) owners_.clear();
  auto found = store_.owners({key});
  const auto owners = found.find(key);
  return owners_[key] = owners == found.end() ? std::vector<PaperId>{} : std::move(owners->second);
}

std::shared_ptr<const KnownPaper> Recall::paper(PaperId paper) const {
  if (paper == 0) return nullptr;
  if (const auto known = papers_.find(paper); known != papers_.end()) return known->second;
  if (papers_.size() == most_papers) papers_.clear();
  auto found = store_.known(source_, {paper});
  auto& known = papers_[paper];
  if (!found.empty()) known = std::make_shared<const KnownPaper>(std::move(found.front()));
  return known;
}

std::set<std::string> Recall::shown_elsewhere(const KnownPaper& paper) const {
  std::set<std::string> fields;
  for (const auto& source : paper.others) {
    if (std::find(watched_.begin(), watched_.end(), source) == watched_.end()) continue;
    for (const auto& there : store_.known(source, {paper.id}))
      for (const auto& [field, value] : there.here->fields) fields.insert(field);
  }
  return fields;
}

bool Recall::is_last_change_told(const KnownPaper& paper, const std::string& field) const {
  if (paper.others.empty()) return true;
  const auto history = store_.history(paper.id);
  if (!history) return true;
  const auto& versions = history->versions;
  const auto last = std::find_if(versions.rbegin(), versions.rend(), [&](const auto& one) {
    const auto* change = change_of(one.changes, field);
    return change && change->before && change->after;
  });
  if (last == versions.rend()) return true;  // it is what it was from the beginning
  EventQuery of_paper;
  of_paper.paper = paper.id;
  const auto events = store_.events(of_paper);
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return event.visit == last->visit && change_of(event.changes, field);
  });
}

void Recall::read_ahead(const std::vector<Sighting>& sightings) {
  std::vector<std::string> keys;
  for (const auto& sighting : sightings) {
    keys.insert(keys.end(), sighting.keys.strong.begin(), sighting.keys.strong.end());
    keys.push_back(sighting.keys.title);
  }
  const auto found = store_.owners(keys);
  std::set<PaperId> papers;
  for (const auto& key : keys) {
    const auto owners = found.find(key);
    auto& known = owners_[key];
    if (owners == found.end()) continue;
    known = owners->second;
    papers.insert(known.begin(), known.end());
  }
  for (auto& paper : store_.known(source_, {papers.begin(), papers.end()})) {
    auto& known = papers_[paper.id];
    known = std::make_shared<const KnownPaper>(std::move(paper));
  }
}

void Recall::forget() {
  owners_.clear();
  papers_.clear();
}

}  // namespace paperwatch
