// SPDX-License-Identifier: MIT
#include "core/freshness.hpp"

#include <stdexcept>

#include <date/tz.h>

namespace paperwatch {

namespace {

// Days as people at one place have them.
class Calendar {
 public:
  explicit Calendar(const std::string& zone) : zone_(find(zone)) {}

  date::local_days day_of(Time time) const {
    const date::sys_time<Duration> moment(time.time_since_epoch());
    if (!zone_) return date::local_days(date::floor<date::days>(moment).time_since_epoch());
    return date::floor<date::days>(zone_->to_local(moment));
  }

  // When the day begins; where the clock skips midnight, its first moment.
  Time start_of(date::local_days day) const {
    if (!zone_) return Time(std::chrono::duration_cast<Duration>(day.time_since_epoch()));
    const auto start = zone_->to_sys(day, date::choose::earliest);
    return Time(std::chrono::duration_cast<Duration>(start.time_since_epoch()));
  }

 private:
  static const date::time_zone* find(const std::string& zone) {
    if (zone.empty()) return nullptr;
    try {
      return date::locate_zone(zone);
    } catch (const std::runtime_error&) {
      return nullptr;
    }
  }

  const date::time_zone* zone_;  // none: UTC
};

bool is_weekend(date::local_days day) {
  const date::weekday weekday(day);
  return weekday == date::Saturday || weekday == date::Sunday;
}

}  // namespace

std::optional<Time> stale_from(const Expect& expect, const std::string& zone, Time since) {
  if (!expect.new_every) return std::nullopt;
  if (expect.except != "weekend") return since + *expect.new_every;
  const Calendar calendar(zone);
  Duration left = *expect.new_every;
  Time from = since;
  for (date::local_days day = calendar.day_of(since);; day += date::days(1)) {
    const Time end = calendar.start_of(day + date::days(1));
    if (!is_weekend(day)) {
      if (left <= end - from) return from + left;
      left -= end - from;
    }
    from = end;
  }
}

std::optional<Time> stale_from(const Source& source, const SourceMemory& memory) {
  if (!memory.last_new) return std::nullopt;
  return stale_from(source.expect, source.timezone, *memory.last_new);
}

bool can_be_stale(const SourceMemory& memory) {
  const bool is_healthy = memory.health == Health::ok || memory.health == Health::stale;
  return is_healthy && memory.failures == 0;
}

std::optional<EventKind> next_freshness(SourceMemory& memory, std::optional<Time> stale_from,
                                        Time now) {
  const bool is_stale = stale_from && now >= *stale_from;
  memory.health = is_stale ? Health::stale : Health::ok;
  if (is_stale == memory.stale_told) return std::nullopt;
  memory.stale_told = is_stale;
  return is_stale ? EventKind::source_stale : EventKind::source_recovered;
}

}  // namespace paperwatch
