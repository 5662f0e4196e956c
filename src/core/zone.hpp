// SPDX-License-Identifier: MIT
// Local time and the clock changes between it and UTC.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include <paperwatch/model.hpp>

namespace date {
class time_zone;
}

namespace paperwatch {

using LocalTime = std::chrono::local_time<Duration>;

// A zone of the IANA database, as the machine has it. Immutable, safe from any thread.
class Zone {
 public:
  // Nothing for an unknown name. "" is the machine's own: $TZ, else /etc/localtime, else UTC.
  static std::optional<Zone> find(std::string_view name);

  LocalTime local(Time time) const;
  // Of a local time that comes twice the first one; of one that is skipped the moment at which the
  // clock jumps over it. Never goes back as local time goes on.
  Time instant(LocalTime time) const;

 private:
  explicit Zone(const date::time_zone* zone) : zone_(zone) {}
  const date::time_zone* zone_;
};

}  // namespace paperwatch
