// SPDX-License-Identifier: MIT
// Running another program with a text on its standard input.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

struct ProgramCall {
  std::vector<std::string> command;      // program (looked for in PATH) and arguments; no shell
  std::vector<std::string> environment;  // NAME=VALUE, all there is
  std::string input;                     // its standard input, a file that ends
  Duration timeout = std::chrono::seconds(30);
};

// Waits until the program exits with status 0. Else fails with code "exec": it could not be
// started, exited otherwise (with the last line it wrote to stderr), was killed, or took longer
// than its time, upon which its whole process group is killed. After a stop it has `stop_grace`
// left. Its output goes nowhere; of its descriptors only 0 to 2 are open. Any thread may call.
Result<Done> run_program(const ProgramCall& call, std::stop_token stop);

inline constexpr Duration stop_grace = std::chrono::seconds(5);

}  // namespace paperwatch
