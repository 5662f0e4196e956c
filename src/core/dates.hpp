// SPDX-License-Identifier: MIT
// Dates as listings write them, with the precision they had.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

// ISO 8601 text of a date or time written in one of the usual forms (ISO 8601, RFC 822, RFC 850,
// asctime, W3C-DTF, "12 July 2026", Korean, Greek, Hungarian feeds, …): "2026", "2026-07",
// "2026-07-02", or "2026-07-02T10:00:00Z" in UTC. Nothing where it cannot be read: never invented.
std::optional<std::string> iso_date(std::string_view text);

// RFC 9110 §5.6.7, all three forms, strict: 31 February is no date.
std::optional<Time> parse_http_date(std::string_view text);

}  // namespace paperwatch
