// SPDX-License-Identifier: MIT
#include "config/faults.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

void keep_once(std::vector<ConfigFault>& list, ConfigFault fault) {
  const auto same = [&fault](const ConfigFault& other) {
    return other.at.file == fault.at.file && other.at.line == fault.at.line &&
           other.at.column == fault.at.column && other.message == fault.message;
  };
  if (std::none_of(list.begin(), list.end(), same)) list.push_back(std::move(fault));
}

std::vector<ConfigFault> in_reading_order(std::vector<ConfigFault> list) {
  std::map<std::string, std::size_t> order;
  for (const auto& fault : list) order.emplace(fault.at.file, order.size());
  const auto place = [&order](const ConfigFault& fault) {
    return std::tuple(order.at(fault.at.file), fault.at.line, fault.at.column);
  };
  std::stable_sort(list.begin(), list.end(),
                   [&place](const auto& a, const auto& b) { return place(a) < place(b); });
  return list;
}

}  // namespace

void Faults::add(const Position& at, std::string message, std::string hint) {
  keep_once(faults_, {at, std::move(message), std::move(hint)});
}

void Faults::add_first(const Position& at, std::string message, std::string hint) {
  const auto same_place = [&at](const ConfigFault& other) {
    return other.at.file == at.file && other.at.line == at.line && other.at.column == at.column;
  };
  if (std::none_of(faults_.begin(), faults_.end(), same_place))
    faults_.push_back({at, std::move(message), std::move(hint)});
}

void Faults::warn(const Position& at, std::string message, std::string hint) {
  keep_once(warnings_, {at, std::move(message), std::move(hint)});
}

void Faults::lack_secret(const Position& at, std::string message, std::string hint, bool excused) {
  const bool is_fault = secrets_ == Secrets::needed || (secrets_ == Secrets::checked && !excused);
  keep_once(is_fault ? faults_ : absent_secrets_, {at, std::move(message), std::move(hint)});
}

std::vector<ConfigFault> Faults::faults() const {
  return in_reading_order(faults_);
}

std::vector<ConfigFault> Faults::warnings() const {
  return in_reading_order(warnings_);
}

std::vector<ConfigFault> Faults::absent_secrets() const {
  return in_reading_order(absent_secrets_);
}

std::string in_quotes(std::string_view text) {
  // Double quotes read escapes, so a text with a backslash is safe in single ones only.
  if (text.find_first_of("\"\\") == std::string_view::npos) return fmt::format("\"{}\"", text);
  return fmt::format("'{}'", replace_all(std::string(text), "'", "''"));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  if (known.empty()) return "none is defined";
  std::vector<std::string> sorted = known;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  constexpr std::size_t shown = 40;
  const bool more = sorted.size() > shown;
  if (more) sorted.resize(shown);
  const auto list = fmt::format("known: {}{}", join(sorted, ", "), more ? ", …" : "");
  const auto near = nearest(word, known);
  return near.empty() ? list : fmt::format("did you mean '{}'? {}", near, list);
}

std::string render(const ConfigFault& fault) {
  std::string out = *fault.at.file;
  if (fault.at.line > 0) out += fmt::format(":{}:{}", fault.at.line, fault.at.column);
  out += ": " + fault.message;
  if (!fault.hint.empty()) out += "\n  " + replace_all(fault.hint, "\n", "\n  ");
  return out;
}

}  // namespace paperwatch
