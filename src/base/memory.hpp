// SPDX-License-Identifier: MIT
// What a process that will sleep for long need not hold.
#pragma once

namespace paperwatch {

// Gives back what malloc keeps for later, and lets go of program code and constants: what is run
// again comes back from the page cache, page by page. Any thread may call it while others run.
void give_back_memory();

}  // namespace paperwatch
