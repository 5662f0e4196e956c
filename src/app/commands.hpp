// SPDX-License-Identifier: MIT
// One function a command: it adds itself to the command line, and its callback does the work.
#pragma once

#include <CLI/CLI.hpp>

#include "app/session.hpp"

namespace paperwatch {

void add_init(CLI::App& app, Session& session, int& status);
void add_check(CLI::App& app, Session& session, int& status);
void add_try(CLI::App& app, Session& session, int& status);
void add_sync(CLI::App& app, Session& session, int& status);
void add_daemon(CLI::App& app, Session& session, int& status);
void add_status(CLI::App& app, Session& session, int& status);
void add_events(CLI::App& app, Session& session, int& status);
void add_papers(CLI::App& app, Session& session, int& status);
void add_show(CLI::App& app, Session& session, int& status);
void add_diff(CLI::App& app, Session& session, int& status);
void add_deliveries(CLI::App& app, Session& session, int& status);
void add_channels(CLI::App& app, Session& session, int& status);
void add_feeds(CLI::App& app, Session& session, int& status);
void add_export(CLI::App& app, Session& session, int& status);
void add_import(CLI::App& app, Session& session, int& status);
void add_backup(CLI::App& app, Session& session, int& status);
void add_doctor(CLI::App& app, Session& session, int& status);
void add_merge(CLI::App& app, Session& session, int& status);
void add_split(CLI::App& app, Session& session, int& status);
void add_review(CLI::App& app, Session& session, int& status);
void add_explain(CLI::App& app, Session& session, int& status);
void add_replay(CLI::App& app, Session& session, int& status);

// A subcommand with its example, and `--json` where it reports.
CLI::App* add_command(CLI::App& app, const char* name, const char* what, const char* example);
// For options that count or name by an id: CLI11 by itself reads -1 as a very large number.
CLI::Validator whole_number();
CLI::App* add_reporting_command(CLI::App& app, Session& session, const char* name, const char* what,
                                const char* example);

}  // namespace paperwatch
