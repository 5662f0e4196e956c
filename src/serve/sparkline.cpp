// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "serve/page_parts.hpp"

namespace paperwatch {

namespace {

constexpr double width = 120, height = 28, edge = 3;

}  // namespace

Markup sparkline(const std::vector<std::int64_t>& values, const std::string& label) {
  if (values.size() < 2) return {};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double span = static_cast<double>(std::max<std::int64_t>(*high - *low, 1));
  const double step = (width - 2 * edge) / static_cast<double>(values.size() - 1);
  std::string points, last_x, last_y;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double share = *high == *low ? 0.5 : static_cast<double>(values[i] - *low) / span;
    last_x = fmt::format("{:.1f}", edge + step * static_cast<double>(i));
    last_y = fmt::format("{:.1f}", height - edge - share * (height - 2 * edge));
    points += fmt::format("{}{},{}", i > 0 ? " " : "", last_x, last_y);
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
