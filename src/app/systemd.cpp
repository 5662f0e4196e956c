// SPDX-License-Identifier: MIT
#include "app/systemd.hpp"

#if __has_include(<systemd/sd-daemon.h>)
#include <sys/socket.h>
#include <systemd/sd-daemon.h>
#define PAPERWATCH_HAS_SYSTEMD 1
#else
#define PAPERWATCH_HAS_SYSTEMD 0
#endif

namespace paperwatch {

#if PAPERWATCH_HAS_SYSTEMD

void tell_systemd(const std::string& state) {
  sd_notify(0, state.c_str());
}

Watchdog::Watchdog() {
  std::uint64_t microseconds = 0;
  if (sd_watchdog_enabled(0, &microseconds) <= 0) return;
  interval_ = std::chrono::duration_cast<Duration>(std::chrono::microseconds(microseconds / 2));
}

std::optional<int> inherited_socket() {
  // The variables go, so that no program that is started believes them.
  if (sd_listen_fds(1) < 1) return std::nullopt;
  const int fd = SD_LISTEN_FDS_START;
  return sd_is_socket(fd, AF_UNSPEC, SOCK_STREAM, 1) > 0 ? std::optional(fd) : std::nullopt;
}

#else

void tell_systemd(const std::string&) {}
Watchdog::Watchdog() = default;
std::optional<int> inherited_socket() {
  return std::nullopt;
}

#endif

void Watchdog::feed() {
  const auto now = std::chrono::steady_clock::now();
  if (!interval_ || now < next_) return;
  next_ = now + *interval_ / 4;
  tell_systemd("WATCHDOG=1");
}

}  // namespace paperwatch
