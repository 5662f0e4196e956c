// SPDX-License-Identifier: MIT
#include "core/dates.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/time.hpp"
#include "support/catch.hpp"
#include "support/test_data.hpp"

using namespace paperwatch;

namespace {

struct Case {
  std::string text, expected;
};

std::string reading(std::string_view text) {
  return iso_date(text).value_or("nothing");
}

void check_all(const std::vector<Case>& cases) {
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(reading(c.text) == c.expected);
  }
}

// "2004-01-01T19:48:21" of [2004, 1, 1, 19, 48, 21].
std::string moment(const nlohmann::json& utc) {
  const auto part = [&](int i) { return utc.at(static_cast<std::size_t>(i)).get<int>(); };
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", part(0), part(1), part(2), part(3),
                     part(4), part(5));
}

// The moment as precise as `date` is written: "2004-01" for "2004-01-01T…".
std::string cut(const std::string& moment, const std::string& date) {
  return moment.substr(0, std::min<std::size_t>(date.size(), 19));
}

}  // namespace

TEST_CASE("a date keeps the precision it was written with", "[dates]") {
  check_all({{"2026", "2026"},
             {"2026-07", "2026-07"},
             {"2026-07-02", "2026-07-02"},
             {"2026-07-02T10:00:00Z", "2026-07-02T10:00:00Z"},
             {"2026-07-02 10:00", "2026-07-02T10:00:00Z"},
             {"2026-07-02T10:00:00.25Z", "2026-07-02T10:00:00.250Z"},
             {"Jul 2026", "2026-07"},
             {"July, 2026", "2026-07"},
             {"2026 July", "2026-07"},
             {"07/2026", "2026-07"}});
}

TEST_CASE("dates as people write them", "[dates]") {
  check_all({{"12 July 2026", "2026-07-12"},
             {"July 12, 2026", "2026-07-12"},
             {"Jul. 12, 2026", "2026-07-12"},
             {"12-Jul-2026", "2026-07-12"},
             {"2nd of July 2026", "2026-07-02"},
             {"2026/07/02", "2026-07-02"},
             {"2026.07.02", "2026-07-02"},
             {"2026 Jul 2", "2026-07-02"},
             {"02.07.2026", "2026-07-02"},
             {"2. 7. 2026", "2026-07-02"},
             {"20260702", "2026-07-02"},
             {"Submitted 3 March, 2025", "2025-03-03"},
             {"Submitted on 3 March 2025", "2025-03-03"},
             {"Published: 2025-03-03", "2025-03-03"},
             {"Thu, 2 Jul 2026", "2026-07-02"},
             {"Thursday, July 2, 2026", "2026-07-02"},
             {"July 2, 2026 at 3:05 pm", "2026-07-02T15:05:00Z"},
             {"July 2, 2026, 12:05 AM", "2026-07-02T00:05:00Z"},
             {" 12\u00A0July\u00A02026. ", "2026-07-12"},
             {"Thu, 2 Jul 2026 10:00:00 +0200 (CEST)", "2026-07-02T08:00:00Z"}});
}

TEST_CASE("dates in other languages", "[dates]") {
  check_all({{"2. Juli 2026", "2026-07-02"},
             {"3. März 2026", "2026-03-03"},
             {"Donnerstag, 2. Juli 2026", "2026-07-02"},
             {"2 juillet 2026", "2026-07-02"},
             {"1er août 2026", "2026-08-01"},
             {"2 de julio de 2026", "2026-07-02"},
             {"2 luglio 2026", "2026-07-02"},
             {"2 de março de 2026", "2026-03-02"},
             {"2 июля 2026", "2026-07-02"},
             {"2026年7月2日", "2026-07-02"},
             {"2026年7月", "2026-07"},
             {"2026년 7월 2일", "2026-07-02"},
             {"2004-05-28 오후 11:31:58", "2004-05-28T14:31:58Z"},
             {"Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"},
             {"2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"}});
}

