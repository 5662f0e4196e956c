// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

// The wall clock, or what PAPERWATCH_NOW (RFC 3339) says instead; read anew at every call.
Time wall_now();

// "2026-11-30T09:00:02Z"; milliseconds only where there are any ("…02.250Z").
std::string rfc3339(Time time);
// RFC 3339 with any offset, or a date alone (midnight UTC). Nothing if it is neither.
std::optional<Time> parse_rfc3339(std::string_view text);
// What `--since` takes: RFC 3339, a date or a time (local), "7d ago", "now".
std::optional<Time> parse_moment(std::string_view text, Time now);

// RFC 9110 IMF-fixdate and RFC 5322 date, for headers and RSS.
std::string http_date(Time time);
std::string rfc822_date(Time time);
// For people: local time with zone, "2026-11-30 10:00 CET".
std::string local_time(Time time);

// "90s", "15m", "6h", "7d", "2w", also "1h30m"; "0s" is valid. Nothing otherwise.
std::optional<Duration> parse_duration(std::string_view text);
// The same notation, largest units first: "1h30m".
std::string duration_text(Duration duration);
// "16MiB", "512KiB", "1GiB", "100B", "2MB" (1000s); bytes. Nothing otherwise.
std::optional<std::uint64_t> parse_size(std::string_view text);
std::string size_text(std::uint64_t bytes);

}  // namespace paperwatch
