// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/calendar.hpp"

namespace paperwatch {

namespace {

constexpr std::int64_t second = 1000;  // milliseconds

struct Shorthand {
  std::string_view name, meaning;
};
constexpr std::array<Shorthand, 14> shorthands{{{"minutely", "*-*-* *:*:00"},
                                                {"hourly", "*-*-* *:00:00"},
                                                {"daily", "*-*-* 00:00:00"},
                                                {"weekly", "Mon *-*-* 00:00:00"},
                                                {"monthly", "*-*-01 00:00:00"},
                                                {"yearly", "*-01-01 00:00:00"},
                                                {"annually", "*-01-01 00:00:00"},
                                                {"anually", "*-01-01 00:00:00"},
                                                {"quarterly", "*-01,04,07,10-01 00:00:00"},
                                                {"semiannually", "*-01,07-01 00:00:00"},
                                                {"semi-annually", "*-01,07-01 00:00:00"},
                                                {"biannually", "*-01,07-01 00:00:00"},
                                                {"bi-annually", "*-01,07-01 00:00:00"},
                                                {"bianually", "*-01,07-01 00:00:00"}}};
constexpr std::array<std::string_view, 7> weekday_names{
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};

// What a part may hold; messages name it.
struct Limits {
  std::string_view name;
  std::int64_t least, most;
};
constexpr Limits year_limits{"year", 1970, 2199};
constexpr Limits month_limits{"month", 1, 12};
constexpr Limits day_limits{"day", 1, 31};
constexpr Limits day_from_end_limits{"day from the month's end", 1, 28};
constexpr Limits hour_limits{"hour", 0, 23};
constexpr Limits minute_limits{"minute", 0, 59};
constexpr Limits second_limits{"second", 0, 60 * second - 1};

// Reads from the front of a text. The first thing that is wrong is kept, later ones are not told.
class CalendarReader {
 public:
  explicit CalendarReader(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  const std::string& fault() const { return fault_; }
  void blame(std::string why) {
    if (fault_.empty()) fault_ = std::move(why);
  }

  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  // Mon..Fri,Sun
  unsigned weekdays() {
    unsigned days = 0;
    do {
      const auto from = weekday();
      const bool is_range = take("..") || take("-");
      const auto to = is_range ? weekday() : from;
      if (!from || !to) return 0;
      if (*to < *from) {
        blame("a range of weekdays runs from Monday to Sunday");
        return 0;
      }
      for (unsigned day = *from; day <= *to; ++day) days |= 1u << day;
    } while (take(",") && !rest_.empty() && rest_.front() != ' ');
    return days;
  }

  // *, or values, ranges and steps with commas between. `unit`: of one step; values are multiplied.
  CalendarPart part(std::int64_t unit = 1) {
    CalendarPart part;
    if (take("*")) {
      if (unit != 1) part.push_back({0, std::nullopt, unit});
      return part;
    }
    do {
      part.push_back(range(unit));
    } while (fault_.empty() && take(","));
    return part;
  }

 private:
  std::optional<unsigned> weekday() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_ascii_letter);
    const auto word = lower_ascii({rest_.begin(), end});
    for (unsigned i = 0; i < weekday_names.size(); ++i) {
      if (word != weekday_names[i] && word != weekday_names[i].substr(0, 3)) continue;
      rest_.remove_prefix(word.size());
      return i;
    }
    blame(fmt::format("'{}' is no day of the week", word.empty() ? std::string(rest_) : word));
    return std::nullopt;
  }

  CalendarRange range(std::int64_t unit) {
    CalendarRange range;
    range.first = number(unit);
    if (take("..")) {
      range.last = number(unit);
      range.step = unit;
      if (*range.last < range.first) blame("a range ends before it begins");
    }
    if (take("/")) {
      range.step = number(unit);
      if (range.step == 0) blame("a step of 0 leads nowhere");
    }
    if (range.last && range.step > 0) *range.last -= (*range.last - range.first) % range.step;
    if (range.last == range.first) range.last.reset(), range.step = 0;
    return range;
  }

