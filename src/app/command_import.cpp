// SPDX-License-Identifier: MIT
// import: an export of our own, or the list of another program.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include <paperwatch/transfer.hpp>
#include <paperwatch/upkeep.hpp>
#include <paperwatch/watch_list.hpp>

#include "app/commands.hpp"
#include "base/growing_file.hpp"
#include "base/text.hpp"
#include "render/opml.hpp"

namespace paperwatch {

namespace {

struct ImportArguments {
  std::string file, output;
};

[[noreturn]] void refuse_file(const std::string& file, const Error& error) {
  throw Refusal{wrong_usage, {error.code, file + ": " + error.message, error.hint}, {}};
}

int import_own(const Session& session, const std::string& file, std::string first,
               std::istream& in) {
  const Config config = session.load_to_read();
  bool is_first = true;
  const auto tally = import_history(config.database, [&](std::string& line) {
    if (!is_first) return bool(std::getline(in, line));
    line = std::move(first);
    is_first = false;
    return true;
  });
  if (!tally) refuse_file(file, tally.error());
  for (Upkeep upkeep(config.database); upkeep.index_papers(papers_at_once);) {
  }
  if (session.json) {
    session.print_json({{"imported", *tally}});
    return done;
  }
  for (const auto& [table, rows] : *tally) session.print(fmt::format("{}: {}\n", table, rows));
  return done;
}

// What the configuration has already; nothing where there is none yet.
std::vector<Source> known_sources(const Session& session) {
  if (!find_config(session.config_file)) return {};
  return session.load_to_read().sources;
}

// A source that cannot be used as it is would keep the whole configuration from being read.
std::string fault_of(const Watch& watch) {
  auto loaded = parse_config(source_definitions({watch}, {}), "imported");
  if (loaded.config) loaded.faults = check_rules(*loaded.config).faults;
  return loaded.faults.empty() ? "" : loaded.faults.front().message;
}

void leave_out_unusable(const std::vector<Source>& known, WatchList& list) {
  std::erase_if(list.watches, [&](const Watch& watch) {
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](const Source& source) { return source.url == watch.url; });
    const auto why = same == known.end() ? fault_of(watch) : "watched already as " + same->id;
    if (!why.empty()) list.left_out.push_back(fmt::format("{}: {}", watch.title, why));
    return !why.empty();
  });
}

void write_new_file(const std::string& name, const std::string& text) {
  if (std::filesystem::exists(name))
    throw Refusal{wrong_usage,
                  {"usage", fmt::format("{} exists already and was left alone", name),
                   "name another file for --output"},
                  {}};
  GrowingFile file(name);
  auto written = file.write(text);
  if (written) written = file.finish();
  if (!written) throw Refusal{wrong_usage, written.error(), {}};
}

std::vector<std::string> all_left_out(const WatchList& list) {
  std::vector<std::string> lines = list.left_out;
  for (const auto& watch : list.watches)
    for (const auto& what : watch.left_out)
      lines.push_back(fmt::format("{}: not carried over: {}", watch.title, what));
  return lines;
}

int import_list(const Session& session, const ImportArguments& arguments, const std::string& text,
                bool is_xml) {
  auto list = is_xml ? parse_opml(text) : read_watch_jobs(text);
  if (!list) refuse_file(arguments.file, list.error());
  const auto known = known_sources(session);
  leave_out_unusable(known, *list);
  std::vector<std::string> taken;
  for (const auto& source : known) taken.push_back(source.id);
  const auto definitions = source_definitions(list->watches, std::move(taken));
  const auto left_out = all_left_out(*list);
  if (!arguments.output.empty()) write_new_file(arguments.output, definitions);
  if (session.json) {
    session.print_json(
        {{"sources", list->watches.size()}, {"definitions", definitions}, {"left_out", left_out}});
    return done;
  }
  if (arguments.output.empty()) session.print(definitions);
  for (const auto& line : left_out) fmt::print(stderr, "left out: {}\n", line);
  fmt::print(stderr, "{} to be named in `include:`, {} left out\n",
             counted(list->watches.size(), "source"), counted(left_out.size(), "thing"));
  return done;
}

int import_from(const Session& session, const ImportArguments& arguments, std::istream& in) {
  std::string first;
  std::getline(in, first);
  if (!in && first.empty())
    refuse_file(arguments.file, {"usage", "it is empty or cannot be read", ""});
  if (first.find("\"paperwatch-history\"") != std::string::npos)
    return import_own(session, arguments.file, std::move(first), in);
  std::string text = first + "\n";
  text.append(std::istreambuf_iterator<char>(in), {});
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return import_list(session, arguments, text, trim(text).starts_with("<"));
}

int import_command(const Session& session, const ImportArguments& arguments) {
  if (arguments.file == "-") return import_from(session, arguments, std::cin);
  std::ifstream in(arguments.file, std::ios::binary);
  return import_from(session, arguments, in);
}

}  // namespace

void add_import(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "import",
      "read an export into a new database; or OPML, or jobs of urlwatch or webchanges, as sources",
      "paperwatch import subscriptions.opml --output feeds.yaml");
  auto arguments = std::make_shared<ImportArguments>();
  command->add_option("FILE", arguments->file, "what it is, its content says; - is standard input")
      ->required();
  command->add_option("--output", arguments->output,
                      "where sources are written (default: standard output)");
  command->callback(
      [&session, &status, arguments] { status = import_command(session, *arguments); });
}

}  // namespace paperwatch
