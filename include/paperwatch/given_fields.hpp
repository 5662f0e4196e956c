// SPDX-License-Identifier: MIT
// Names that a configuration defines, for whoever checks what refers to them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <paperwatch/rules.hpp>

namespace paperwatch {

// Fields whose meaning paperwatch knows; any other name is kept as an extra field.
const std::vector<std::string>& known_fields();

// The fields that rules can give. Of feeds and metadata every known one: what a page will state is
// not known before it is read.
std::vector<std::string> given_fields(const ExtractRules& rules);

// Where each of `queries:` stands, by name. Reads `file` and what it includes once more.
std::map<std::string, Position> query_positions(const std::filesystem::path& file);

}  // namespace paperwatch
