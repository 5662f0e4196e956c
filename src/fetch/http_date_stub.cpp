// SPDX-License-Identifier: MIT
#include <ctime>

#include "core/dates.hpp"
namespace paperwatch {
std::optional<Time> parse_http_date(std::string_view text) {
  std::tm tm{};
  const char* end = strptime(std::string(text).c_str(), "%a, %d %b %Y %H:%M:%S GMT", &tm);
  if (end == nullptr) return std::nullopt;
  return Time(std::chrono::seconds(timegm(&tm)));
}
}  // namespace paperwatch
