// SPDX-License-Identifier: MIT
// replay: the archived pages of a source once more, with today's rules.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <paperwatch/replay.hpp>

#include "app/commands.hpp"
#include "app/publishing.hpp"
#include "app/signals.hpp"
#include "base/time.hpp"

namespace paperwatch {

namespace {

struct ReplayArguments {
  std::string source, since;
  bool dry_run = false;
};

void print_replay(const Session& session, const ReplayReport& report, bool dry_run) {
  std::size_t events = 0;
  for (const auto& [visit, missed, warnings] : report.visits) {
    events += missed.size();
    if (missed.empty() && !visit.problem) continue;
    session.say(fmt::format("{}  visit {}: {}\n", local_time(visit.finished), visit.id,
                            counted(visit.papers, "paper")));
    if (visit.problem) session.say(fmt::format("  {}\n", visit.problem->message));
    for (const auto& event : missed) session.say(fmt::format("  {}\n", event.message));
  }
  session.say(
      fmt::format("{} read again{}: {}\n", counted(report.visits.size(), "visit"),
                  dry_run ? " (dry run, nothing stored)" : "",
                  events == 0 ? "nothing was missed" : counted(events, "event") + " missed"));
}

int replay_source(const Session& session, const ReplayArguments& arguments) {
  const Config config = session.load();
  const Source& source = find_source(config, arguments.source);
  ReplayOptions options;
  options.dry_run = arguments.dry_run;
  if (!arguments.since.empty()) options.since = read_moment("--since", arguments.since);
  const Signals signals;
  Store store = session.open(config, Store::Access::write);
  const auto report = replay(store, config, source, options, wall_now());
  if (!report) throw Refusal{wrong_usage, report.error(), {}};
  for (const auto& note : report->notes) fmt::print(stderr, "paperwatch: {}\n", note);
  if (!arguments.dry_run) publish(config, store, signals.stop());
  if (session.json) {
    session.print_json(sync_json(report->visits));
  } else {
    print_replay(session, *report, arguments.dry_run);
  }
  const bool failed =
      std::any_of(report->visits.begin(), report->visits.end(),
                  [](const auto& visit) { return visit.visit.problem.has_value(); });
  return failed ? source_failed : done;
}

}  // namespace

void add_replay(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "replay",
      "read a source's archived pages with today's rules and tell what was missed",
      "paperwatch replay hoefler --since \"30d ago\" --dry-run");
  auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("SOURCE", arguments->source, "the source's id")->required();
  command->add_option("--since", arguments->since, "visits since then: a time, a date, \"7d ago\"");
  command->add_flag("--dry-run", arguments->dry_run,
                    "show what was missed; store and send nothing");
  command->callback(
      [&session, &status, arguments] { status = replay_source(session, *arguments); });
}

}  // namespace paperwatch
