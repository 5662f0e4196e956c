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

std::optional<Duration> watchdog_interval() {
  std::uint64_t microseconds = 0;
  if (sd_watchdog_enabled(0, &microseconds) <= 0) return std::nullopt;
  return std::chrono::duration_cast<Duration>(std::chrono::microseconds(microseconds / 2));
}

std::optional<int> inherited_socket() {
  // The variables go, so that no program that is started believes them.
  if (sd_listen_fds(1) < 1) return std::nullopt;
  const int fd = SD_LISTEN_FDS_START;
  return sd_is_socket(fd, AF_UNSPEC, SOCK_STREAM, 1) > 0 ? std::optional(fd) : std::nullopt;
}

#else

void tell_systemd(const std::string&) {}
std::optional<Duration> watchdog_interval() {
  return std::nullopt;
}
std::optional<int> inherited_socket() {
  return std::nullopt;
}

#endif

}  // namespace paperwatch
