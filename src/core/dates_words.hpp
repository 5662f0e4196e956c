// SPDX-License-Identifier: MIT
// Names of months, days and time zones, as text folded by fold_case.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace paperwatch {

// 1 to 12 for a month's name, whole or shortened, in the languages of real listings.
std::optional<int> month_of(std::string_view name);
bool is_weekday(std::string_view name);
// The offset of a named zone. Names that mean several zones ("IST") have none.
std::optional<std::chrono::minutes> zone_offset(std::string_view name);

}  // namespace paperwatch
