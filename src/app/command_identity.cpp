// SPDX-License-Identifier: MIT
// merge and split: a person knows better which papers are one.
#include <fmt/format.h>

#include <paperwatch/review.hpp>

#include "app/commands.hpp"
#include "app/paper_names.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

struct MergeArguments {
  std::string one, other;
};

std::string title_of(const PaperHistory& history) {
  return single_line(text_of(history.paper.fields, "title"));
}

int merge(const Session& session, const MergeArguments& arguments) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::write);
  const auto one = find_paper(store, arguments.one), other = find_paper(store, arguments.other);
  const auto kept = merge_papers(store, one.paper.id, other.paper.id, wall_now());
  if (!kept) throw Refusal{wrong_usage, kept.error(), {}};
  const auto merged = find_paper(store, std::to_string(*kept));
  if (session.json) {
    session.print_json(show_json(merged));
  } else {
    session.print(fmt::format("paper {}: {}\n  known as {}\n", *kept, title_of(merged),
                              join(merged.paper.aliases, ", ")));
  }
  return done;
}

int split(const Session& session, const std::string& name) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::write);
  const auto parting = split_paper(store, find_paper(store, name).paper.id, wall_now());
  if (!parting) throw Refusal{wrong_usage, parting.error(), {}};
  std::vector<PaperRow> papers;
  for (const PaperId id : {parting->kept, parting->gone})
    papers.push_back(find_paper(store, std::to_string(id)).paper);
  if (session.json) {
    session.print_json(papers_json(papers));
    return done;
  }
  for (const auto& paper : papers)
    session.print(fmt::format("paper {}: {}\n  known as {}\n", paper.id,
                              single_line(text_of(paper.fields, "title")),
                              join(paper.aliases, ", ")));
  return done;
}

}  // namespace

void add_merge(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(app, session, "merge",
                                        "two papers are one: the older keeps its id and key",
                                        "paperwatch merge 17 doi:10.1000/x");
  auto arguments = std::make_shared<MergeArguments>();
  command->add_option("A", arguments->one, "an id, a key, a DOI, an arXiv id or an address")
      ->required();
  command->add_option("B", arguments->other, "the other paper")->required();
  command->callback([&session, &status, arguments] { status = merge(session, *arguments); });
}

void add_split(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "split", "undo the last merge of a paper and keep the two apart from now on",
      "paperwatch split 17");
  auto name = std::make_shared<std::string>();
  command->add_option("PAPER", *name, "an id, a key, a DOI, an arXiv id or an address")->required();
  command->callback([&session, &status, name] { status = split(session, *name); });
}

}  // namespace paperwatch