  std::int64_t number(std::int64_t unit) {
    std::int64_t value = 0;
    std::size_t used = 0;
    for (; used < rest_.size() && used < 9 && is_ascii_digit(rest_[used]); ++used)
      value = value * 10 + (rest_[used] - '0');
    if (used == 0) blame(fmt::format("a number is missing before '{}'", rest_));
    rest_.remove_prefix(used);
    value *= unit;
    // 1..2 is a range, 1.5 a fraction.
    if (unit == 1 || rest_.size() < 2 || rest_[0] != '.' || !is_ascii_digit(rest_[1])) return value;
    rest_.remove_prefix(1);
    for (auto place = unit / 10; !rest_.empty() && is_ascii_digit(rest_.front()); place /= 10) {
      value += place * (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }

  std::string_view rest_;
  std::string fault_;
};

// `backwards`: the steps count down, as those of days from a month's end do.
void check(const CalendarPart& part, const Limits& limits, CalendarReader& in,
           bool backwards = false) {
  for (const auto& range : part) {
    const auto last = range.last.value_or(range.first);
    const auto room = backwards ? range.first - limits.least : limits.most - range.first;
    if (range.first < limits.least || last > limits.most || (!range.last && range.step > room)) {
      in.blame(fmt::format("{}: from {} to {}", limits.name, limits.least,
                           limits.name == "second" ? 59 : limits.most));
    }
  }
}

// Two digits name a year from 1970 to 2069.
std::int64_t whole_year(std::int64_t year) {
  return year >= 100 ? year : year < 70 ? year + 2000 : year + 1900;
}

// Y-M-D, Y-M~D, M-D or M~D; nothing is taken where a time of day stands instead.
void read_date(CalendarReader& in, Calendar& calendar) {
  auto ahead = in;
  auto first = ahead.part();
  if (ahead.rest().empty() || ahead.rest().front() == ':') return;
  in = ahead;
  std::vector<CalendarPart> parts{std::move(first)};
  while (parts.size() < 3 && !calendar.days_from_end) {
    calendar.days_from_end = in.take("~");
    if (!calendar.days_from_end && !in.take("-")) break;
    parts.push_back(in.part());
  }
  if (parts.size() < 2) return in.blame("a date is year-month-day or month-day");
  calendar.days = std::move(parts.back());
  calendar.months = std::move(parts[parts.size() - 2]);
  if (parts.size() == 3) calendar.years = std::move(parts.front());
  for (auto& range : calendar.years) {
    range.first = whole_year(range.first);
    if (range.last) range.last = whole_year(*range.last);
  }
  if (!in.rest().empty() && !in.take(" "))
    in.blame(fmt::format("'{}' does not belong behind a date", in.rest()));
}

// H:M or H:M:S; midnight where nothing stands.
void read_time(CalendarReader& in, Calendar& calendar) {
  calendar.hours = calendar.minutes = calendar.seconds = {{0, std::nullopt, 0}};
  if (in.rest().empty()) return;
  calendar.hours = in.part();
  if (!in.take(":")) return in.blame("a time is hour:minute or hour:minute:second");
  calendar.minutes = in.part();
  if (in.take(":")) calendar.seconds = in.part(second);
  if (!in.rest().empty()) in.blame(fmt::format("'{}' does not belong behind a time", in.rest()));
}

void check(const Calendar& calendar, CalendarReader& in) {
  check(calendar.years, year_limits, in);
  check(calendar.months, month_limits, in);
  check(calendar.days, calendar.days_from_end ? day_from_end_limits : day_limits, in,
        calendar.days_from_end);
  check(calendar.hours, hour_limits, in);
  check(calendar.minutes, minute_limits, in);
  check(calendar.seconds, second_limits, in);
}

// A last word that names a zone is taken off.
std::string take_zone(std::string_view& text) {
  const auto blank = text.rfind(' ');
  if (blank == std::string_view::npos) return {};
  const auto word = text.substr(blank + 1);
  const bool is_utc = equal_ignoring_case(word, "UTC");
  if (word.empty() || !is_ascii_letter(word.front()) || (!is_utc && !Zone::find(word))) return {};
  text = text.substr(0, blank);
  return is_utc ? "UTC" : std::string(word);
}

// @SECONDS since 1970, as the date and time that it is.
std::optional<std::string> date_of_seconds(std::string_view text) {
  if (!text.starts_with('@')) return std::nullopt;
  text.remove_prefix(1);
  if (text.empty() || text.size() > 10 ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  const std::chrono::sys_seconds time{std::chrono::seconds{std::stoll(std::string(text))}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{}-{}-{} {}:{}:{}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace

Result<Calendar> parse_calendar(std::string_view text) {
  const auto written = trim(text);
  auto body = written;
  Calendar calendar;
  calendar.zone = take_zone(body);
  std::string meaning(body);
  for (const auto& shorthand : shorthands) {
    if (equal_ignoring_case(body, shorthand.name)) meaning = shorthand.meaning;
  }
  if (auto date = date_of_seconds(body)) {
    meaning = std::move(*date);
    calendar.zone = "UTC";
  }
  CalendarReader in(meaning);
  if (meaning.empty()) in.blame("nothing is written");
  if (!meaning.empty() && is_ascii_letter(meaning.front())) {
    calendar.weekdays = in.weekdays();
    if (!in.rest().empty() && !in.take(" "))
      in.blame(fmt::format("'{}' does not belong behind a day of the week", in.rest()));
  }
  if (in.fault().empty()) read_date(in, calendar);
  if (in.fault().empty()) read_time(in, calendar);
  check(calendar, in);
  if (in.fault().empty()) return calendar;
  return fail("config", fmt::format("'{}' is no calendar expression: {}", written, in.fault()),
              "write it like \"08:00\", \"Mon..Fri 08:00\", \"*-*-1 06:30\" or \"hourly\" "
              "(systemd.time(7))");
}

}  // namespace paperwatch
