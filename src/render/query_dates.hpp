// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

// The first and the last moment of an ISO 8601 date of any precision, as texts that compare in
// the order of time: "2026-07" spans from 2026-07-01T00:00:00Z to 2026-07-31T23:59:59Z.
struct DateSpan {
  std::string first, last;
};

// Nothing where the text is no such date.
std::optional<DateSpan> date_span(std::string_view text);

}  // namespace paperwatch
