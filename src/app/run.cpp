// SPDX-License-Identifier: MIT
#include "app/run.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include <fmt/format.h>
#include <malloc.h>

#include "app/commands.hpp"
#include "app/log.hpp"
#include "app/session.hpp"
#include "app/versions.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

void explain(const Error& error) {
  fmt::print(stderr, "paperwatch: {}\n", error.message);
  if (!error.hint.empty()) fmt::print(stderr, "  {}\n", error.hint);
}

int refuse(const Session& session, const Refusal& refusal) {
  if (session.json) {
    session.print_json(refusal.faults.empty() ? error_json(refusal.error)
                                              : problems_json(refusal.faults));
    return refusal.status;
  }
  for (const auto& fault : refusal.faults)
    fmt::print(stderr, "paperwatch: config: {}\n", render(fault));
  explain(refusal.error);
  return refusal.status;
}

int refuse(const Session& session, const Error& error, int status) {
  return refuse(session, Refusal{status, error, {}});
}

// The first word that is meant as a command but is none; "" if that is not what is wrong.
std::string unknown_command(const std::vector<std::string>& known, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "-c" || word == "--config") {
      ++i;
    } else if (!word.starts_with("-")) {
      return std::find(known.begin(), known.end(), word) == known.end() ? word : "";
    }
  }
  return "";
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::vector<std::string> known;
  for (const auto* command : app.get_subcommands({})) known.push_back(command->get_name());
  const auto word = unknown_command(known, argc, argv);
  if (word.empty()) {
    return {"usage", error.what(),
            "paperwatch --help lists the commands, paperwatch COMMAND --help the options"};
  }
  const auto near = nearest(word, known);
  return {"usage", fmt::format("no command '{}'", word),
          near.empty() ? "paperwatch --help lists the commands"
                       : fmt::format("did you mean '{}'?", near)};
}

// CLI11 prints help by exception; everything else it throws is wrong usage.
int wrong_command_line(const CLI::App& app, const CLI::ParseError& error, const Session& session,
                       int argc, char** argv) {
  if (error.get_exit_code() == 0) return app.exit(error);
  return refuse(session, usage_error(app, error, argc, argv), wrong_usage);
}

void add_commands(CLI::App& app, Session& session, int& status) {
  add_init(app, session, status);
  add_check(app, session, status);
  add_try(app, session, status);
  add_sync(app, session, status);
  add_daemon(app, session, status);
  add_status(app, session, status);
  add_events(app, session, status);
  add_papers(app, session, status);
  add_show(app, session, status);
  add_diff(app, session, status);
  add_deliveries(app, session, status);
  add_channels(app, session, status);
  add_feeds(app, session, status);
  add_export(app, session, status);
  add_import(app, session, status);
  add_backup(app, session, status);
  add_doctor(app, session, status);
  add_merge(app, session, status);
  add_split(app, session, status);
  add_review(app, session, status);
  add_explain(app, session, status);
  add_replay(app, session, status);
}

// Whether `--json` stands on the command line, also where the rest of it cannot be parsed.
bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--json") return true;
  }
  return false;
}

}  // namespace

CLI::App* add_command(CLI::App& app, const char* name, const char* what, const char* example) {
  auto* command = app.add_subcommand(name, what);
  command->footer(fmt::format("Example:\n  {}", example));
  command->fallthrough();  // global options may stand behind the command too
  return command;
}

CLI::Validator whole_number() {
  return CLI::Validator(
      [](const std::string& text) {
        const bool is_number = !text.empty() && text.size() <= 18 &&
                               text.find_first_not_of("0123456789") == std::string::npos;
        return is_number ? std::string()
                         : fmt::format(
                               "'{}' is no number that is possible here; write a whole "
                               "number, without a sign",
                               text);
      },
      "");
}

CLI::App* add_reporting_command(CLI::App& app, Session& session, const char* name, const char* what,
                                const char* example) {
  auto* command = add_command(app, name, what, example);
  command->add_flag("--json", session.json, "print one JSON document");
  return command;
}

int run(int argc, char** argv) {
  // A reader that goes away is told by the failing write, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  // What threads read, others free: a heap for each of them would hold on to it.
  ::mallopt(M_ARENA_MAX, 2);

  Session session;
  int status = done;
  CLI::App app{"paperwatch watches listings of papers and tells what changed.", "paperwatch"};
  app.set_version_flag("--version", version_text());
  app.add_option("-c,--config", session.config_file,
                 "configuration file (default: $PAPERWATCH_CONFIG, ./paperwatch.yaml, …)")
      ->type_name("FILE");
  auto* verbose = app.add_flag("-v,--verbose", session.verbose, "log every request");
  app.add_flag("-q,--quiet", session.quiet, "only problems: no progress, no summaries")
      ->excludes(verbose);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done, 1 some sources failed, 2 usage or configuration, 3 database, 130 or "
      "143 interrupted.");
  app.parse_complete_callback([&] { start_log(session.verbose, session.quiet); });
  add_commands(app, session, status);

  try {
    app.parse(argc, argv);
    return std::fflush(stdout) == 0 ? status : source_failed;
  } catch (const CLI::ParseError& error) {
    session.json = session.json || asks_for_json(argc, argv);
    return wrong_command_line(app, error, session, argc, argv);
  } catch (const Refusal& refusal) {
    return refuse(session, refusal);
  } catch (const StoreError& error) {
    return refuse(session, {"store", error.what(), error.hint}, no_database);
  } catch (const std::exception& error) {
    return refuse(session,
                  {"internal", error.what(), "this is a bug in paperwatch; please report it"},
                  no_database);
  }
}

}  // namespace paperwatch
