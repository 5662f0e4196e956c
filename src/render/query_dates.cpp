// SPDX-License-Identifier: MIT
#include "render/query_dates.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/time.hpp"

namespace paperwatch {

namespace {

// Whether `text` is `pattern`, where 0 stands for any digit.
bool has_shape(std::string_view text, std::string_view pattern) {
  return std::equal(text.begin(), text.end(), pattern.begin(), pattern.end(),
                    [](char c, char p) { return p == '0' ? is_ascii_digit(c) : c == p; });
}

bool is_month(std::string_view digits) {
  return digits >= "01" && digits <= "12";
}

}  // namespace

std::optional<DateSpan> date_span(std::string_view text) {
  const std::string date(text);
  if (has_shape(text, "0000"))
    return DateSpan{date + "-01-01T00:00:00Z", date + "-12-31T23:59:59Z"};
  if (has_shape(text, "0000-00")) {
    if (!is_month(text.substr(5))) return std::nullopt;
    // No month has more than 31 days, and texts need not name a day that exists to compare.
    return DateSpan{date + "-01T00:00:00Z", date + "-31T23:59:59Z"};
  }
  if (has_shape(text, "0000-00-00")) {
    if (!parse_rfc3339(text)) return std::nullopt;
    return DateSpan{date + "T00:00:00Z", date + "T23:59:59Z"};
  }
  const auto time = parse_rfc3339(text);
  if (!time) return std::nullopt;
  return DateSpan{rfc3339(*time), rfc3339(*time)};
}

}  // namespace paperwatch
