// SPDX-License-Identifier: MIT
// RFC 9110 §5.6.7. Written out because curl_getdate takes 31 February.
#include <chrono>

#include <re2/re2.h>

#include "base/text.hpp"
#include "core/dates.hpp"
#include "core/dates_words.hpp"

namespace paperwatch {

namespace {

constexpr const char* months = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
constexpr const char* short_days = "(?:mon|tue|wed|thu|fri|sat|sun)";
constexpr const char* long_days = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
constexpr const char* clock = "(\\d\\d):(\\d\\d):(\\d\\d)";

struct Forms {
  RE2 imf_fixdate{std::string(short_days) + ", (\\d\\d) " + months + " (\\d{4}) " + clock + " gmt"};
  RE2 rfc850{std::string(long_days) + ", (\\d\\d)-" + months + "-(\\d\\d) " + clock + " gmt"};
  RE2 asctime{std::string(short_days) + " " + months + " ([ \\d]\\d) " + clock + " (\\d{4})"};
};

// The RFC puts a year more than 50 years ahead into the past century. Without a clock: nothing
// that speaks HTTP is older than 1970.
int century(int year) {
  return year < 70 ? 2000 + year : 1900 + year;
}

}  // namespace

std::optional<Time> parse_http_date(std::string_view text) {
  static const Forms forms;
  const std::string folded = lower_ascii(text);
  std::string month, day;
  int year = 0, hour = 0, minute = 0, second = 0;
  if (RE2::FullMatch(folded, forms.rfc850, &day, &month, &year, &hour, &minute, &second)) {
    year = century(year);
  } else if (!RE2::FullMatch(folded, forms.imf_fixdate, &day, &month, &year, &hour, &minute,
                             &second) &&
             !RE2::FullMatch(folded, forms.asctime, &month, &day, &hour, &minute, &second, &year)) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date =
      std::chrono::year(year) /
      std::chrono::month(static_cast<unsigned>(month_of(month).value_or(0))) /
      std::chrono::day(static_cast<unsigned>(std::stoi(day)));
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  return Time(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second);
}

}  // namespace paperwatch
