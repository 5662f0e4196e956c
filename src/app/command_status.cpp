// SPDX-License-Identifier: MIT
#include <map>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "core/freshness.hpp"
#include "render/text.hpp"

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

// Configured sources in their order, then those that only the database still knows.
std::vector<SourceStatus> all_statuses(const Config& config, Store& store) {
  std::map<std::string, SourceMemory> memories;
  for (auto& memory : store.sources()) memories.emplace(memory.source, std::move(memory));
  const auto papers = store.listed_counts();
  const auto count = [&](const std::string& id) { return papers.contains(id) ? papers.at(id) : 0; };

  std::vector<SourceStatus> statuses;
  for (const auto& source : config.sources) {
    const auto known = memories.find(source.id);
    auto memory = known == memories.end() ? SourceMemory{} : known->second;
    memory.source = source.id;
    const auto silent_from = stale_from(source, memory);
    if (can_be_stale(memory) && silent_from && *silent_from <= wall_now())
      memory.health = Health::stale;
    auto& status = statuses.emplace_back(status_of(memory, count(source.id)));
    if (memory.health == Health::stale && memory.last_new)
      status.notes.push_back("no new paper since " + local_time(*memory.last_new));
    if (!source.enabled) status.notes.push_back("paused: enabled is false");
    if (!source.enabled) status.next_visit.reset();
    memories.erase(source.id);
  }
  for (const auto& [id, memory] : memories) {
    auto& status = statuses.emplace_back(status_of(memory, count(id)));
    status.health = "removed";
    status.next_visit.reset();
  }
  return statuses;
}

std::string when(const std::optional<Time>& time) {
  return time ? local_time(*time) : "never";
}

void print_table(const Session& session, const std::vector<SourceStatus>& statuses,
                 const Store::Counts& counts) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& status : statuses) {
    rows.push_back({status.source, status.health, std::to_string(status.papers),
                    status.count ? count_text(*status.count) : "",
                    status.last_outcome ? std::string(name_of(*status.last_outcome)) : "",
                    when(status.last_visit),
                    status.next_visit ? local_time(*status.next_visit) : ""});
  }
  session.print(render_table({{"source", Column::Align::left, true},
                              {"health"},
                              {"papers", Column::Align::right},
                              {"count"},
                              {"outcome"},
                              {"last visit"},
                              {"next visit"}},
                             rows, terminal_width()));
  for (const auto& status : statuses) {
    if (status.problem)
      session.print(fmt::format("\n{}: {}\n", status.source, status.problem->message));
    if (status.problem && !status.problem->hint.empty())
      session.print(fmt::format("  {}\n", status.problem->hint));
    for (const auto& note : status.notes)
      session.print(fmt::format("{}: {}\n", status.source, note));
  }
  if (counts.waiting + counts.failed > 0) {
    session.print(
        fmt::format("\ndeliveries: {} waiting, {} failed\n", counts.waiting, counts.failed));
  }
}

int status_command(const Session& session) {
  const Config config = session.load();
  Store store = session.open(config, Store::Access::read);
  const auto statuses = all_statuses(config, store);
  const auto counts = store.counts();
  if (session.json) {
    session.print_json(status_json(statuses, counts));
  } else {
    print_table(session, statuses, counts);
  }
  return done;
}

}  // namespace

void add_status(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(app, session, "status",
                                        "show each source: last and next visit, counts, health",
                                        "paperwatch status --json");
  command->callback([&session, &status] { status = status_command(session); });
}

}  // namespace paperwatch
