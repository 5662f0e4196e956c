// SPDX-License-Identifier: MIT
#include "extract/reading.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "core/stored_fields.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_unreadable = 20;  // told per field; the rest is only more of the same
constexpr std::size_t most_samples = 3;      // elements that are shown because they are no records
constexpr std::size_t longest_sample = 40;   // characters of each

std::string any_of(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += names[i];
  }
  return out;
}

std::string sample(std::size_t number, std::string_view text) {
  const std::string clean = collapse_space(text);
  std::size_t at = 0;
  for (std::size_t count = 0; at < clean.size() && count < longest_sample; ++count)
    next_character(clean, at);
  return std::to_string(number) + " “" + clean.substr(0, at) + (at < clean.size() ? "…”" : "”");
}

}  // namespace

FieldReading read_field(const CompiledField& field, const Pick& pick, std::string_view base) {
  FieldReading reading;
  for (std::size_t i = 0; i < field.select.size(); ++i) {
    ShapedValue shaped =
        shape_value(field.shape, run_steps(field.steps, pick(field, field.select[i])), base);
    std::move(shaped.unreadable.begin(), shaped.unreadable.end(),
              std::back_inserter(reading.unreadable));
    if (!shaped.value) continue;
    reading.value = std::move(shaped.value);
    reading.winner = i;
    reading.version = shaped.version;
    return reading;
  }
  if (field.default_value)
    reading.value = shape_value(field.shape, {*field.default_value}, base).value;
  return reading;
}

std::vector<std::string> read_texts(const CompiledField& field, const Pick& pick) {
  for (const CompiledSelector& selector : field.select) {
    std::vector<std::string> texts = run_steps(field.steps, pick(field, selector));
    if (!texts.empty()) return texts;
  }
  if (field.default_value) return {*field.default_value};
  return {};
}

Requirement::Requirement(const std::optional<std::vector<std::string>>& require,
                         const std::vector<std::string>& key_from) {
  if (require) {
    for (const std::string& name : *require) any_of_.push_back({name});
    return;
  }
  std::vector<std::string> keys = {"url", "doi", "arxiv_id"};
  for (const std::string& name : key_from) {
    const bool known = std::find(keys.begin(), keys.end(), name) != keys.end();
    if (!known && name != "title") keys.push_back(name);
  }
  any_of_ = {{"title"}, std::move(keys)};
}

std::vector<std::string> Requirement::missing(const Fields& fields) const {
  std::vector<std::string> out;
  for (const auto& names : any_of_) {
    const auto has = [&](const std::string& name) {
      return fields.contains(name) || (name == "version" && as_stored(fields).contains(name));
    };
    if (std::none_of(names.begin(), names.end(), has)) out.push_back(any_of(names));
  }
  return out;
}

RecordCollector::RecordCollector(Listing& listing, const CompiledRules& rules)
    : listing_(listing),
      rules_(rules),
      requirement_(rules.require, rules.key_from),
      seen_(rules.fields.size()) {
  for (const CompiledField& field : rules.fields) {
    FieldReport report;
    report.field = field.name;
    report.winners.resize(field.select.size());
    listing_.fields.push_back(std::move(report));
  }
}

void RecordCollector::add(const Pick& pick, std::string_view base, Fields known,
                          const std::function<void(Fields&)>& complete,
                          const std::function<std::string()>& text) {
  ++elements_;
  std::vector<FieldReading> readings;
  for (const CompiledField& field : rules_.fields) {
    readings.push_back(read_field(field, pick, base));
    const FieldReading& reading = readings.back();
    if (reading.value) known.insert_or_assign(field.name, *reading.value);
    if (reading.value) ++seen_[readings.size() - 1];
    if (reading.version) known.try_emplace("version", std::int64_t{*reading.version});
  }
  if (complete) complete(known);
  if (requirement_.missing(known).empty()) report(readings, known);
  keep(std::move(known), text);
}

void RecordCollector::report(std::vector<FieldReading>& readings, const Fields& fields) {
  for (std::size_t i = 0; i < readings.size(); ++i) {
    FieldReport& report = listing_.fields[i];
    if (fields.contains(report.field)) ++report.found;
    if (readings[i].winner) ++report.winners[*readings[i].winner];
    for (std::string& text : readings[i].unreadable) {
      if (report.unreadable.size() < most_unreadable) report.unreadable.push_back(std::move(text));
    }
  }
}

void RecordCollector::report_others() const {
  std::map<std::string, std::size_t> found;
  for (const Record& record : listing_.records) {
    for (const auto& [name, value] : record.fields) ++found[name];
  }
  for (const FieldReport& report : listing_.fields) found.erase(report.field);
  for (const auto& [name, count] : found) listing_.fields.push_back({name, count, {}, {}});
}

void RecordCollector::keep(Fields fields, const std::function<std::string()>& text) {
  const auto missing = requirement_.missing(fields);
  if (missing.empty()) {
    listing_.records.push_back({std::move(fields)});
    return;
  }
  ++listing_.incomplete;
  for (const std::string& what : missing) {
    auto known = std::find_if(missing_.begin(), missing_.end(),
                              [&](const Missing& one) { return one.what == what; });
    if (known == missing_.end()) known = missing_.insert(known, Missing{what, 0, {}});
    ++known->count;
    if (text && known->samples.size() < most_samples)
      known->samples.push_back(sample(elements_, text()));
  }
}

void RecordCollector::report_missing() const {
  for (const auto& [what, count, samples] : missing_) {
    listing_.warnings.push_back(std::to_string(count) + " of " + std::to_string(listing_.elements) +
                                " record elements have no " + what + " and are no records" +
                                (samples.empty() ? "" : ": " + join(samples, ", ")) +
                                (count > samples.size() && !samples.empty() ? ", …" : ""));
  }
}

}  // namespace paperwatch
