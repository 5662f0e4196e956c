// SPDX-License-Identifier: MIT
#include "render/status.hpp"

#include <utility>

#include "base/time.hpp"
#include "core/calendar.hpp"
#include "core/freshness.hpp"
#include "core/visit_times.hpp"

namespace paperwatch {

namespace {

SourceStatus status_of(const SourceMemory& memory, std::size_t papers) {
  SourceStatus status;
  status.source = memory.source;
  status.health = name_of(memory.health);
  status.last_visit = memory.last_visit;
  status.last_outcome = memory.last_outcome;
  status.next_visit = memory.next_visit;
  status.papers = papers;
  status.count = memory.yardstick.stated ? memory.yardstick.stated : memory.yardstick.observed;
  status.problem = memory.problem;
  status.notes = memory.notes;
  if (!memory.moved_to.empty()) status.notes.push_back("has moved for good to " + memory.moved_to);
  return status;
}

}  // namespace

std::vector<SourceStatus> source_statuses(const Config& config,
                                          const std::vector<SourceMemory>& known_sources,
                                          const std::map<std::string, std::size_t>& papers,
                                          Time now) {
  std::map<std::string, SourceMemory> memories;
  for (const auto& memory : known_sources) memories.emplace(memory.source, memory);
  const auto count = [&](const std::string& id) { return papers.contains(id) ? papers.at(id) : 0; };

  std::vector<SourceStatus> statuses;
  for (const auto& source : config.sources) {
    const auto known = memories.find(source.id);
    auto memory = known == memories.end() ? SourceMemory{} : known->second;
    memory.source = source.id;
    const auto silent_from = stale_from(source, memory);
    if (can_be_stale(memory) && silent_from && *silent_from <= now) memory.health = Health::stale;
    auto& status = statuses.emplace_back(status_of(memory, count(source.id)));
    if (memory.health == Health::stale && memory.last_new)
      status.notes.push_back("no new paper since " + local_time(*memory.last_new));
    if (!source.enabled) status.notes.push_back("paused: enabled is false");
    status.next_visit = planned_visit(source, memory);
    if (!source.enabled || status.next_visit == never) status.next_visit.reset();
    memories.erase(source.id);
  }
  for (const auto& [id, memory] : memories) {
    auto& status = statuses.emplace_back(status_of(memory, count(id)));
    status.health = "removed";
    status.next_visit.reset();
    status.problem.reset();  // of no more concern to anybody
    status.notes = {"no longer in the configuration; its history stays"};
  }
  return statuses;
}

}  // namespace paperwatch
