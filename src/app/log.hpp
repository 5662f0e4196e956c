// SPDX-License-Identifier: MIT
#pragma once

namespace paperwatch {

// Log lines go to stderr. One-shot commands say errors only: what they found is their output.
void start_log(bool verbose, bool quiet);
// A service tells of every visit; under systemd the journal adds the time.
void start_service_log(bool verbose, bool quiet);

}  // namespace paperwatch
