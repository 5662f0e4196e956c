// SPDX-License-Identifier: MIT
#include "core/zone.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <date/tz.h>

namespace paperwatch {

namespace {

const date::time_zone* known_zone(std::string_view name) {
  try {
    return date::locate_zone(std::string(name));
  } catch (const std::runtime_error&) {
    return nullptr;
  }
}

const date::time_zone* machine_zone() {
  if (const char* set = std::getenv("TZ"); set != nullptr && *set != '\0') {
    if (const auto* zone = known_zone(*set == ':' ? set + 1 : set)) return zone;
  }
  try {
    return date::current_zone();
  } catch (const std::runtime_error&) {
    return known_zone("UTC");
  }
}

}  // namespace

std::optional<Zone> Zone::find(std::string_view name) {
  const auto* zone = name.empty() ? machine_zone() : known_zone(name);
  if (zone == nullptr) return std::nullopt;
  return Zone(zone);
}

LocalTime Zone::local(Time time) const {
  return LocalTime(time.time_since_epoch() + zone_->get_info(time).offset);
}

Time Zone::instant(LocalTime time) const {
  const auto info = zone_->get_info(date::local_time<Duration>(time.time_since_epoch()));
  if (info.result == date::local_info::nonexistent) {
    return std::chrono::time_point_cast<Duration>(info.first.end);
  }
  return Time(time.time_since_epoch() - info.first.offset);
}

}  // namespace paperwatch
