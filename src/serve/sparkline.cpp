// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "serve/page_parts.hpp"

namespace paperwatch {

namespace {

constexpr double width = 120, height = 28, edge = 3;

// To a tenth; not negative.
std::string tenths(double value) {
  const long number = std::lround(10 * value);
  return std::to_string(number / 10) + '.' + std::to_string(number % 10);
}

// Neither end of a level stretch, which the line draws without it.
bool is_between_equals(const std::vector<std::int64_t>& values, std::size_t i) {
  return i > 0 && i + 1 < values.size() && values[i - 1] == values[i] && values[i] == values[i + 1];
}

}  // namespace

Markup sparkline(const std::vector<std::int64_t>& values, const std::string& label) {
  if (values.size() < 2) return {};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double span = static_cast<double>(std::max<std::int64_t>(*high - *low, 1));
  const double step = (width - 2 * edge) / static_cast<double>(values.size() - 1);
  std::string points, last_x, last_y;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_between_equals(values, i)) continue;
    const double share = *high == *low ? 0.5 : static_cast<double>(values[i] - *low) / span;
    last_x = tenths(edge + step * static_cast<double>(i));
    last_y = tenths(height - edge - share * (height - 2 * edge));
    points += (i > 0 ? " " : "") + last_x + ',' + last_y;
  }
  return el("svg",
            {{"class", "sparkline"},
             {"viewBox", fmt::format("0 0 {} {}", width, height)},
             {"role", "img"},
             {"aria-label", fmt::format("{}: from {} to {} in the last {} visits", label,
                                        values.front(), values.back(), values.size())}},
            el("polyline", {{"points", points}}),
            el("circle", {{"cx", last_x}, {"cy", last_y}, {"r", "2.5"}}));
}

}  // namespace paperwatch
