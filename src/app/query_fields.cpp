// SPDX-License-Identifier: MIT
#include "app/query_fields.hpp"

#include <set>

#include <paperwatch/given_fields.hpp>

namespace paperwatch {

namespace {

void collect(const Query& query, std::set<std::string>& names) {
  if (!query.field.empty()) names.insert(query.field);
  for (const auto& part : query.parts) collect(part, names);
}

}  // namespace

std::vector<std::string> given_fields(const Config& config) {
  std::set<std::string> names;
  for (const auto& source : config.sources) {
    for (auto& name : given_fields(source.extract)) names.insert(std::move(name));
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> unknown_fields(const Query& query, const std::vector<std::string>& given) {
  std::set<std::string> asked;
  collect(query, asked);
  for (const auto& name : given) {
    asked.erase(name);
    if (name == "date") asked.erase("year");  // where there is no year, that of the date is taken
  }
  for (const char* name : {"source", "state", "version"}) asked.erase(name);
  return {asked.begin(), asked.end()};
}

}  // namespace paperwatch
