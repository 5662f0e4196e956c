// SPDX-License-Identifier: MIT
#include "core/dates.hpp"

#include <chrono>

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/text.hpp"
#include "core/dates_words.hpp"
#include "core/plain_letters.hpp"

namespace paperwatch {

namespace {

using re2::StringPiece;
using std::chrono::minutes;

// A calendar date with the precision it was written in; 0: not said.
struct Day {
  int year = 0, month = 0, day = 0;
};

constexpr std::size_t longest_date = 100;

// RFC 2822 §4.3: 00–49 are of this century, 50–99 and three digits count from 1900.
int full_year(const std::string& digits) {
  const int year = std::stoi(digits);
  if (digits.size() == 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits.size() == 3 ? 1900 + year : year;
}

bool is_likely_year(int year) {
  return year >= 1000 && year <= 2999;
}

std::chrono::year_month_day calendar(const Day& day) {
  return std::chrono::year(day.year) / std::chrono::month(static_cast<unsigned>(day.month)) /
         std::chrono::day(static_cast<unsigned>(day.day));
}

// Nothing for a day that no calendar has.
std::optional<Day> checked(Day day) {
  if (day.year < 0 || day.year > 9999 || day.month < 0 || day.month > 12) return std::nullopt;
  if (day.day != 0 && (day.month == 0 || !calendar(day).ok())) return std::nullopt;
  return day;
}

std::optional<Day> day_of(int year, int month, int day) {
  if (month < 1 || day < 1) return std::nullopt;
  return checked({year, month, day});
}
std::optional<Day> month_of_year(int year, int month) {
  if (month < 1) return std::nullopt;
  return checked({year, month, 0});
}

// The n-th day of a year.
std::optional<Day> ordinal_day(int year, int number) {
  using namespace std::chrono;
  const year_month_day date = sys_days(std::chrono::year(year) / January / 1) + days(number - 1);
  if (number < 1 || int(date.year()) != year) return std::nullopt;
  return Day{year, int(unsigned(date.month())), int(unsigned(date.day()))};
}

// Of "02/07/2026" nobody can say which is the day; of "13/07/2026" and "07/07/2026" one can.
std::optional<Day> day_and_month(int first, int second, int year) {
  if (first > 12 || first == second) return day_of(year, second, first);
  if (second > 12) return day_of(year, first, second);
  return std::nullopt;
}

// Six digits are YYMMDD or YYYYMM, whichever is possible; if both are, neither.
std::optional<Day> six_digits(const std::string& digits) {
  const auto number = [&](std::size_t at, std::size_t size) {
    return std::stoi(digits.substr(at, size));
  };
  const auto short_form = day_of(full_year(digits.substr(0, 2)), number(2, 2), number(4, 2));
  const bool long_form =
      is_likely_year(number(0, 4)) && month_of_year(number(0, 4), number(4, 2)).has_value();
  if (short_form && long_form) return std::nullopt;
  return long_form ? month_of_year(number(0, 4), number(4, 2)) : short_form;
}

// Five digits are YYDDD, unless they look like a mistyped year ("22013", "20263").
std::optional<Day> five_digits(const std::string& digits) {
  const auto is_year = [](int number) { return number >= 1900 && number <= 2099; };
  if (is_year(std::stoi(digits.substr(0, 4))) || is_year(std::stoi(digits.substr(1))))
    return std::nullopt;
  return ordinal_day(full_year(digits.substr(0, 2)), std::stoi(digits.substr(2)));
}

// ---- forms without words ------------------------------------------------------------------

// A form of a date at the start of a text. A form ends where neither a digit nor a further part
// follows, so that no date is cut out of something longer.
struct Numeric {
  std::string first, second, third;

  int a() const { return std::stoi(first); }
  int b() const { return std::stoi(second); }
  int c() const { return std::stoi(third); }
};

bool take(StringPiece& text, const RE2& form, Numeric& n) {
  StringPiece rest = text;
  const int groups = form.NumberOfCapturingGroups();
  const bool found = groups == 1   ? RE2::Consume(&rest, form, &n.first)
                     : groups == 2 ? RE2::Consume(&rest, form, &n.first, &n.second)
                                   : RE2::Consume(&rest, form, &n.first, &n.second, &n.third);
  static const RE2 goes_on(with_plain_letters("^(?:[-/.:]?\\d|[-/:]\\pL|[\\p{Latin}]{2})"));
  if (!found || RE2::PartialMatch(rest, goes_on)) return false;
  text = rest;
  return true;
}

std::optional<Day> take_iso(StringPiece& text) {
  static const RE2 extended("(\\d{4})-0?(\\d{1,2})-(\\d{1,2})");
  static const RE2 slashed("(\\d{4})[/.] ?(\\d{1,2})[/.] ?(\\d{1,2})\\.?");
  static const RE2 basic("(\\d{4})(\\d{2})(\\d{2})");
  static const RE2 ordinal("(\\d{4})-?(\\d{3})");
  static const RE2 month("(\\d{4})[-/.](\\d{1,2})");
  static const RE2 year("(\\d{4})");
  static const RE2 short_day("(\\d{2})-(\\d{2})-(\\d{2})");
  static const RE2 short_month("-(\\d{2})-?(\\d{2})");
  static const RE2 six("(\\d{6})");
  static const RE2 five("(\\d{5})");
  Numeric n;
  if (take(text, extended, n) || take(text, slashed, n) || take(text, basic, n)) {
    return day_of(n.a(), n.b(), n.c());
  }
  if (take(text, ordinal, n)) return ordinal_day(n.a(), n.b());
  if (take(text, month, n)) return month_of_year(n.a(), n.b());
  if (take(text, short_day, n)) return day_of(full_year(n.first), n.b(), n.c());
  if (take(text, short_month, n)) return month_of_year(full_year(n.first), n.b());
  if (take(text, six, n)) return six_digits(n.first);
  if (take(text, five, n)) return five_digits(n.first);
  if (take(text, year, n) && is_likely_year(n.a())) return Day{n.a(), 0, 0};
  return std::nullopt;
}

std::optional<Day> take_day_first(StringPiece& text) {
  static const RE2 dotted("(\\d{1,2})\\. ?(\\d{1,2})\\. ?(\\d{4}|\\d{2})");
  static const RE2 slashed("(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})");
  static const RE2 month("(\\d{1,2})[/.](\\d{4})");
  Numeric n;
  if (take(text, dotted, n)) return day_of(full_year(n.third), n.b(), n.a());
  if (take(text, slashed, n)) return day_and_month(n.a(), n.b(), n.c());
  if (take(text, month, n)) return month_of_year(n.b(), n.a());
  return std::nullopt;
}

// ---- forms with words ---------------------------------------------------------------------

std::optional<Day> take_cjk(StringPiece& text) {
  static const RE2 day("(\\d{4}) ?[年년] ?(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일号號]");
  static const RE2 month("(\\d{4}) ?[年년] ?(\\d{1,2}) ?[月월]");
  static const RE2 year("(\\d{4}) ?[年년]");
  Numeric n;
  if (take(text, day, n)) return day_of(n.a(), n.b(), n.c());
  if (take(text, month, n)) return month_of_year(n.a(), n.b());
  if (take(text, year, n)) return checked({n.a(), 0, 0});
  return std::nullopt;
}

std::optional<Day> take_named_month(StringPiece& text) {
  static const RE2 day_first(with_plain_letters(
      "(\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?[ ,/-]*(?:de |of )?(\\pL+)\\.?[ ,/-]*(?:de |del "
      ")?(\\d{4}|\\d{2})"));
  static const RE2 month_first(
      with_plain_letters("(\\pL+)\\.?[ -]*(\\d{1,2})(?:st|nd|rd|th|º|°)?,? (\\d{4})"));
  static const RE2 year_first(
      with_plain_letters("(\\d{4})\\.?[ ,/-]*(\\pL+)\\.?[ ,/-]*(\\d{1,2})(?:st|nd|rd|th|\\.)?"));
  static const RE2 month_only(with_plain_letters("(\\pL+)\\.?[ ,/-]*(?:de |del |of )?(\\d{4})"));
  static const RE2 month_last(with_plain_letters("(\\d{4})[ ,/-]*(\\pL+)\\.?"));
  const auto month = [](const std::string& name) { return month_of(name).value_or(0); };
  Numeric n;
  if (take(text, day_first, n)) return day_of(full_year(n.third), month(n.second), n.a());
  if (take(text, month_first, n)) return day_of(n.c(), month(n.first), n.b());
  if (take(text, year_first, n)) return day_of(n.a(), month(n.second), n.c());
  if (take(text, month_only, n)) return month_of_year(n.b(), month(n.first));
  StringPiece rest = text;
  if (take(rest, month_last, n) && month(n.second) != 0) {
    text = rest;
    return month_of_year(n.a(), month(n.second));
  }
  return std::nullopt;
}

// ---- the time of day ----------------------------------------------------------------------

struct Clock {
  std::chrono::milliseconds since_midnight{0};
  bool korean = false;  // "오후 11:31" stands on Korean time
};

int fraction_in_ms(std::string digits) {
  digits.resize(3, '0');
  return std::stoi(digits);
}

// 12-hour clocks; nothing for "13 pm".
std::optional<int> hour_of_day(int hour, std::string_view half) {
  if (half.empty()) return hour;
  if (hour < 1 || hour > 12) return std::nullopt;
  const bool afternoon = half.front() == 'p' || half == "오후";
  return hour % 12 + (afternoon ? 12 : 0);
}

std::optional<Clock> take_clock(StringPiece& text) {
  static const RE2 colons(
      "(오전 ?|오후 ?)?(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,](\\d{1,9}))?)?"
      "(?: ?(a\\.?m\\.?|p\\.?m\\.?))?");
  static const RE2 compact("(\\d{2})(\\d{2})(\\d{2})?");
  std::string korean, hour, minute, second, fraction, half;
  StringPiece rest = text;
  if (!RE2::Consume(&rest, colons, &korean, &hour, &minute, &second, &fraction, &half) &&
      !RE2::Consume(&rest, compact, &hour, &minute, &second)) {
    return std::nullopt;
  }
  const auto number = [](const std::string& digits) {
    return digits.empty() ? 0 : std::stoi(digits);
  };
  const auto hours = hour_of_day(number(hour), korean.empty() ? half : std::string(trim(korean)));
  if (!hours || *hours > 23 || number(minute) > 59 || number(second) > 60) return std::nullopt;
  text = rest;
  return Clock{std::chrono::hours(*hours) + minutes(number(minute)) +
                   std::chrono::seconds(number(second)) +
                   std::chrono::milliseconds(fraction.empty() ? 0 : fraction_in_ms(fraction)),
               !korean.empty()};
}

std::optional<minutes> numeric_offset(const std::string& sign, const std::string& hour,
                                      const std::string& minute) {
  const int hours = std::stoi(hour);
  const int rest = minute.empty() ? 0 : std::stoi(minute);
  if (hours > 23 || rest > 59) return std::nullopt;
  const minutes offset(hours * 60 + rest);
  return sign == "-" ? -offset : offset;
}

// A zone at the start of the text, UTC where there is none; nothing for one that cannot be read.
std::optional<minutes> take_zone(StringPiece& text) {
  static const RE2 numeric(" ?(?:gmt|utc)?([+-])(\\d{1,2}):?(\\d{2})?");
  static const RE2 comment(" ?\\([a-z ]+\\)$");
  static const RE2 name(" ?\\(?([a-z/]+)\\)?");
  std::string sign, hour, minute, zone;
  if (RE2::Consume(&text, numeric, &sign, &hour, &minute)) {
    RE2::Consume(&text, comment);
    return numeric_offset(sign, hour, minute);
  }
  if (RE2::Consume(&text, name, &zone)) return zone_offset(zone);
  return minutes(0);
}

std::string written(const Day& day) {
  if (day.month == 0) return fmt::format("{:04}", day.year);
  if (day.day == 0) return fmt::format("{:04}-{:02}", day.year, day.month);
  return fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
}

// By the calendar alone: system_clock counts nanoseconds and overflows before 1677.
std::optional<std::string> written(const Day& day, const Clock& clock, minutes offset) {
  using namespace std::chrono;
  const Time time = sys_days(calendar(day)) + clock.since_midnight - offset;
  const auto midnight = floor<days>(time);
  const year_month_day date = midnight;
  const int year = int(date.year());
  if (year < 0 || year > 9999) return std::nullopt;
  const hh_mm_ss of_day(time - midnight);
  const auto fraction = of_day.subseconds().count();
  return fmt::format("{}T{:02}:{:02}:{:02}{}Z",
                     written(Day{year, int(unsigned(date.month())), int(unsigned(date.day()))}),
                     of_day.hours().count(), of_day.minutes().count(), of_day.seconds().count(),
                     fraction == 0 ? "" : fmt::format(".{:03}", fraction));
}

// ---- the whole ----------------------------------------------------------------------------

// "Sun Jan 4 16:29:06 2004", with or without a zone before or after the year.
std::optional<std::string> read_asctime(StringPiece text) {
  static const RE2 form(
      "([a-z]+) (\\d{1,2}) (\\d{1,2}:\\d{2}:\\d{2})((?: [a-z]+| [+-]\\d{4})?) (\\d{4})");
  std::string month, time, zone;
  int number = 0, year = 0;
  if (!RE2::FullMatch(text, form, &month, &number, &time, &zone, &year)) return std::nullopt;
  StringPiece clock_text = time, zone_text = zone;
  const auto day = day_of(year, month_of(month).value_or(0), number);
  const auto clock = take_clock(clock_text);
  const auto offset = take_zone(zone_text);
  if (!day || !clock || !offset || !zone_text.empty()) return std::nullopt;
  return written(*day, *clock, *offset);
}

// Labels and the day of the week say nothing that the date does not say.
void drop_preamble(StringPiece& text) {
  static const RE2 label(
      "(?:(?:first |last |date )?(?:submitted|published|posted|updated|revised|received|accepted|"
      "created|modified|announced|date|veröffentlicht|publié|publicado)(?: online)?(?: on| am| "
      "le)?:? )");
  static const RE2 weekday(with_plain_letters("(\\pL+)\\.?,? ?"));
  RE2::Consume(&text, label);
  StringPiece rest = text;
  std::string name;
  if (RE2::Consume(&rest, weekday, &name) && is_weekday(name)) text = rest;
}

std::optional<Day> take_day(StringPiece& text) {
  using Form = std::optional<Day> (*)(StringPiece&);
  for (const Form form : {take_cjk, take_named_month, take_day_first, take_iso}) {
    StringPiece rest = text;
    const auto day = form(rest);
    const bool matched = rest.size() != text.size();
    if (!matched) continue;
    text = rest;
    return day;
  }
  return std::nullopt;
}

std::string folded(std::string_view text) {
  std::string out = collapse_space(fold_case(text));
  for (const auto* dash : {"‐", "‑", "–", "−"}) out = replace_all(std::move(out), dash, "-");
  return out;
}

}  // namespace

std::optional<std::string> iso_date(std::string_view text) {
  if (text.size() > longest_date) return std::nullopt;
  const std::string plain = folded(text);
  StringPiece rest = plain;
  drop_preamble(rest);
  if (const auto read = read_asctime(rest)) return read;
  const auto day = take_day(rest);
  if (!day) return std::nullopt;
  static const RE2 nothing_more("[ .,;]*");
  if (RE2::FullMatch(rest, nothing_more)) return written(*day);
  static const RE2 before_time("(?: ?t ?|,? (?:at |um |@ ?|\\| ?|- ?)?)");
  if (day->day == 0 || !RE2::Consume(&rest, before_time)) return std::nullopt;
  const auto clock = take_clock(rest);
  if (!clock) return std::nullopt;
  if (clock->korean && rest.empty()) return written(*day, *clock, std::chrono::hours(9));
  const auto offset = take_zone(rest);
  if (!offset || !RE2::FullMatch(rest, nothing_more)) return std::nullopt;
  return written(*day, *clock, *offset);
}

}  // namespace paperwatch
