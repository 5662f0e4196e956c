// SPDX-License-Identifier: MIT
#include "base/time.hpp"

#include <array>
#include <cstdlib>
#include <ctime>
#include <limits>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::milliseconds;

// A cursor over text of fixed-width numbers and single characters.
struct Reader {
  std::string_view rest;

  bool character(char c) {
    if (rest.empty() || rest.front() != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  std::optional<int> digits(std::size_t count) {
    if (rest.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest[i] < '0' || rest[i] > '9') return std::nullopt;
      value = value * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(count);
    return value;
  }
  std::optional<std::uint64_t> number() {
    std::size_t used = 0;
    std::uint64_t value = 0;
    while (used < rest.size() && rest[used] >= '0' && rest[used] <= '9' && used < 12) {
      value = value * 10 + static_cast<std::uint64_t>(rest[used++] - '0');
    }
    if (used == 0) return std::nullopt;
    rest.remove_prefix(used);
    return value;
  }
};

std::optional<days> read_date(Reader& in) {
  const auto year = in.digits(4);
  if (!year || !in.character('-')) return std::nullopt;
  const auto month = in.digits(2);
  if (!month || !in.character('-')) return std::nullopt;
  const auto day = in.digits(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days{date}.time_since_epoch();
}

std::optional<milliseconds> read_fraction(Reader& in) {
  milliseconds fraction{0};
  if (!in.character('.')) return fraction;
  int unit = 100;
  bool any = false;
  while (const auto digit = in.digits(1)) {
    fraction += milliseconds(unit * *digit);
    unit /= 10;
    any = true;
  }
  if (!any) return std::nullopt;
  return fraction;
}

std::optional<milliseconds> read_offset(Reader& in) {
  if (in.character('Z') || in.character('z')) return milliseconds{0};
  const int sign = in.character('+') ? 1 : in.character('-') ? -1 : 0;
  if (sign == 0) return std::nullopt;
  const auto hours = in.digits(2);
  if (!hours || *hours > 23) return std::nullopt;
  in.character(':');
  const auto minutes = in.digits(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  return sign * (std::chrono::hours(*hours) + std::chrono::minutes(*minutes));
}

// Not by the system clock's own conversion: it counts nanoseconds and ends in 2262.
std::time_t seconds_of(Time time) {
  return floor<std::chrono::seconds>(time).time_since_epoch().count();
}

// A feed holds hundreds of times: without a format to be read for each.
template <typename Number>
void append_digits(std::string& out, Number number, int width) {
  const fmt::format_int digits(number);
  for (auto missing = width - static_cast<int>(digits.size()); missing > 0; --missing) out += '0';
  out.append(digits.data(), digits.size());
}

std::tm broken_down(Time time) {
  return fmt::gmtime(seconds_of(time));
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array<Unit, 6> duration_units{{{"ms", 1},
                                              {"s", 1000},
                                              {"m", 60'000},
                                              {"h", 3'600'000},
                                              {"d", 86'400'000},
                                              {"w", 604'800'000}}};
constexpr std::array<Unit, 7> size_units{{{"B", 1},
                                          {"KiB", 1u << 10},
                                          {"MiB", 1u << 20},
                                          {"GiB", 1u << 30},
                                          {"KB", 1000},
                                          {"MB", 1000'000},
                                          {"GB", 1000'000'000}}};

}  // namespace

Time wall_now() {
  if (const char* fixed = std::getenv("PAPERWATCH_NOW"); fixed != nullptr) {
    if (const auto time = parse_rfc3339(fixed)) return *time;
  }
  return floor<milliseconds>(std::chrono::system_clock::now());
}

std::string rfc3339(Time time) {
  const auto day = floor<days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::string out;
  append_digits(out, static_cast<int>(date.year()), 4);
  append_digits(out += '-', static_cast<unsigned>(date.month()), 2);
  append_digits(out += '-', static_cast<unsigned>(date.day()), 2);
  append_digits(out += 'T', clock.hours().count(), 2);
  append_digits(out += ':', clock.minutes().count(), 2);
  append_digits(out += ':', clock.seconds().count(), 2);
  if (const auto fraction = clock.subseconds().count(); fraction != 0)
    append_digits(out += '.', fraction, 3);
  return out += 'Z';
}

std::optional<Time> parse_rfc3339(std::string_view text) {
  Reader in{trim(text)};
  const auto date = read_date(in);
  if (!date) return std::nullopt;
  Time time{*date};
  if (in.rest.empty()) return time;
  if (!in.character('T') && !in.character('t') && !in.character(' ')) return std::nullopt;
  const auto hour = in.digits(2);
  if (!hour || *hour > 23 || !in.character(':')) return std::nullopt;
  const auto minute = in.digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  int second = 0;
  if (in.character(':')) {
    const auto read = in.digits(2);
    if (!read || *read > 60) return std::nullopt;
    second = *read;
  }
  const auto fraction = read_fraction(in);
  if (!fraction) return std::nullopt;
  const auto offset = read_offset(in);
  if (!offset || !in.rest.empty()) return std::nullopt;
  return time + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
         std::chrono::seconds(second) + *fraction - *offset;
}

namespace {

// The moment at which clocks here show this; a time that they skip counts as if they had not.
Time local_moment(Time shown) {
  auto clock = broken_down(shown);
  clock.tm_isdst = -1;
  const auto part = shown - floor<std::chrono::seconds>(shown);
  return Time(std::chrono::seconds(std::mktime(&clock))) + part;
}

// A date, or a date and a time, as RFC 3339 writes them but without a zone.
std::optional<Time> parse_local(std::string_view text) {
  const bool is_date = text.size() == std::string_view("2026-11-30").size();
  const auto shown = parse_rfc3339(is_date ? std::string(text) : std::string(text) + "Z");
  if (!shown) return std::nullopt;
  return local_moment(*shown);
}

}  // namespace

std::optional<Time> parse_moment(std::string_view text, Time now) {
  text = trim(text);
  if (text == "now") return now;
  if (text.ends_with(" ago")) {
    const auto back = parse_duration(text.substr(0, text.size() - 4));
    if (!back) return std::nullopt;
    return now - *back;
  }
  const auto local = parse_local(text);
  return local ? local : parse_rfc3339(text);
}

std::string rfc822_date(Time time) {
  static constexpr std::array weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto tm = broken_down(time);
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT",
                     weekdays[static_cast<std::size_t>(tm.tm_wday)], tm.tm_mday,
                     months[static_cast<std::size_t>(tm.tm_mon)], tm.tm_year + 1900, tm.tm_hour,
                     tm.tm_min, tm.tm_sec);
}

std::string http_date(Time time) {
  return rfc822_date(time);
}

std::string local_time(Time time) {
  const auto tm = fmt::localtime(seconds_of(time));
  return fmt::format("{:%Y-%m-%d %H:%M %Z}", tm);
}

std::optional<Duration> parse_duration(std::string_view text) {
  Reader in{trim(text)};
  if (in.rest.empty()) return std::nullopt;
  std::uint64_t total = 0;
  while (!in.rest.empty()) {
    const auto number = in.number();
    if (!number) return std::nullopt;
    const Unit* found = nullptr;
    for (const auto& unit : duration_units) {
      // "ms" before "m": the longest name that fits.
      if (in.rest.starts_with(unit.name) && (!found || unit.name.size() > found->name.size()))
        found = &unit;
    }
    if (!found || *number > std::numeric_limits<std::int64_t>::max() / 4 / found->factor)
      return std::nullopt;
    in.rest.remove_prefix(found->name.size());
    total += *number * found->factor;
  }
  return Duration(static_cast<std::int64_t>(total));
}

std::string duration_text(Duration duration) {
  auto rest =
      static_cast<std::uint64_t>(duration.count() < 0 ? -duration.count() : duration.count());
  if (rest == 0) return "0s";
  std::string out = duration.count() < 0 ? "-" : "";
  for (const std::string_view name : {"d", "h", "m", "s", "ms"}) {
    for (const auto& unit : duration_units) {
      if (unit.name != name || rest < unit.factor) continue;
      out += fmt::format("{}{}", rest / unit.factor, name);
      rest %= unit.factor;
    }
  }
  return out;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  Reader in{trim(text)};
  const auto number = in.number();
  if (!number) return std::nullopt;
  for (const auto& unit : size_units) {
    if (in.rest == unit.name) return *number * unit.factor;
  }
  return std::nullopt;
}

std::string size_text(std::uint64_t bytes) {
  for (const auto& [name, factor] :
       {Unit{"GiB", 1u << 30}, Unit{"MiB", 1u << 20}, Unit{"KiB", 1u << 10}}) {
    if (bytes >= factor && bytes % factor == 0) return fmt::format("{}{}", bytes / factor, name);
    if (bytes >= factor)
      return fmt::format("{:.1f}{}", static_cast<double>(bytes) / static_cast<double>(factor),
                         name);
  }
  return fmt::format("{}B", bytes);
}

}  // namespace paperwatch
