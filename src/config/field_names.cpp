// SPDX-License-Identifier: MIT
#include "config/field_names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <paperwatch/given_fields.hpp>

#include "base/text.hpp"

namespace paperwatch {

namespace {

void add_once(const std::string& name, std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

std::vector<std::string> given_fields(const ExtractRules& rules) {
  std::vector<std::string> names;
  for (const auto& [name, rule] : rules.fields) add_once(name, names);
  if (rules.section) add_once("section", names);
  add_once("version", names);
  if (rules.format == Format::feed || !rules.use.empty()) {
    for (const auto& name : known_fields()) add_once(name, names);
  }
  return names;
}

void check_field_names(const Node& names, std::string_view key,
                       const std::vector<std::string>& given, Faults& faults, Gravity gravity) {
  if (names.is(Node::Kind::sequence)) {
    for (const auto& item : names.items) check_field_names(item, key, given, faults, gravity);
    return;
  }
  if (!names.is(Node::Kind::scalar) || trim(names.text).empty()) return;
  if (std::find(given.begin(), given.end(), names.text) != given.end()) return;
  auto message = fmt::format("{} names '{}', but no rule gives that field", key, names.text);
  auto hint = did_you_mean(names.text, given);
  if (gravity == Gravity::warning)
    faults.warn(names.content, std::move(message), std::move(hint));
  else
    faults.add(names.content, std::move(message), std::move(hint));
}

std::string misspelt_field(const std::string& name) {
  std::vector<std::string> candidates;
  for (const auto& known : known_fields()) {
    if (known == name) return {};
    // Given by rules of their own, and near to words that people use.
    if (known == "section" || known == "version") continue;
    // Short names are near to everything.
    if (name.size() > 3 && name.front() == known.front()) candidates.push_back(known);
  }
  return nearest(name, candidates);
}

}  // namespace paperwatch
