// SPDX-License-Identifier: MIT
#include "core/delivery_times.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace paperwatch {

namespace {

// "08:00"; two digits each, so that nobody has to guess.
std::optional<Duration> time_of_day(std::string_view text) {
  const auto digit = [text](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
  if (text.size() != 5 || text[2] != ':' || !digit(0) || !digit(1) || !digit(3) || !digit(4))
    return std::nullopt;
  const int hour = (text[0] - '0') * 10 + text[1] - '0';
  const int minute = (text[3] - '0') * 10 + text[4] - '0';
  if (hour > 23 || minute > 59) return std::nullopt;
  return std::chrono::hours(hour) + std::chrono::minutes(minute);
}

std::optional<Calendar> calendar_of(std::string_view text) {
  const auto calendar = parse_calendar(text);
  return calendar ? std::optional(*calendar) : std::nullopt;
}

}  // namespace

std::optional<Calendar> digest_calendar(std::string_view digest) {
  static constexpr std::array<std::string_view, 7> weekdays{"Mon", "Tue", "Wed", "Thu",
                                                            "Fri", "Sat", "Sun"};
  if (digest == "hourly") return calendar_of(digest);
  if (digest.starts_with("daily ") && time_of_day(digest.substr(6)))
    return calendar_of(digest.substr(6));
  if (!digest.starts_with("weekly ") || digest.size() != 16 || digest[10] != ' ') return {};
  const auto day = digest.substr(7, 3);
  if (std::find(weekdays.begin(), weekdays.end(), day) == weekdays.end() ||
      !time_of_day(digest.substr(11)))
    return {};
  return calendar_of(digest.substr(7));
}

std::optional<QuietHours> parse_quiet_hours(std::string_view text) {
  if (text.size() != 11 || text[5] != '-') return std::nullopt;
  const auto from = time_of_day(text.substr(0, 5)), to = time_of_day(text.substr(6));
  if (!from || !to || *from == *to) return std::nullopt;
  return QuietHours{*from, *to};
}

std::optional<Time> quiet_until(const QuietHours& quiet, Time time, const Zone& zone) {
  using std::chrono::days;
  const auto today = std::chrono::floor<days>(zone.local(time));
  const auto length = quiet.from < quiet.to ? days(0) : days(1);
  // The span that began yesterday may still last.
  for (const auto begins : {today - days(1), today}) {
    const Time from = zone.instant(begins + quiet.from);
    const Time to = zone.instant(begins + length + quiet.to);
    if (from <= time && time < to) return to;
  }
  return std::nullopt;
}

Time delivery_due(std::string_view digest, std::string_view quiet, Time now, const Zone& zone) {
  Time due = now;
  if (const auto calendar = digest_calendar(digest))
    due = next_occurrence(*calendar, now, zone).value_or(now);
  if (const auto hours = parse_quiet_hours(quiet))
    due = quiet_until(*hours, due, zone).value_or(due);
  return due;
}

std::string quiet_text(std::string_view quiet, std::string_view zone) {
  if (quiet.empty()) return {};
  return zone.empty() ? std::string(quiet) : std::string(quiet) + " " + std::string(zone);
}

std::optional<Time> quiet_until(std::string_view quiet_text, Time time) {
  const auto hours = parse_quiet_hours(quiet_text.substr(0, 11));
  const auto zone = Zone::find(quiet_text.size() > 12 ? quiet_text.substr(12) : "");
  if (!hours || !zone) return std::nullopt;
  return quiet_until(*hours, time, *zone);
}

}  // namespace paperwatch
