// SPDX-License-Identifier: MIT
// What a page says of how many records there are.
#pragma once

#include <optional>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

// Reads "1,234", "At least 91 records", "500+", "about 1,200", "Showing 1–50 of 312",
// "Total of 320 entries", "no results", and their like in the languages of real listings. The kind
// comes from the words, the number may have separators. Nothing where no number can be read.
std::optional<Count> parse_count(std::string_view text);

}  // namespace paperwatch
