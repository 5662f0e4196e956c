// SPDX-License-Identifier: MIT
#include "app/commands.hpp"
#include "app/daemon.hpp"

namespace paperwatch {

void add_daemon(CLI::App& app, Session& session, int& status) {
  auto* command = add_command(app, "daemon", "visit every source on its schedule until stopped",
                              "paperwatch --config /etc/paperwatch/paperwatch.yaml daemon");
  command->callback([&session, &status] { status = run_daemon(session); });
}

}  // namespace paperwatch
