// SPDX-License-Identifier: MIT
// The test data folder: captured pages and known-answer tables that are not part of the project.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace paperwatch {

// The JSON file at `path` below the test data folder; nothing where the folder is absent.
inline std::optional<nlohmann::json> test_data_json(const std::string& path) {
  const std::string root = PAPERWATCH_TEST_DATA;
  if (root.empty() || !std::filesystem::exists(root)) return std::nullopt;
  std::ifstream in(std::filesystem::path(root) / path);
  return nlohmann::json::parse(in);
}

}  // namespace paperwatch
