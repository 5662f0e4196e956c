// SPDX-License-Identifier: MIT
// review: visits that were not applied because they do not look like the listing.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <paperwatch/review.hpp>

#include "app/commands.hpp"
#include "app/publishing.hpp"
#include "app/signals.hpp"
#include "base/time.hpp"
#include "core/paper_name.hpp"
#include "core/review_spans.hpp"

namespace paperwatch {

namespace {

struct ReviewArguments {
  std::string action, visit;
  bool all = false;
};

std::vector<VisitRow> listed_visits(Store& store, bool all) {
  if (!all) return open_reviews(store);
  auto visits =
      store.visits(std::nullopt, Outcome::quarantined, std::numeric_limits<std::size_t>::max());
  std::reverse(visits.begin(), visits.end());
  return visits;
}

void print_visits(const Session& session, const std::vector<VisitRow>& visits) {
  for (const auto& [visit, first, number] : review_spans(visits)) {
    session.print(fmt::format("visit {}  {}  {}{}\n", visit.id, visit.source,
                              local_time(visit.started),
                              visit.review == Review::rejected ? "  rejected" : ""));
    if (visit.problem) session.print(fmt::format("  {}\n", visit.problem->message));
    if (number > 1)
      session.print(fmt::format("  the same in {} since visit {}, {}\n", counted(number, "visit"),
                                first.id, local_time(first.started)));
    session.print(
        fmt::format("  look:   paperwatch try --from-archive {0}\n"
                    "  decide: paperwatch review accept {0}, or reject {0}\n",
                    visit.id));
  }
  if (visits.empty()) session.print("no visit waits for a review\n");
}

int list(const Session& session, bool all) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  const auto visits = listed_visits(store, all);
  if (session.json) {
    session.print_json(visits_json(visits));
  } else {
    print_visits(session, visits);
  }
  return done;
}

// A visit by its id, or the newest of a source that waits.
VisitId find_visit(const Config& config, Store& store, const std::string& name) {
  if (const auto id = read_id(name); id && !config.find(name)) return *id;
  const Source& source = find_source(config, name);
  const auto open = open_reviews(store);
  const auto newest = std::find_if(
      open.rbegin(), open.rend(), [&](const VisitRow& visit) { return visit.source == source.id; });
  if (newest != open.rend()) return newest->id;
  throw Refusal{wrong_usage,
                {"usage", fmt::format("no visit of {} waits for a review", source.id),
                 "`paperwatch review` lists those that do"},
                {}};
}

void print_decided(const Session& session, const VisitReport& report) {
  const auto& visit = report.visit;
  session.say(fmt::format("visit {} of {} is applied: {}, {}\n", visit.id, visit.source,
                          counted(visit.papers, "paper"), counted(report.events.size(), "event")));
  for (const auto& event : report.events) session.say(fmt::format("  {}\n", event.message));
  if (visit.problem) session.say(fmt::format("  {}\n", visit.problem->message));
}

int accept_visit(const Session& session, const std::string& name) {
  const Config config = session.load();
  const Signals signals;
  Store store = session.open(config, Store::Access::write);
  const auto report = accept(store, config, find_visit(config, store, name), wall_now());
  if (!report) throw Refusal{wrong_usage, report.error(), {}};
  publish(config, store, signals.stop());
  if (session.json) {
    session.print_json(sync_json({*report}));
  } else {
    print_decided(session, *report);
  }
  return report->visit.problem ? source_failed : done;
}

int reject_visit(const Session& session, const std::string& name) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::write);
  const VisitId visit = find_visit(config, store, name);
  const auto rejected = reject(store, visit);
  if (!rejected) throw Refusal{wrong_usage, rejected.error(), {}};
  if (session.json) {
    session.print_json(visits_json({*store.visit(visit)}));
  } else {
    session.say(fmt::format("visit {} stays unapplied\n", visit));
  }
  return done;
}

int review(const Session& session, const ReviewArguments& arguments) {
  if (arguments.action.empty()) return list(session, arguments.all);
  if (arguments.visit.empty()) {
    throw Refusal{wrong_usage,
                  {"usage", fmt::format("which visit is to be {}ed?", arguments.action),
                   "`paperwatch review` lists those that wait"},
                  {}};
  }
  return arguments.action == "accept" ? accept_visit(session, arguments.visit)
                                      : reject_visit(session, arguments.visit);
}

}  // namespace

void add_review(CLI::App& app, Session& session, int& status) {
  auto* command =
      add_reporting_command(app, session, "review", "list, accept or reject visits in quarantine",
                            "paperwatch review accept 12");
  auto arguments = std::make_shared<ReviewArguments>();
  command
      ->add_option("ACTION", arguments->action,
                   "accept: apply it as if it had been healthy; reject: leave it unapplied")
      ->check(CLI::IsMember({"accept", "reject"}));
  command->add_option("VISIT", arguments->visit,
                      "the visit's id, or a source for its newest one that waits");
  command->add_flag("--all", arguments->all,
                    "list those too that were rejected or that a later visit has overtaken");
  command->callback([&session, &status, arguments] { status = review(session, *arguments); });
}

}  // namespace paperwatch
