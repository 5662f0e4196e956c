// SPDX-License-Identifier: MIT
// Guessed rules as the YAML that a person would write. Knows what guesses are made of, no more.
#include <re2/re2.h>

#include <paperwatch/workbench.hpp>

#include "base/text.hpp"
#include "extract/suggest.hpp"

namespace paperwatch {

namespace {

std::string in_quotes(std::string_view text) {
  static const re2::RE2 plain(R"([A-Za-z][A-Za-z0-9_.-]*)");
  if (re2::RE2::FullMatch({text.data(), text.size()}, plain)) return std::string(text);
  return "'" + replace_all(std::string(text), "'", "''") + "'";
}

std::string yaml_of(const FieldRule& rule) {
  const std::string select = in_quotes(rule.select.front().text);
  std::string steps;
  if (!rule.remove.empty()) steps += ", remove: " + in_quotes(rule.remove.front().text);
  if (rule.all) steps += ", all: true";
  if (rule.match) steps += ", match: " + in_quotes(rule.match->text);
  if (rule.split) steps += ", split: " + in_quotes(rule.split->text);
  return steps.empty() ? select : "{select: " + select + steps + "}";
}

std::string list_of_names(const auto& names) {
  std::vector<std::string> out;
  for (const auto& name : names) out.emplace_back(name);
  return "[" + join(out, ", ") + "]";
}

}  // namespace

std::string yaml_of(const ExtractRules& rules, const std::optional<PagesRules>& pages) {
  std::string out = "extract:\n  record: " + in_quotes(rules.record.select->text) + "\n";
  if (rules.span_siblings) out += "  span: siblings\n";
  if (!rules.fields.empty()) out += "  fields:\n";
  for (const auto& [name, rule] : rules.fields) out += "    " + name + ": " + yaml_of(rule) + "\n";
  if (rules.count) out += "  count: " + yaml_of(*rules.count) + "\n";
  if (rules.require) out += "  require: " + list_of_names(*rules.require) + "\n";
  if (!rules.use.empty()) {
    std::vector<std::string_view> kinds;
    for (const Metadata kind : rules.use) kinds.push_back(name_of(kind));
    out += "  use: " + list_of_names(kinds) + "\n";
  }
  if (pages && pages->next) out += "pages: {next: " + yaml_of(*pages->next) + "}\n";
  return out;
}

}  // namespace paperwatch
