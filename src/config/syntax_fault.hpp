// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/faults.hpp"
#include "config/strict_text.hpp"

namespace paperwatch {

// "  - key: value" taken apart. `key` is empty for a bare list item; columns are bytes from 0.
struct KeyLine {
  std::string_view key, value;
  int key_column = 0, value_column = 0;
};
std::optional<KeyLine> split_key_line(std::string_view line);

// Says in plain words why yaml-cpp stopped at `line`, `column` with `reason`. True if the line
// could be replaced by something readable: parse again to find what else there is.
bool explain_and_repair(SourceText& source, int line, int column, const std::string& reason,
                        Faults& faults);

// A quote that opens in one of the lines up to `last` and does not close before the next key: told,
// and closed at the end of its line. False if there is none.
bool explain_open_quote(SourceText& source, int last, Faults& faults);

}  // namespace paperwatch
