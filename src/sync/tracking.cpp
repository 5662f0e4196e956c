// SPDX-License-Identifier: MIT
#include "sync/tracking.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/comparable.hpp"
#include "core/stored_fields.hpp"

namespace paperwatch {

namespace {

void add_known(Memory& memory, std::vector<KnownPaper> papers) {
  for (auto& paper : papers) {
    const PaperId id = paper.id;
    memory.papers.insert_or_assign(id, std::move(paper));
  }
}

// What the store knows of the papers that the sightings may be.
Memory recall(Store& store, const std::string& source, const std::vector<Sighting>& sightings) {
  Memory memory;
  std::set<PaperId> unread, owners;
  for (const auto& sighting : sightings) {
    if (sighting.known) unread.insert(*sighting.known);
  }
  add_known(memory, store.known(source, {unread.begin(), unread.end()}));
  memory.owners = store.owners(all_keys(sightings, memory));
  for (const auto& [key, papers] : memory.owners) {
    for (const PaperId paper : papers) {
      if (!memory.papers.contains(paper)) owners.insert(paper);
    }
  }
  add_known(memory, store.known(source, {owners.begin(), owners.end()}));
  return memory;
}

bool lacks_any(const Fields& shown, const Fields& before) {
  return std::any_of(before.begin(), before.end(),
                     [&](const auto& field) { return !shown.contains(field.first); });
}

// What other sources still show of the papers that lost a field in this one.
void add_shown_elsewhere(Store& store, Memory& memory, const Identities& identities,
                         const std::vector<Sighting>& sightings,
                         const std::vector<std::string>& watched) {
  for (const auto& identity : identities.papers) {
    const auto known = memory.papers.find(identity.paper);
    if (known == memory.papers.end() || !known->second.here || known->second.others.empty())
      continue;
    const Fields& before = known->second.here->fields;
    const bool lost_any =
        std::any_of(identity.sightings.begin(), identity.sightings.end(), [&](const std::size_t i) {
          return !sightings[i].known && lacks_any(sightings[i].fields, before);
        });
    if (!lost_any) continue;
    auto& fields = memory.shown_elsewhere[identity.paper];
    for (const auto& source : known->second.others) {
      if (std::find(watched.begin(), watched.end(), source) == watched.end()) continue;
      for (const auto& there : store.known(source, {identity.paper}))
        for (const auto& [field, value] : there.here->fields) fields.insert(field);
    }
  }
}

const Change* change_of(const std::vector<Change>& changes, const std::string& field) {
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [&](const Change& change) { return change.field == field; });
  return found == changes.end() ? nullptr : &*found;
}

// Whether the visit that last changed the field in the paper's content told of it.
bool is_last_change_told(const std::vector<VersionRow>& versions, const std::vector<Event>& events,
                         const std::string& field) {
  const auto last =
      std::find_if(versions.rbegin(), versions.rend(), [&](const VersionRow& version) {
        const auto* change = change_of(version.changes, field);
        return change && change->before && change->after;
      });
  if (last == versions.rend()) return true;  // it is what it was from the beginning
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return event.visit == last->visit && change_of(event.changes, field);
  });
}

// What a source that does not watch a field made of it was told by nobody; one that does watch
// it still has to.
void add_untold(Store& store, Memory& memory, const Identities& identities,
                const std::vector<Sighting>& sightings) {
  for (const auto& identity : identities.papers) {
    const auto found = memory.papers.find(identity.paper);
    if (found == memory.papers.end() || !found->second.here || found->second.others.empty())
      continue;
    const Standing& here = *found->second.here;
    const Fields& content = found->second.fields;
    std::set<std::string> moved;
    for (const std::size_t i : identity.sightings) {
      const Fields& shown = sightings[i].known ? here.pending : sightings[i].fields;
      for (const auto& [field, value] : shown) {
        const Value* before = find_field(here.fields, field);
        const Value* newest = find_field(content, field);
        if (!same_content(field, before, &value) && !same_content(field, before, newest))
          moved.insert(field);
      }
    }
    if (moved.empty()) continue;
    EventQuery changes;
    changes.paper = identity.paper;
    const auto events = store.events(changes);
    const auto history = store.history(identity.paper);
    std::erase_if(moved, [&](const auto& field) {
      return !history || is_last_change_told(history->versions, events, field);
    });
    if (!moved.empty()) memory.untold.emplace(identity.paper, std::move(moved));
  }
}

