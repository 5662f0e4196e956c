// SPDX-License-Identifier: MIT
#pragma once

namespace paperwatch {

// What the program ends with.
enum ExitStatus {
  done = 0,
  source_failed = 1,  // at least one source failed or is broken, the others were done
  wrong_usage = 2,    // wrong usage or configuration
  no_database = 3,    // the database cannot be used
  interrupted = 130,  // SIGINT, one-shot commands
  terminated = 143    // SIGTERM, one-shot commands
};

// The whole program: parses the command line, runs the command, says what went wrong.
int run(int argc, char** argv);

}  // namespace paperwatch
