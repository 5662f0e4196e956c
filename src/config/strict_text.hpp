// SPDX-License-Identifier: MIT
// What is wrong with a configuration file before it is read as YAML.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/rules.hpp>

#include "config/faults.hpp"

namespace paperwatch {

// The lines of a file, without their ends. Lines and byte columns count from 0, as yaml-cpp's do.
struct SourceText {
  Shared<std::string> file;
  std::vector<std::string> lines;
  std::set<int> broken;  // lines whose value was replaced to be able to read on

  // A position for a reader: from 1, columns in characters.
  Position position(int line, int column) const;
  std::string_view line(int number) const;
  std::string joined() const;
};

// Splits and checks: UTF-8, control characters, tabs, second documents. What is faulty is replaced
// so that the rest can be read.
SourceText checked_text(std::string_view text, const std::string& file, Faults& faults);

}  // namespace paperwatch
