// SPDX-License-Identifier: MIT
#include "core/calendar.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;

Time at(const std::string& text) {
  return *parse_rfc3339(text);
}

Zone zone(std::string_view name) {
  return *Zone::find(name);
}

std::vector<Time> occurrences(const std::string& expression, Time after, std::string_view where,
                              std::size_t count) {
  const auto calendar = parse_calendar(expression);
  REQUIRE(calendar);
  std::vector<Time> times;
  for (auto time = next_occurrence(*calendar, after, zone(where)); time && times.size() < count;
       time = next_occurrence(*calendar, *time, zone(where))) {
    times.push_back(*time);
  }
  return times;
}

std::vector<std::string> texts(const std::vector<Time>& times) {
  std::vector<std::string> out;
  for (const auto time : times) out.push_back(rfc3339(time));
  return out;
}

using Texts = std::vector<std::string>;

const std::array<const char*, 42> expressions{"*-*~1",
                                              "*:0/15",
                                              "Mon..Fri,Sun *-2..4-1/7 8,12:0:0",
                                              "12-25",
                                              "Mon *-05~07/1",
                                              "26-1-1",
                                              "10-15..20",
                                              "monthly",
                                              "8:00,9:00",
                                              "*-*-1..5/2",
                                              "*-*~1..3",
                                              "Sat,Thu,Mon..Wed,Sat..Sun",
                                              "annually",
                                              "bi-annually",
                                              "semiannually",
                                              "quarterly",
                                              "Mon, 08:00",
                                              "Monday",
                                              "*-*-*",
                                              "00:00..05",
                                              "*-02-30",
                                              "Mon-Fri 08:00",
                                              "*:05..10/2",
                                              "1..5/10:00",
                                              "8:5",
                                              "sun",
                                              "*-*-5,1",
                                              "weekly",
                                              "minutely",
                                              "hourly",
                                              "*-02-29 12:00",
                                              "Fri *-*-13 13:13",
                                              "*:*:0/20",
                                              "2027..2029/2-*-31 8:00",
                                              "*-*~5/2 06:00",
                                              "@1795716396",
                                              "Tue,Thu 20..23/3:00/7",
                                              "*-1,3,5-31",
                                              "*-*~28",
                                              "Sun *-*~01..07 03:00:30",
                                              "2096..2104-02-29",
                                              "daily"};

