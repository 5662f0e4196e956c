// SPDX-License-Identifier: MIT
// papers, show, diff: what is known, and what was known when.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <paperwatch/catalogue.hpp>

#include "app/commands.hpp"
#include "app/paper_names.hpp"
#include "app/query_fields.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "core/comparable.hpp"
#include "render/bibliography.hpp"
#include "render/bibliography_parts.hpp"
#include "render/query.hpp"
#include "render/query_filter.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

struct PaperArguments {
  std::string source, search, as_of, state = "current", format = "table";
};

PaperQuery::State read_state(const std::string& name) {
  if (name == "missing") return PaperQuery::State::missing;
  if (name == "removed") return PaperQuery::State::removed;
  if (name == "all") return PaperQuery::State::all;
  return PaperQuery::State::current;
}

std::string year_of(const Fields& fields) {
  if (const auto year = number_of(fields, "year")) return std::to_string(*year);
  const auto date = date_parts(fields);
  return date ? std::to_string(date->year) : "";
}

void print_table(const Session& session, const std::vector<PaperRow>& papers) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& paper : papers) {
    rows.push_back({std::to_string(paper.id), std::string(shown_state(paper.state)),
                    year_of(paper.fields), single_line(text_of(paper.fields, "title")), paper.key});
  }
  session.print(render_table({{"id", Column::Align::right},
                              {"state"},
                              {"year"},
                              {"title", Column::Align::left, true},
                              {"key", Column::Align::left, true}},
                             rows, terminal_width()));
}

Query read_query(const std::string& text) {
  auto query = parse_query(text);
  if (!query) throw Refusal{wrong_usage, query.error(), {}};
  return std::move(*query);
}

// Oldest first. The past has no index of words.
std::vector<PaperRow> find_papers(const Session& session, Store& store, const Config& config,
                                  const PaperQuery& wanted, const Query& query) {
  std::vector<PaperRow> found;
  if (wanted.as_of) {
    found = store.papers(wanted);
    std::erase_if(found, [&](const PaperRow& paper) { return !matches(query, paper); });
    return found;
  }
  Catalogue catalogue(session.database(config));
  catalogue.papers({wanted.source, wanted.state, {}, filter_of(query)},
                   [&](PaperId, PaperRow* paper) {
                     if (paper && matches(query, *paper)) found.push_back(std::move(*paper));
                     return true;
                   });
  std::reverse(found.begin(), found.end());
  return found;
}

// A slip in a field's name finds nothing and looks like an answer.
void tell_unknown_fields(const Query& query, const Config& config) {
  const auto given = given_fields(config);
  for (const auto& name : unknown_fields(query, given)) {
    fmt::print(stderr, "paperwatch: no source's rules give '{}'\n  {}\n", name,
               did_you_mean(name, given));
  }
}

int papers(const Session& session, const PaperArguments& arguments) {
  const Config config = session.load_to_read();
  const Query query = read_query(arguments.search);
  PaperQuery wanted;
  if (!arguments.source.empty()) wanted.source = arguments.source;
  if (!arguments.as_of.empty()) wanted.as_of = read_moment("--as-of", arguments.as_of);
  wanted.state = read_state(arguments.state);
  Store store = session.open(config, Store::Access::read);
  check_known_source(config, store, arguments.source);
  const auto found = find_papers(session, store, config, wanted, query);
  if (found.empty()) tell_unknown_fields(query, config);

  if (session.json || arguments.format == "json") {
    session.print_json(papers_json(found));
  } else if (arguments.format == "bibtex") {
    session.print(render_bibtex(found));
  } else if (arguments.format == "ris") {
    session.print(render_ris(found));
  } else if (arguments.format == "csl-json") {
    session.print(render_csl_json(found));
  } else {
    print_table(session, found);
  }
  return done;
}

void print_change(const Session& session, const Change& change) {
  const auto* before = change.before ? std::get_if<std::string>(&*change.before) : nullptr;
  const auto* after = change.after ? std::get_if<std::string>(&*change.after) : nullptr;
  if (before && after) {
    session.print(fmt::format("    {}: {}\n", change.field,
                              render_difference(word_difference(*before, *after))));
  } else {
    session.print(fmt::format("    {}\n", change_text(change, 400)));
  }
}

