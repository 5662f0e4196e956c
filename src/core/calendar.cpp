// SPDX-License-Identifier: MIT
#include "core/calendar.hpp"

#include <chrono>

namespace paperwatch {

namespace {

using std::chrono::days;
using std::chrono::local_days;
using std::chrono::year_month_day;

constexpr std::int64_t last_year = 2199;

// The smallest value of `part` that is at least `from` and at most `most`.
std::optional<std::int64_t> first_from(const CalendarPart& part, std::int64_t from,
                                       std::int64_t most) {
  if (part.empty()) return from <= most ? std::optional(from) : std::nullopt;
  std::optional<std::int64_t> best;
  for (const auto& range : part) {
    std::int64_t value = range.first;
    if (value < from) {
      if (range.step == 0) continue;
      value += (from - value + range.step - 1) / range.step * range.step;
    }
    if (value > range.last.value_or(most) || value > most) continue;
    if (!best || value < *best) best = value;
  }
  return best;
}

// Days that count from the month's end as days that count from its beginning.
CalendarPart days_of_month(const Calendar& calendar, std::int64_t length) {
  if (!calendar.days_from_end) return calendar.days;
  CalendarPart part;
  for (const auto& range : calendar.days) {
    const auto turned = [length](std::int64_t day) { return length + 1 - day; };
    if (range.last) {
      part.push_back({turned(*range.last), turned(range.first), range.step});
    } else if (range.step > 0 || turned(range.first) > 0) {
      part.push_back({turned(range.first), std::nullopt, range.step});
    }
  }
  // An empty part would mean any day.
  if (part.empty() && !calendar.days.empty()) part.push_back({0, std::nullopt, 0});
  return part;
}

bool is_wanted_weekday(const Calendar& calendar, local_days day) {
  const auto iso = std::chrono::weekday(day).iso_encoding();
  return calendar.weekdays == 0 || (calendar.weekdays >> (iso - 1) & 1) != 0;
}

std::optional<local_days> first_day_of_month(const Calendar& calendar, std::int64_t year,
                                             std::int64_t month, std::int64_t from) {
  using namespace std::chrono;
  const auto whole =
      std::chrono::year(static_cast<int>(year)) / std::chrono::month(static_cast<unsigned>(month));
  const auto length = static_cast<unsigned>((whole / last).day());
  const auto part = days_of_month(calendar, length);
  for (auto day = first_from(part, from, length); day; day = first_from(part, *day + 1, length)) {
    const local_days date(whole / std::chrono::day(static_cast<unsigned>(*day)));
    if (is_wanted_weekday(calendar, date)) return date;
  }
  return std::nullopt;
}

// The first day from `from` on that the calendar names.
std::optional<local_days> first_day(const Calendar& calendar, local_days from) {
  const year_month_day start(from);
  const auto start_year = static_cast<int>(start.year());
  const auto start_month = static_cast<unsigned>(start.month());
  for (auto year = first_from(calendar.years, start_year, last_year); year;
       year = first_from(calendar.years, *year + 1, last_year)) {
    const bool is_start = *year == start_year;
    for (auto month = first_from(calendar.months, is_start ? start_month : 1, 12); month;
         month = first_from(calendar.months, *month + 1, 12)) {
      const auto day = is_start && *month == start_month ? static_cast<unsigned>(start.day()) : 1u;
      if (const auto date = first_day_of_month(calendar, *year, *month, day)) return date;
    }
  }
  return std::nullopt;
}

// The first time of day from `from` on.
std::optional<Duration> first_time(const Calendar& calendar, Duration from) {
  const std::chrono::hh_mm_ss start(from);
  const auto start_hour = start.hours().count(), start_minute = start.minutes().count();
  const auto start_second = Duration(start.seconds() + start.subseconds()).count();
  for (auto hour = first_from(calendar.hours, start_hour, 23); hour;
       hour = first_from(calendar.hours, *hour + 1, 23)) {
    const bool is_start = *hour == start_hour;
    for (auto minute = first_from(calendar.minutes, is_start ? start_minute : 0, 59); minute;
         minute = first_from(calendar.minutes, *minute + 1, 59)) {
      const auto least = is_start && *minute == start_minute ? start_second : 0;
      const auto second = first_from(calendar.seconds, least, 59'999);
      if (second)
        return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + Duration(*second);
    }
  }
  return std::nullopt;
}

std::optional<LocalTime> first_local(const Calendar& calendar, LocalTime from) {
  const auto today = std::chrono::floor<days>(from);
  auto day = first_day(calendar, today);
  if (day == today) {
    if (const auto time = first_time(calendar, from - today)) return *day + *time;
    day = first_day(calendar, today + days(1));
  }
  if (!day) return std::nullopt;
  const auto time = first_time(calendar, Duration(0));
  if (!time) return std::nullopt;
  return *day + *time;
}

}  // namespace

std::optional<Time> next_occurrence(const Calendar& calendar, Time after, const Zone& zone) {
  const auto own = calendar.zone.empty() ? std::nullopt : Zone::find(calendar.zone);
  const Zone& clock = own ? *own : zone;
  // Local times that are over may lie ahead of the clock where it has just gone back.
  auto local = first_local(calendar, clock.local(after) + Duration(1));
  while (local) {
    const Time time = clock.instant(*local);
    if (time > after) return time;
    local = first_local(calendar, *local + Duration(1));
  }
  return std::nullopt;
}

}  // namespace paperwatch
