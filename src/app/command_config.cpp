// SPDX-License-Identifier: MIT
// init and check: the commands about the configuration itself.
#include <filesystem>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "base/file.hpp"

namespace paperwatch {

namespace {

int init(const Session& session, const std::string& folder) {
  const auto file = std::filesystem::path(folder) / "paperwatch.yaml";
  if (std::filesystem::exists(file)) {
    throw Refusal{wrong_usage,
                  {"usage", fmt::format("{} exists already and was left alone", file.string()),
                   "name another folder: paperwatch init DIR"},
                  {}};
  }
  const auto written = write_file_atomically(file, starter_config());
  if (!written) throw Refusal{wrong_usage, written.error(), {}};
  session.say(
      fmt::format("wrote {0}\n\nnext:\n  edit it, then: paperwatch --config {0} check\n"
                  "  see what a source shows: paperwatch --config {0} try SOURCE\n"
                  "  visit all sources once:  paperwatch --config {0} sync\n",
                  file.string()));
  return done;
}

int check(const Session& session) {
  const auto file = find_config(session.config_file);
  if (!file) {
    throw Refusal{wrong_usage,
                  {"config", "no configuration was found", "write one with `paperwatch init`"},
                  {}};
  }
  auto loaded = load_and_check(*file, Secrets::checked);
  loaded.warnings.insert(loaded.warnings.end(), loaded.absent_secrets.begin(),
                         loaded.absent_secrets.end());
  if (session.json) {
    session.print_json(problems_json(loaded.faults));
    return loaded.faults.empty() ? done : wrong_usage;
  }
  for (const auto& fault : loaded.faults) session.print(render(fault) + "\n");
  for (const auto& warning : loaded.warnings) session.print("warning: " + render(warning) + "\n");
  if (!loaded.faults.empty()) {
    session.print(counted(loaded.faults.size(), "problem") + "\n");
    return wrong_usage;
  }
  const auto& config = *loaded.config;
  session.say(fmt::format(
      "{}: {}, {}: {}\n", file->string(), counted(config.sources.size(), "source"),
      counted(config.channels.size(), "channel"),
      config.sources.empty() ? "nothing is watched yet; add a source under sources:" : "all well"));
  return done;
}

}  // namespace

void add_init(CLI::App& app, Session& session, int& status) {
  auto* command =
      add_command(app, "init", "write a commented starter configuration; never overwrites",
                  "paperwatch init my-papers");
  auto folder = std::make_shared<std::string>(".");
  command->add_option("DIR", *folder, "where to write paperwatch.yaml (default: here)");
  command->callback([&session, &status, folder] { status = init(session, *folder); });
}

void add_check(CLI::App& app, Session& session, int& status) {
  auto* command =
      add_reporting_command(app, session, "check", "read the configuration and report every fault",
                            "paperwatch --config paperwatch.yaml check");
  command->callback([&session, &status] { status = check(session); });
}

}  // namespace paperwatch