void print_history(const Session& session, const PaperHistory& history) {
  const auto& paper = history.paper;
  session.print(fmt::format("{}\n", single_line(text_of(paper.fields, "title"))));
  for (const auto& [field, value] : paper.fields) {
    if (field != "title") session.print(fmt::format("  {}: {}\n", field, value_text(value)));
  }
  session.print(fmt::format("  id {}, {}{}\n  known as {}\n", paper.id, shown_state(paper.state),
                            paper.withdrawn ? ", withdrawn" : "", join(paper.aliases, ", ")));
  session.print("\nlisted\n");
  for (const auto& row : history.listed) {
    session.print(fmt::format("  {}: {}, first seen {}, last seen {}\n", row.source,
                              shown_state(row.state), local_time(row.first_seen),
                              local_time(row.last_seen)));
    if (!row.why.empty()) session.print(fmt::format("    {}\n", row.why));
  }
  session.print("\nversions\n");
  for (const auto& version : history.versions) {
    session.print(
        fmt::format("  {}  {}  {}\n", version.number, local_time(version.at), version.source));
    for (const auto& change : version.changes) print_change(session, change);
  }
  for (const auto& merge : history.merges) session.print(fmt::format("  {}\n", merge));
}

int show(const Session& session, const std::string& name) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  const auto history = find_paper(store, name);
  if (session.json) {
    session.print_json(show_json(history));
  } else {
    print_history(session, history);
  }
  return done;
}

struct DiffArguments {
  std::string source, from, to = "now";
};

ListingDifference difference_between(std::vector<PaperRow> before, std::vector<PaperRow> after) {
  std::map<PaperId, PaperRow> old_papers;
  for (auto& paper : before) old_papers.emplace(paper.id, std::move(paper));
  ListingDifference difference;
  for (auto& paper : after) {
    const auto known = old_papers.find(paper.id);
    if (known == old_papers.end()) {
      difference.gained.push_back(std::move(paper));
      continue;
    }
    auto changes = changes_between(known->second.fields, paper.fields);
    old_papers.erase(known);
    if (!changes.empty()) difference.changed.push_back({std::move(paper), std::move(changes)});
  }
  for (auto& [id, paper] : old_papers) difference.lost.push_back(std::move(paper));
  return difference;
}

int diff(const Session& session, const DiffArguments& arguments) {
  const Config config = session.load_to_read();
  PaperQuery query;
  if (!arguments.source.empty()) query.source = arguments.source;
  Store store = session.open(config, Store::Access::read);
  check_known_source(config, store, arguments.source);
  query.as_of = read_moment("--from", arguments.from);
  auto before = store.papers(query);
  query.as_of = read_moment("--to", arguments.to);
  const auto difference = difference_between(std::move(before), store.papers(query));
  if (session.json) {
    session.print_json(diff_json(difference));
    return done;
  }
  for (const auto& paper : difference.gained)
    session.print(fmt::format("+ {}\n", single_line(text_of(paper.fields, "title"))));
  for (const auto& paper : difference.lost)
    session.print(fmt::format("- {}\n", single_line(text_of(paper.fields, "title"))));
  for (const auto& changed : difference.changed) {
    session.print(fmt::format("~ {}\n", single_line(text_of(changed.paper.fields, "title"))));
    for (const auto& change : changed.changes) print_change(session, change);
  }
  return done;
}

}  // namespace

void add_papers(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "papers", "what is known, as a table or a bibliography",
      "paperwatch papers --search 'title ~ \"sparse\" and year >= 2024' --format bibtex");
  auto arguments = std::make_shared<PaperArguments>();
  command->add_option("--source", arguments->source, "listed by this source only");
  command->add_option("--search", arguments->search, "words, or a query (docs/queries.md)");
  command->add_option("--as-of", arguments->as_of, "what was known at that time");
  command->add_option("--state", arguments->state, "current, missing, removed or all")
      ->check(CLI::IsMember({"current", "missing", "removed", "all"}));
  command->add_option("--format", arguments->format, "table, json, bibtex, ris or csl-json")
      ->check(CLI::IsMember({"table", "json", "bibtex", "ris", "csl-json"}));
  command->callback([&session, &status, arguments] { status = papers(session, *arguments); });
}

void add_show(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "show", "one paper: all versions, what changed when, where it is listed",
      "paperwatch show arxiv:2305.01234");
  auto name = std::make_shared<std::string>();
  command->add_option("PAPER", *name, "an id, any of its keys, a DOI, an arXiv id or its address")
      ->required();
  command->callback([&session, &status, name] { status = show(session, *name); });
}

void add_diff(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "diff", "what a listing gained, lost and changed between two moments",
      "paperwatch diff --source hoefler --from 2026-11-01 --to now");
  auto arguments = std::make_shared<DiffArguments>();
  command->add_option("--source", arguments->source, "of this source only");
  command->add_option("--from", arguments->from, "the earlier moment")->required();
  command->add_option("--to", arguments->to, "the later moment (default: now)");
  command->callback([&session, &status, arguments] { status = diff(session, *arguments); });
}

}  // namespace paperwatch
