// SPDX-License-Identifier: MIT
// The files of a configuration, taken apart into what they define.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

// A name and what it stands for.
struct Definition {
  Node name, value;
};

// What the main file and all it includes define, in the order written, includes where they stand.
struct Definitions {
  Node main;  // the main file, without the values of the others
  std::vector<Definition> templates, channels, queries;
  std::vector<Node> sources, routes;
};

// `text` stands in `file`; the files that it includes are read.
Definitions read_files(std::string_view text, const std::filesystem::path& file, Faults& faults);

}  // namespace paperwatch
