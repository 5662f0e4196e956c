// SPDX-License-Identifier: MIT
#include <algorithm>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>

#include <paperwatch/upkeep.hpp>

#include "app/commands.hpp"
#include "app/progress.hpp"
#include "app/publishing.hpp"
#include "app/signals.hpp"
#include "app/visiting.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

struct SyncArguments {
  std::vector<std::string> sources;
  bool full = false;
  bool dry_run = false;
  WireFolders wire;
};

std::string visit_line(const VisitReport& report) {
  const auto& visit = report.visit;
  if (visit.problem) {
    std::string line =
        fmt::format("{}: {}: {}\n", visit.source, name_of(visit.outcome), visit.problem->message);
    if (!visit.problem->hint.empty()) line += fmt::format("  {}\n", visit.problem->hint);
    return line;
  }
  std::string line = fmt::format("{}: {}", visit.source, counted(visit.papers, "paper"));
  if (visit.outcome == Outcome::partial) line += ", partial";
  if (visit.baseline > 0) line += fmt::format(", {} of them baseline", visit.baseline);
  if (!report.events.empty()) line += ", " + counted(report.events.size(), "event");
  return line + "\n";
}

bool is_worth_a_line(const VisitReport& report) {
  return report.visit.problem || report.visit.baseline > 0 || !report.events.empty();
}

// Whether the visit's own line has told it already.
bool repeats_problem(const Event& event) {
  return event.kind == EventKind::source_broken || event.kind == EventKind::source_unreachable;
}

// Troubles alone, on stderr: who wants quiet has a use for nothing else.
void complain(const std::vector<VisitReport>& reports) {
  for (const auto& report : reports) {
    if (report.visit.problem) fmt::print(stderr, "paperwatch: {}", visit_line(report));
  }
}

void warn(const std::vector<VisitReport>& reports) {
  for (const auto& report : reports) {
    for (const auto& warning : report.warnings)
      fmt::print(stderr, "paperwatch: {}: {}\n", report.visit.source, warning);
  }
}

void print_report(const Session& session, const std::vector<VisitReport>& reports, bool dry_run) {
  std::size_t events = 0, failed = 0;
  for (const auto& report : reports) {
    events += report.events.size();
    failed += report.visit.problem ? 1 : 0;
    if (!is_worth_a_line(report)) continue;
    session.print(visit_line(report));
    for (const auto& event : report.events) {
      if (!repeats_problem(event)) session.print(fmt::format("  {}\n", event.message));
    }
  }
  session.print(fmt::format("{} visited{}: {}{}\n", counted(reports.size(), "source"),
                            dry_run ? " (dry run, nothing stored)" : "",
                            events == 0 ? "no news" : counted(events, "event"),
                            failed == 0 ? "" : fmt::format(", {} with a problem", failed)));
}

int exit_status(const std::vector<VisitReport>& reports, int signal) {
  if (signal == SIGINT) return interrupted;
  if (signal == SIGTERM) return terminated;
  const bool failed = std::any_of(reports.begin(), reports.end(),
                                  [](const auto& r) { return r.visit.problem.has_value(); });
  return failed ? source_failed : done;
}

void put_in_order(const Config& config, const std::vector<std::string>& sources,
                  const std::stop_token& stop) {
  Upkeep upkeep(config.database);
  for (const auto& source : sources) upkeep.fold_visits(source, wall_now() - config.archive.keep);
  while (!stop.stop_requested() && upkeep.index_papers(papers_at_once)) {
  }
}

// Pages of another day among those of the live sites look like papers that come and go.
void tell_of_replay(const SyncArguments& arguments, const Config& config, Store& store) {
  if (arguments.wire.replay.empty() || arguments.dry_run || store.sources().empty()) return;
  fmt::print(stderr,
             "paperwatch: what {} holds is stored in {}, beside what the live sites showed\n"
             "  --dry-run stores nothing; or give a copy of the configuration a `database:` of its "
             "own\n",
             arguments.wire.replay, config.database.string());
}

int sync(const Session& session, const SyncArguments& arguments) {
  const Config config = session.load();
  for (const auto& name : arguments.sources) find_source(config, name);
  auto sources = arguments.sources.empty() ? enabled_sources(config) : arguments.sources;
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());

  const Signals signals;
  Visiting visiting(config, wall_now, signals.stop(), fetcher_maker(arguments.wire, config));
  tell_of_replay(arguments, config, visiting.store());
  SyncOptions options;
  options.full = arguments.full;
  options.dry_run = arguments.dry_run;
  FeedPublisher feeds(config, visiting.store(), print_feed_error);
  std::vector<VisitReport> reports;
  {
    ProgressBar bar(!session.quiet);
    options.finished = [&](const VisitReport& report) { feeds.has_visited(report); };
    options.progress = [&](const SyncProgress& progress) {
      bar.show(progress);
      if (!arguments.dry_run) feeds.publish_overdue();
    };
    reports = visiting.visit(sources, options);
  }
  if (!arguments.dry_run) {
    feeds.publish();
    // What is played again is no news to anybody, and a replay uses no network.
    if (arguments.wire.replay.empty()) publish_deliveries(config, visiting.store(), signals.stop());
    visiting.store().prune_archive(wall_now(), config.archive.keep, config.archive.max_size);
    put_in_order(config, sources, signals.stop());
  }
  warn(reports);
  if (session.json) {
    session.print_json(sync_json(reports));
  } else if (session.quiet) {
    complain(reports);
  } else {
    print_report(session, reports, arguments.dry_run);
  }
  return exit_status(reports, signals.received());
}

}  // namespace

void add_sync(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(app, session, "sync",
                                        "visit the named sources (default: all) once, now",
                                        "paperwatch sync hoefler --json");
  auto arguments = std::make_shared<SyncArguments>();
  command->add_option("SOURCE", arguments->sources, "ids of sources");
  command->add_flag("--full", arguments->full, "read every listing to its end, unconditionally");
  command->add_flag("--dry-run", arguments->dry_run,
                    "show what would change; store and send nothing");
  auto* record = command->add_option("--record", arguments->wire.record,
                                     "keep every HTTP exchange in DIR, without secrets");
  record->type_name("DIR");
  command
      ->add_option("--replay", arguments->wire.replay,
                   "answer from the exchanges kept in DIR; no network, no deliveries")
      ->type_name("DIR")
      ->excludes(record);
  command->callback([&session, &status, arguments] { status = sync(session, *arguments); });
}

}  // namespace paperwatch