// The papers that this visit may find removed; their events need their content.
std::vector<PaperId> removal_candidates(const std::vector<Listed>& listed,
                                        const Identities& identities, const TrackRules& rules) {
  std::set<PaperId> seen;
  for (const auto& identity : identities.papers) seen.insert(identity.paper);
  std::vector<PaperId> candidates;
  for (const auto& entry : listed) {
    if (entry.missed + 1 >= rules.removal_visits && !seen.contains(entry.paper))
      candidates.push_back(entry.paper);
  }
  return candidates;
}

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

}  // namespace

std::vector<Sighting> sightings_of(const std::vector<ReadPage>& readings,
                                   const std::vector<std::size_t>& listing, Store& store) {
  std::vector<Sighting> sightings;
  for (const std::size_t index : listing) {
    const ReadPage& page = readings[index];
    const int reading = static_cast<int>(index);
    if (page.memory) {
      for (const PaperId paper : page.memory->papers) {
        Sighting& sighting = sightings.emplace_back();
        sighting.page = page.number;
        sighting.reading = reading;
        sighting.known = store.current(paper);
      }
      continue;
    }
    const auto& records = page.listing->records;
    for (std::size_t i = 0; i < records.size(); ++i) {
      sightings.push_back({page.number, reading, page.final_url, as_stored(records[i].fields),
                           page.keys[i], std::nullopt});
    }
  }
  return sightings;
}

Recognised recognise(Store& store, const std::string& source,
                     const std::vector<Sighting>& sightings) {
  Recognised recognised;
  recognised.memory = recall(store, source, sightings);
  recognised.identities = identify(sightings, recognised.memory);
  return recognised;
}

Tracked track(Store& store, VisitId visit, const Visited& visited,
              const std::vector<Sighting>& sightings, Recognised recognised,
              const TrackRules& rules, const std::vector<std::string>& watched) {
  auto& [memory, identities] = recognised;
  Tracked out;
  if (!identities.merges.empty()) {
    const auto before = store.listed(visited.source).size();
    store.merge(visit, visited.at, identities.merges);
    memory = recall(store, visited.source, sightings);
    out.merged = before - store.listed(visited.source).size();
  }
  // Of pages read anew it is certain which papers they yield no longer.
  follow_changed_links(identities, sightings, memory, visited.proves_absence || visited.yielded);

  const auto listed = store.listed(visited.source);
  if (visited.proves_absence) {
    add_known(memory, store.known(visited.source, removal_candidates(listed, identities, rules)));
  }
  add_shown_elsewhere(store, memory, identities, sightings, watched);
  add_untold(store, memory, identities, sightings);
  Difference found = difference(visited, identities, sightings, memory, listed, rules);

  const auto ids = store.write_papers(visit, visited.source, visited.at, found.papers);
  store.write_absences(visit, visited.source, found.absences);
  name_new_papers(found.events, found, ids);

  out.paper_of.resize(sightings.size());
  for (std::size_t i = 0; i < identities.papers.size(); ++i) {
    const auto& [known, index] = found.placed[i];
    for (const std::size_t s : identities.papers[i].sightings)
      out.paper_of[s] = known != 0 ? known : ids[index];
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto& write = found.papers[i];
    const auto known = memory.papers.find(write.paper);
    out.papers[ids[i]] = write.version                  ? *write.version
                         : known == memory.papers.end() ? write.here.fields
                                                        : known->second.fields;
  }
  for (const auto& event : found.events) {
    const auto known = memory.papers.find(event.paper->id);
    if (known != memory.papers.end()) out.papers.try_emplace(event.paper->id, known->second.fields);
  }
  out.events = std::move(found.events);
  out.tracked = found.tracked;
  out.lost_fields = std::move(found.lost_fields);
  return out;
}

}  // namespace paperwatch
