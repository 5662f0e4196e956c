// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <paperwatch/config.hpp>

namespace paperwatch {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// XDG Base Directory Specification: unset, empty and relative values mean ~/.config.
std::filesystem::path config_home() {
  const std::filesystem::path given(environment("XDG_CONFIG_HOME"));
  if (given.is_absolute()) return given;
  const auto home = environment("HOME");
  return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / ".config";
}

}  // namespace

std::optional<std::filesystem::path> find_config(const std::optional<std::string>& given) {
  if (given) return *given;
  if (const auto named = environment("PAPERWATCH_CONFIG"); !named.empty()) return named;
  std::vector<std::filesystem::path> places{"./paperwatch.yaml"};
  if (const auto home = config_home(); !home.empty())
    places.push_back(home / "paperwatch" / "paperwatch.yaml");
  places.emplace_back("/etc/paperwatch/paperwatch.yaml");
  for (const auto& place : places) {
    std::error_code error;
    if (std::filesystem::exists(place, error)) return place;
  }
  return std::nullopt;
}

}  // namespace paperwatch
