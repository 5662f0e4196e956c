// SPDX-License-Identifier: MIT
#include "fetch/retry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "core/dates.hpp"

namespace paperwatch {

namespace {

// Seconds of up to `cap`; nothing if there is anything but digits.
std::optional<Duration> seconds_of(std::string_view text, Duration cap) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  Duration sum{0};
  for (const char digit : text) {
    sum = sum * 10 + std::chrono::seconds(digit - '0');
    if (sum >= cap) return cap;
  }
  return sum;
}

}  // namespace

std::optional<Duration> parse_retry_after(std::string_view text, Time now, Duration cap) {
  text = trim(text);
  if (const auto seconds = seconds_of(text, cap)) return seconds;
  const auto until = parse_http_date(text);
  if (!until) return std::nullopt;
  return std::clamp(Duration(*until - now), Duration(0), cap);
}

Duration backoff(int retry, Duration base, double jitter) {
  const int doublings = std::clamp(retry, 0, 16);
  const auto wait = static_cast<double>(base.count()) * std::exp2(doublings) * (1 + jitter / 2);
  return Duration(static_cast<Duration::rep>(wait));
}

bool is_passing_trouble(int status) {
  return status == 429 || status == 500 || (status >= 502 && status <= 504);
}

std::string_view reason_of(int status) {
  struct Reason {
    int status;
    std::string_view text;
  };
  static constexpr std::array<Reason, 26> reasons{{{300, "Multiple Choices"},
                                                   {301, "Moved Permanently"},
                                                   {302, "Found"},
                                                   {303, "See Other"},
                                                   {304, "Not Modified"},
                                                   {307, "Temporary Redirect"},
                                                   {308, "Permanent Redirect"},
                                                   {400, "Bad Request"},
                                                   {401, "Unauthorized"},
                                                   {402, "Payment Required"},
                                                   {403, "Forbidden"},
                                                   {404, "Not Found"},
                                                   {405, "Method Not Allowed"},
                                                   {406, "Not Acceptable"},
                                                   {407, "Proxy Authentication Required"},
                                                   {408, "Request Timeout"},
                                                   {410, "Gone"},
                                                   {418, "I'm a teapot"},
                                                   {421, "Misdirected Request"},
                                                   {429, "Too Many Requests"},
                                                   {451, "Unavailable For Legal Reasons"},
                                                   {500, "Internal Server Error"},
                                                   {501, "Not Implemented"},
                                                   {502, "Bad Gateway"},
                                                   {503, "Service Unavailable"},
                                                   {504, "Gateway Timeout"}}};
  for (const auto& reason : reasons) {
    if (reason.status == status) return reason.text;
  }
  return "";
}

}  // namespace paperwatch
