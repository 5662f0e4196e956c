// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <paperwatch/model.hpp>

namespace paperwatch {

// Words to systemd; nothing happens where it did not start the program (sd_notify(3)).
void tell_systemd(const std::string& state);
// How often it wants to hear WATCHDOG=1; half of its limit.
std::optional<Duration> watchdog_interval();
// The socket that it has opened for this process (systemd.socket(5)); nothing where there is none.
std::optional<int> inherited_socket();

}  // namespace paperwatch
