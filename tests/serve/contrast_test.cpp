// SPDX-License-Identifier: MIT
// The colours of the stylesheet against WCAG 2.2 §1.4.3 (AA: 4.5) and §1.4.11 (3 for lines that
// say something), in light and in dark.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "serve/style.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using Colours = std::map<std::string, std::string>;

// --name: #rrggbb of the block that begins at `from`.
Colours colours_of(const std::string& css, std::size_t from) {
  Colours colours;
  const auto end = css.find('}', from);
  for (auto at = css.find("--", from); at < end; at = css.find("--", at + 2)) {
    const auto colon = css.find(':', at);
    if (css[colon + 2] == '#')
      colours[css.substr(at + 2, colon - at - 2)] = css.substr(colon + 3, 6);
  }
  return colours;
}

double luminance(const std::string& colour) {
  double sum = 0;
  const double weights[]{0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(colour.substr(2 * i, 2), nullptr, 16) / 255.0;
    sum += weights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const std::string& a, const std::string& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

void check_theme(const Colours& colours) {
  REQUIRE(colours.size() >= 15);
  for (const char* ground : {"ground", "raised"}) {
    for (const char* ink : {"ink", "quiet", "accent", "alarm", "good", "wait"}) {
      CAPTURE(ink, ground);
      CHECK(contrast(colours.at(ink), colours.at(ground)) >= 4.5);
    }
  }
  for (const char* pair : {"come", "gone", "alarm", "good", "wait"}) {
    CAPTURE(pair);
    CHECK(contrast(colours.at(pair), colours.at(std::string(pair) + "-ground")) >= 4.5);
  }
}

TEST_CASE("contrast is computed as WCAG says", "[contrast]") {
  CHECK(contrast("000000", "ffffff") == Approx(21.0));
  CHECK(contrast("777777", "ffffff") == Approx(4.48).margin(0.01));
}

TEST_CASE("every text can be read on its ground, in light and in dark", "[contrast]") {
  const auto& css = *stylesheet().plain;
  const auto light = css.find(":root"), dark = css.find(":root", light + 1);
  REQUIRE(dark != std::string::npos);
  check_theme(colours_of(css, light));
  check_theme(colours_of(css, dark));
}

}  // namespace
}  // namespace paperwatch
