// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <paperwatch/catalogue.hpp>

#include "app/commands.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/status.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

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
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  const auto statuses = source_statuses(config, store.sources(), store.listed_counts(), wall_now());
  const auto totals = Catalogue(session.database(config)).totals();
  Store::Counts counts;
  counts.waiting = totals.waiting;
  counts.failed = totals.failed;
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