TEST_CASE("times are told in UTC", "[dates]") {
  check_all({{"2026-07-02T10:00:00+02:00", "2026-07-02T08:00:00Z"},
             {"2026-07-02T23:30:00-0130", "2026-07-03T01:00:00Z"},
             {"2026-07-02T10:00:00+02", "2026-07-02T08:00:00Z"},
             {"20260702T100000Z", "2026-07-02T10:00:00Z"},
             {"Thu, 2 Jul 2026 10:00:00 GMT", "2026-07-02T10:00:00Z"},
             {"Thu, 2 Jul 2026 10:00:00 EDT", "2026-07-02T14:00:00Z"},
             {"Thu, 2 Jul 2026 10:00:00 PST", "2026-07-02T18:00:00Z"},
             {"Thu, 2 Jul 2026 10:00:00 UT", "2026-07-02T10:00:00Z"},
             {"Thu, 2 Jul 2026 10:00:00", "2026-07-02T10:00:00Z"},
             {"Thu, 2 Jul 26 10:00:00 Z", "2026-07-02T10:00:00Z"},
             {"Thu, 2 Jul 98 10:00:00 Z", "1998-07-02T10:00:00Z"}});
}

TEST_CASE("what cannot be read is never invented", "[dates]") {
  for (const auto* text : {"",
                           "soon",
                           "July",
                           "12",
                           "13:45",
                           "02/07/2026",
                           "02-07-2026",
                           "31.02.2026",
                           "2026-02-29",
                           "2026-13",
                           "2026-00-10",
                           "2026-07-00",
                           "32 July 2026",
                           "July 32, 2026",
                           "12 Julember 2026",
                           "2026-07-02T24:01:00Z",
                           "2026-07-02T10:60:00Z",
                           "2026-07-02T10:00:00+25:00",
                           "2026-07-02T10:00:00 IST",
                           "2026-07-02 and more",
                           "2026-07-02T10:00:00Zx",
                           "200612",
                           "9999-12-31T23:59:59-05:00",
                           "volume 2026",
                           "20263",
                           "2026-366",
                           "0.5"}) {
    CAPTURE(text);
    CHECK(reading(text) == "nothing");
  }
}

TEST_CASE("slashes are read where only one reading is possible", "[dates]") {
  check_all({{"13/07/2026", "2026-07-13"},
             {"07/13/2026", "2026-07-13"},
             {"07/07/2026", "2026-07-07"},
             {"13/13/2026", "nothing"},
             {"202607", "2026-07"},
             {"2024-366", "2024-12-31"}});
}

TEST_CASE("HTTP dates have three forms and no other", "[dates]") {
  const auto expected = parse_rfc3339("1994-11-06T08:49:37Z");

  CHECK(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT") == expected);
  CHECK(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT") == expected);
  CHECK(parse_http_date("Sun Nov  6 08:49:37 1994") == expected);
  for (const auto* text :
       {"", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 31 Feb 2026 00:00:00 GMT", "soon", "120",
        " Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
        "Sun, 00 Nov 1994 08:49:37 GMT"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_http_date(text));
  }
}

TEST_CASE("every date of the table of feed dates", "[dates][data]") {
  const auto data = test_data_json("cases/dates.json");
  if (!data) {
    WARN("no test data folder");
    return;
  }
  for (const auto& c : data->at("cases")) {
    const auto input = c.at("input").get<std::string>();
    CAPTURE(input);
    const auto read = reading(input);
    if (c.at("utc").is_null()) {
      CHECK(read == "nothing");
    } else {
      CHECK(read.substr(0, 19) == cut(moment(c.at("utc")), read));
    }
  }
  CHECK(data->at("cases").size() == 62);
}

TEST_CASE("every HTTP date of the table", "[dates][data]") {
  const auto data = test_data_json("cases/dates.json");
  if (!data) {
    WARN("no test data folder");
    return;
  }
  for (const auto& c : data->at("http_date")) {
    const auto input = c.at("input").get<std::string>();
    CAPTURE(input);
    const auto time = parse_http_date(input);
    CHECK((time ? rfc3339(*time) : "nothing") ==
          (c.at("utc").is_null() ? "nothing" : moment(c.at("utc")) + "Z"));
  }
}
