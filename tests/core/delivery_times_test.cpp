// SPDX-License-Identifier: MIT
#include "core/delivery_times.hpp"

#include "base/time.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

Time at(const std::string& text) {
  return *parse_rfc3339(text);
}

struct Row {
  const char *digest, *quiet, *zone, *now, *due;
};

TEST_CASE("when a delivery may leave", "[delivery-times]") {
  const std::vector<Row> rows{
      {"", "", "UTC", "2026-11-30T10:00:00Z", "2026-11-30T10:00:00Z"},
      {"hourly", "", "UTC", "2026-11-30T10:00:00Z", "2026-11-30T11:00:00Z"},
      {"hourly", "", "Asia/Kathmandu", "2026-11-30T10:00:00Z", "2026-11-30T10:15:00Z"},
      {"daily 08:00", "", "Europe/Zurich", "2026-11-30T06:59:59Z", "2026-11-30T07:00:00Z"},
      {"daily 08:00", "", "Europe/Zurich", "2026-11-30T07:00:00Z", "2026-12-01T07:00:00Z"},
      {"daily 08:00", "", "Europe/Zurich", "2026-07-01T07:00:00Z", "2026-07-02T06:00:00Z"},
      {"weekly Mon 08:00", "", "UTC", "2026-11-30T08:00:00Z", "2026-12-07T08:00:00Z"},
      {"weekly Wed 08:00", "", "UTC", "2026-11-30T08:00:00Z", "2026-12-02T08:00:00Z"},
      // the clock jumps over 02:30, and shows it twice
      {"daily 02:30", "", "Europe/Zurich", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},
      {"daily 02:30", "", "Europe/Zurich", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"},
      {"daily 02:30", "", "Europe/Zurich", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},
      // over midnight
      {"", "22:00-07:00", "Europe/Zurich", "2026-11-30T20:59:00Z", "2026-11-30T20:59:00Z"},
      {"", "22:00-07:00", "Europe/Zurich", "2026-11-30T21:00:00Z", "2026-12-01T06:00:00Z"},
      {"", "22:00-07:00", "Europe/Zurich", "2026-12-01T03:00:00Z", "2026-12-01T06:00:00Z"},
      {"", "22:00-07:00", "Europe/Zurich", "2026-12-01T06:00:00Z", "2026-12-01T06:00:00Z"},
      // within a day
      {"", "12:00-13:30", "UTC", "2026-11-30T12:30:00Z", "2026-11-30T13:30:00Z"},
      {"", "12:00-13:30", "UTC", "2026-11-30T13:30:00Z", "2026-11-30T13:30:00Z"},
      // nights with an hour less and an hour more
      {"", "22:00-07:00", "Europe/Zurich", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"},
      {"", "22:00-07:00", "Europe/Zurich", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"},
      {"", "01:00-02:30", "Europe/Zurich", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
      // a digest that falls into the quiet hours leaves at their end
      {"daily 06:00", "22:00-07:00", "UTC", "2026-11-30T10:00:00Z", "2026-12-01T07:00:00Z"},
      {"hourly", "22:00-07:00", "UTC", "2026-11-30T21:30:00Z", "2026-12-01T07:00:00Z"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.digest, row.quiet, row.zone, row.now);
    CHECK(rfc3339(delivery_due(row.digest, row.quiet, at(row.now), *Zone::find(row.zone))) ==
          row.due);
  }
}

TEST_CASE("digests and quiet hours are written in one way", "[delivery-times]") {
  for (const auto* const text : {"hourly", "daily 00:00", "weekly Sun 23:59"}) {
    CHECK(digest_calendar(text));
  }
  for (const auto* const text : {"", "daily", "daily 8:00", "daily 24:00", "weekly 08:00",
                                 "weekly Monday 08:00", "monthly", "weekly mon 08:00"}) {
    CHECK_FALSE(digest_calendar(text));
  }
  for (const auto* const text : {"", "22-7", "22:00-22:00", "22:00 - 07:00", "25:00-07:00"}) {
    CHECK_FALSE(parse_quiet_hours(text));
  }
}

TEST_CASE("quiet hours keep their zone", "[delivery-times]") {
  const auto text = quiet_text("22:00-07:00", "Europe/Zurich");
  CHECK(text == "22:00-07:00 Europe/Zurich");
  CHECK(quiet_until(text, at("2026-12-01T05:59:00Z")) == at("2026-12-01T06:00:00Z"));
  CHECK_FALSE(quiet_until(text, at("2026-12-01T06:00:00Z")));
  CHECK(quiet_text("", "Europe/Zurich").empty());
  CHECK_FALSE(quiet_until("", at("2026-12-01T06:00:00Z")));
}

}  // namespace
}  // namespace paperwatch
