// SPDX-License-Identifier: MIT
// explain: what an event, or a source's state, stands on.
#include <algorithm>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url_parts.hpp"
#include "core/paper_name.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

void add_pages(Store& store, Explanation& explanation, const Session& session) {
  explanation.read_by = store.reader_of(*explanation.visit);
  if (!explanation.read_by) return;
  for (auto& evidence : store.evidence(*explanation.read_by)) {
    const bool is_archived = store.archived(evidence.body_hash).has_value();
    evidence.url = without_login(evidence.url);
    explanation.pages.push_back({std::move(evidence), is_archived});
  }
  const bool any = std::any_of(explanation.pages.begin(), explanation.pages.end(),
                               [](const auto& page) { return page.is_archived; });
  if (!any) return;
  const std::string config = session.config_file ? "--config " + *session.config_file + " " : "";
  explanation.command =
      fmt::format("paperwatch {}try --from-archive {}", config, *explanation.read_by);
}

Explanation explain_event(Store& store, Event event, const Session& session) {
  Explanation explanation;
  explanation.source = event.source;
  explanation.visit = store.visit(event.visit);
  explanation.event = std::move(event);
  if (explanation.visit) add_pages(store, explanation, session);
  return explanation;
}

Explanation explain_source(Store& store, const std::string& source, const Session& session) {
  Explanation explanation;
  explanation.source = source;
  const auto newest = store.visits(source, std::nullopt, 1);
  if (newest.empty()) return explanation;
  explanation.visit = newest.front();
  add_pages(store, explanation, session);
  return explanation;
}

Explanation explanation_of(const Config& config, Store& store, const std::string& name,
                           const Session& session) {
  if (const auto id = read_id(name); id && !config.find(name)) {
    if (auto event = store.event(*id)) return explain_event(store, std::move(*event), session);
    throw Refusal{
        wrong_usage, {"usage", fmt::format("no event {}", *id), "see `paperwatch events`"}, {}};
  }
  return explain_source(store, find_source(config, name).id, session);
}

void print_page(const Session& session, const Explanation::Page& page) {
  const PageEvidence& evidence = page.evidence;
  session.print(fmt::format("\npage {}  {}\n", evidence.number, evidence.url));
  if (evidence.final_url != evidence.url)
    session.print(fmt::format("  led to {}\n", evidence.final_url));
  std::vector<std::string> parts{fmt::format("status {}", evidence.status)};
  if (!evidence.content_type.empty()) parts.push_back(evidence.content_type);
  if (!evidence.validators.etag.empty()) parts.push_back("etag " + evidence.validators.etag);
  if (!evidence.validators.last_modified.empty())
    parts.push_back("last modified " + evidence.validators.last_modified);
  session.print(fmt::format("  {}\n", single_line(join(parts, ", "))));
  if (!evidence.body_hash.empty())
    session.print(fmt::format("  body {}{}\n", evidence.body_hash,
                              page.is_archived ? "" : ", no longer in the archive"));
  session.print(fmt::format("  the record rule matched {}, {} of them records\n",
                            counted(evidence.elements, "element"), evidence.records));
  for (const auto& [field, found] : evidence.found) {
    if (!field.starts_with("("))
      session.print(fmt::format("    {:<14} {} of {}\n", field, found, evidence.records));
  }
}

void print_visit(const Session& session, const Explanation& explanation) {
  const VisitRow& visit = *explanation.visit;
  session.print(fmt::format("visit {} of {}: {}, {}, {}, {}\n", visit.id, visit.source,
                            name_of(visit.outcome), local_time(visit.started),
                            counted(visit.records, "record"), counted(visit.papers, "paper")));
  if (visit.problem)
    session.print(fmt::format("  {}: {}\n", visit.problem->code, visit.problem->message));
  if (visit.problem && !visit.problem->hint.empty())
    session.print(fmt::format("  {}\n", visit.problem->hint));
  if (explanation.read_by && *explanation.read_by != visit.id)
    session.print(
        fmt::format("  the pages were those that visit {} had read\n", *explanation.read_by));
}

void print(const Session& session, const Explanation& explanation) {
  if (explanation.event) {
    const Event& event = *explanation.event;
    session.print(fmt::format("event {}  {}  {}  {}{}{}\n", event.id, local_time(event.at),
                              event.source, event.message, event.baseline ? " (baseline)" : "",
                              event.late ? " (found late, by a replay)" : ""));
    for (const auto& change : event.changes)
      session.print(fmt::format("  {}\n", change_text(change)));
  }
  if (!explanation.visit) {
    session.print(fmt::format("{} has never been visited\n", explanation.source));
    return;
  }
  print_visit(session, explanation);
  for (const auto& page : explanation.pages) print_page(session, page);
  if (!explanation.command.empty())
    session.print(fmt::format("\nread it again: {}{}\n", explanation.command,
                              explanation.pages.size() > 1 ? " --page N" : ""));
}

int explain(const Session& session, const std::string& name) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  const auto explanation = explanation_of(config, store, name, session);
  if (session.json) {
    session.print_json(explain_json(explanation));
  } else {
    print(session, explanation);
  }
  return done;
}

}  // namespace

void add_explain(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "explain",
      "the evidence of an event or of a source's last visit, and how to read it again",
      "paperwatch explain 17");
  auto name = std::make_shared<std::string>();
  command->add_option("EVENT", *name, "the id of an event, or a source")->required();
  command->callback([&session, &status, name] { status = explain(session, *name); });
}

}  // namespace paperwatch
