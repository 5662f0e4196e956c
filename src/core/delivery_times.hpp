// SPDX-License-Identifier: MIT
// When a delivery may leave. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

#include "core/calendar.hpp"
#include "core/zone.hpp"

namespace paperwatch {

// The moments of `hourly`, `daily 08:00`, `weekly Mon 08:00`; nothing for any other text.
std::optional<Calendar> digest_calendar(std::string_view digest);

// A span of the day, which may run over midnight: "22:00-07:00".
struct QuietHours {
  Duration from{}, to{};  // of the day
};
std::optional<QuietHours> parse_quiet_hours(std::string_view text);
// The end of the span that `time` lies in; nothing outside of it. A span begins and ends by the
// local clock, also on the days on which it changes.
std::optional<Time> quiet_until(const QuietHours& quiet, Time time, const Zone& zone);

// When what happened at `now` may leave: with the next digest ("" at once), and never within the
// quiet hours ("" none).
Time delivery_due(std::string_view digest, std::string_view quiet, Time now, const Zone& zone);

// Quiet hours with their zone in one text, as a delivery keeps them: "22:00-07:00 Europe/Zurich".
std::string quiet_text(std::string_view quiet, std::string_view zone);
std::optional<Time> quiet_until(std::string_view quiet_text, Time time);

}  // namespace paperwatch
