// SPDX-License-Identifier: MIT
// Calendar expressions in systemd's notation (systemd.time(7), "Calendar Events"). Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

#include "core/zone.hpp"

namespace paperwatch {

// `first`, and every `step` from there up to `last`; `step` 0: `first` alone.
struct CalendarRange {
  std::int64_t first = 0;
  std::optional<std::int64_t> last;
  std::int64_t step = 0;
  bool operator==(const CalendarRange&) const = default;
};
using CalendarPart = std::vector<CalendarRange>;  // empty: any value

struct Calendar {
  unsigned weekdays = 0;  // bit 0 is Monday; 0: any
  CalendarPart years, months, days, hours, minutes;
  CalendarPart seconds;        // in milliseconds
  bool days_from_end = false;  // day 1 is the month's last
  std::string zone;            // "" that of whoever asks
  bool operator==(const Calendar&) const = default;
};

// The error's code is "config"; its hint says what to write.
Result<Calendar> parse_calendar(std::string_view text);

// The first occurrence after `after`, in the calendar's own zone if it names one; nothing if none
// comes before the year 2200. Each local time occurs once: where the clock goes back, the first
// time round; where it jumps over some, they occur together at the jump. (systemd leaves these
// out.)
std::optional<Time> next_occurrence(const Calendar& calendar, Time after, const Zone& zone);

// Stands for "not again" where a moment has to be named: the end of the year 9999.
inline constexpr Time never = Time(std::chrono::milliseconds(253'402'300'799'000));

}  // namespace paperwatch