// What systemd says; nothing where the machine has no systemd-analyze.
std::optional<Texts> asked_of_systemd(const std::string& expression, const std::string& base,
                                      int count) {
  const auto command = fmt::format(
      "TZ=UTC systemd-analyze calendar --iterations={} --base-time='{}' '{}' 2>/dev/null", count,
      base, expression);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  if (!pipe) return std::nullopt;
  std::string out;
  std::array<char, 4096> buffer;
  while (const auto got = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
    out.append(buffer.data(), got);
  if (out.empty()) return std::nullopt;
  Texts times;
  for (const auto& line : split(out, '\n')) {
    const auto found = line.find(": ");
    const auto label = std::string(trim(line.substr(0, found)));
    if (label != "Next elapse" && !label.starts_with("Iter")) continue;
    const auto words = split(std::string(trim(line.substr(found + 2))), ' ');
    if (words.size() == 4) times.push_back(words[1] + "T" + words[2] + "Z");
  }
  return times;
}

bool has_systemd() {
  return asked_of_systemd("daily", "2026-03-01 00:00:00 UTC", 1).has_value();
}

TEST_CASE("calendar expressions occur when systemd says", "[calendar]") {
  if (!has_systemd()) {
    WARN("no systemd-analyze on this machine");
    return;
  }
  for (const auto* const base : {"2026-03-01 00:00:00", "2027-12-31 23:59:59"}) {
    for (const std::string expression : expressions) {
      CAPTURE(expression, base);
      const auto theirs = asked_of_systemd(expression, std::string(base) + " UTC", 6);
      REQUIRE(theirs);
      CHECK(texts(occurrences(expression, at(replace_all(base, " ", "T") + "Z"), "UTC", 6)) ==
            *theirs);
    }
  }
}

TEST_CASE("away from the jump of the clock zones agree with systemd too", "[calendar]") {
  if (!has_systemd()) {
    WARN("no systemd-analyze on this machine");
    return;
  }
  for (const auto* const name : {"Europe/Zurich", "America/New_York", "Australia/Lord_Howe",
                                 "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland"}) {
    for (const std::string expression :
         {"*:0/30", "08:00", "Mon 00:15", "*-*~1 23:30", "*-*-* 05:00"}) {
      for (const std::string day : {"2026-03-08", "2026-03-29", "2026-04-05", "2026-09-27",
                                    "2026-10-04", "2026-10-25", "2026-11-01"}) {
        const auto full = expression + " " + name;
        CAPTURE(full, day);
        const auto theirs = asked_of_systemd(full, day + " 21:01:00 UTC", 20);
        REQUIRE(theirs);
        auto ours = texts(occurrences(full, at(day + "T21:01:00Z"), "UTC", 20));
        // Theirs leave out what the clock jumps over; ours has it at the jump.
        for (const auto& time : *theirs) {
          if (time > ours.back()) break;
          CHECK(std::find(ours.begin(), ours.end(), time) != ours.end());
        }
        CHECK(ours.size() == 20);
      }
    }
  }
}

TEST_CASE("what systemd refuses is refused, with a reason", "[calendar]") {
  const std::array<const char*, 24> wrong{
      "",           "Fri..Mon",    "*:*/5",    "*/5:00",      "2026-11-30T12:33",
      "*-*~3..1",   "8",           "22..2:00", "24:00",       "*:*:60",
      "2262-01-01", "1969-1-1",    "*-13-1",   "*-*-0",       "08:00 foo",
      "Mon.Fri",    "Mon...Fri",   "*-*-1/0",  "2026-*-31 8", "Mon Tue",
      "noon",       "08:00:00:00", "*-*~29",   "*-*~1/5"};
  for (const std::string expression : wrong) {
    CAPTURE(expression);
    const auto calendar = parse_calendar(expression);
    REQUIRE_FALSE(calendar);
    CHECK(calendar.error().code == "config");
    CHECK_FALSE(calendar.error().hint.empty());
    if (has_systemd() && !expression.empty())
      CHECK_FALSE(asked_of_systemd(expression, "2026-03-01 00:00:00 UTC", 1));
  }
  CHECK(parse_calendar("24:00").error().message ==
        "'24:00' is no calendar expression: hour: from 0 to 23");
}

TEST_CASE("a zone behind the expression is its own, else the asker's holds", "[calendar]") {
  const auto after = at("2026-12-01T00:00:00Z");
  CHECK(texts(occurrences("08:00 Europe/Zurich", after, "Asia/Tokyo", 1)) ==
        Texts{"2026-12-01T07:00:00Z"});
  CHECK(texts(occurrences("08:00", after, "Asia/Tokyo", 1)) == Texts{"2026-12-01T23:00:00Z"});
  CHECK(texts(occurrences("08:00 utc", after, "Asia/Tokyo", 1)) == Texts{"2026-12-01T08:00:00Z"});
}

TEST_CASE("what the clock jumps over occurs at the jump", "[calendar]") {
  // Zurich: 02:00 CET becomes 03:00 CEST at 01:00 UTC.
  const auto after = at("2026-03-29T00:20:00Z");
  CHECK(texts(occurrences("02:30", after, "Europe/Zurich", 2)) ==
        Texts{"2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"});
  CHECK(texts(occurrences("*:0/30", after, "Europe/Zurich", 3)) ==
        Texts{"2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"});
}

TEST_CASE("what the clock shows twice occurs the first time round", "[calendar]") {
  // Zurich: 03:00 CEST becomes 02:00 CET at 01:00 UTC.
  CHECK(texts(occurrences("02:30", at("2026-10-24T12:00:00Z"), "Europe/Zurich", 2)) ==
        Texts{"2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"});
  CHECK(texts(occurrences("*:0/30", at("2026-10-25T00:00:00Z"), "Europe/Zurich", 3)) ==
        Texts{"2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z", "2026-10-25T02:30:00Z"});
  // Asked during the second time round.
  CHECK(texts(occurrences("02:45", at("2026-10-25T01:10:00Z"), "Europe/Zurich", 1)) ==
        Texts{"2026-10-26T01:45:00Z"});
}

TEST_CASE("every time of day occurs once on every day of a year, in every zone", "[calendar]") {
  for (const auto* const name :
       {"Europe/Zurich", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe",
        "Africa/Casablanca", "Asia/Tehran", "Pacific/Apia", "America/St_Johns", "Asia/Kolkata",
        "Africa/Cairo", "America/Havana", "Asia/Beirut", "UTC"}) {
    const auto where = zone(name);
    for (const auto* const expression :
         {"00:00", "00:30", "01:59", "02:00", "02:15", "02:30", "03:00", "12:00", "23:45"}) {
      CAPTURE(name, expression);
      const auto calendar = parse_calendar(expression);
      REQUIRE(calendar);
      // From one noon to the same noon a year later.
      Time time = at("2026-01-01T12:30:00Z");
      std::set<std::chrono::local_days> days;
      int count = 0;
      for (; count < 365; ++count) {
        const auto next = next_occurrence(*calendar, time, where);
        REQUIRE(next);
        REQUIRE(*next > time);
        REQUIRE(*next - time <= 25h + 30min);
        time = *next;
        days.insert(std::chrono::floor<std::chrono::days>(where.local(time)));
      }
      CHECK(days.size() == 365);
    }
  }
}

TEST_CASE("what comes never again is nothing", "[calendar]") {
  const auto after = at("2026-03-01T00:00:00Z");
  CHECK(occurrences("*-02-30", after, "UTC", 1).empty());
  CHECK(occurrences("2012-11-23", after, "UTC", 1).empty());
}

}  // namespace
}  // namespace paperwatch
