// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <paperwatch/model.hpp>

namespace paperwatch {

// Words to systemd; nothing happens where it did not start the program (sd_notify(3)).
void tell_systemd(const std::string& state);
// The socket that it has opened for this process (systemd.socket(5)); nothing where there is none.
std::optional<int> inherited_socket();

// What systemd's watchdog wants to hear: that the program still works (sd_watchdog_enabled(3)).
class Watchdog {
 public:
  Watchdog();
  // How often it has to be fed; half of its limit. Nothing where nobody watches.
  std::optional<Duration> interval() const { return interval_; }
  void feed();  // costs nothing where it was fed just now

 private:
  std::optional<Duration> interval_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace paperwatch
