// SPDX-License-Identifier: MIT
// Does harm to the real program at a chosen system call: whatever happens to it there, happens
// between two writes of its own, not where a test thought of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "e2e/program.hpp"

namespace paperwatch::test {

enum class Harm {
  none,    // counts only
  kill,    // SIGKILL before the call happens
  no_room  // from this call on nothing can be written: ENOSPC
};

struct HarmedRun {
  Ended ended;
  std::size_t writes = 0;  // calls so far that change files of the run's folder
  std::string call;        // the one that was harmed; "" the program ended before
};

// Whether this machine lets a process be watched (ptrace), and the harm be done.
bool can_harm(Harm harm);

// Runs the program to its end and harms it at its `at`-th call that writes, from 1. Counted are
// calls of all its threads: writing, syncing, truncating, creating, renaming and removing files.
HarmedRun run_harmed(const Start& start, Harm harm, std::size_t at);

}  // namespace paperwatch::test
