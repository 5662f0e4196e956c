// SPDX-License-Identifier: MIT
// Rules and pages for tests, in few words.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/extract.hpp>

#include "support/catch.hpp"

namespace paperwatch::test {

inline Selector css(std::string text) {
  return {Selector::Language::css, std::move(text), {}};
}
inline Selector xpath(std::string text) {
  return {Selector::Language::xpath, std::move(text), {}};
}
inline Selector pointer(std::string text) {
  return {Selector::Language::pointer, std::move(text), {}};
}
inline Pattern re(std::string text) {
  return {std::move(text), {}};
}

inline FieldRule rule(Selector selector) {
  FieldRule out;
  out.select = {std::move(selector)};
  return out;
}

using Fields2 = std::vector<std::pair<std::string, FieldRule>>;

// Records are `record`; each needs a title only.
inline ExtractRules rules(Selector record, Fields2 fields) {
  ExtractRules out;
  out.record.select = std::move(record);
  out.fields = std::move(fields);
  out.require = std::vector<std::string>{};
  for (const auto& [name, field] : out.fields) {
    if (name == "title") out.require = {"title"};
  }
  return out;
}

inline Extractor compiled(const ExtractRules& rules,
                          const std::optional<PagesRules>& pages = std::nullopt) {
  std::vector<RuleFault> faults;
  auto extractor = Extractor::compile(rules, pages, faults);
  for (const RuleFault& fault : faults) UNSCOPED_INFO(fault.message << " / " << fault.hint);
  REQUIRE(extractor);
  return *extractor;
}

inline std::vector<RuleFault> faults_of(const ExtractRules& rules) {
  std::vector<RuleFault> faults;
  CHECK_FALSE(Extractor::compile(rules, std::nullopt, faults));
  return faults;
}

inline Result<Listing> try_extract(const ExtractRules& rules, std::string_view body,
                                   const std::optional<PagesRules>& pages = std::nullopt) {
  return compiled(rules, pages).extract({body, "https://l.example/list/", ""});
}

inline Listing extract(const ExtractRules& rules, std::string_view body,
                       const std::optional<PagesRules>& pages = std::nullopt) {
  auto listing = try_extract(rules, body, pages);
  if (!listing) UNSCOPED_INFO(listing.error().code << ": " << listing.error().message);
  REQUIRE(listing);
  return std::move(*listing);
}

// One field of the first record.
inline Value first_value(const Listing& listing, const std::string& field) {
  REQUIRE_FALSE(listing.records.empty());
  const auto found = listing.records.front().fields.find(field);
  REQUIRE(found != listing.records.front().fields.end());
  return found->second;
}

inline std::vector<std::string> texts(const Listing& listing, std::string_view field) {
  std::vector<std::string> out;
  for (const Record& record : listing.records) out.emplace_back(text_of(record.fields, field));
  return out;
}

inline bool warns(const Listing& listing, std::string_view words) {
  for (const std::string& line : listing.warnings) {
    if (line.find(words) != std::string::npos) return true;
  }
  return false;
}

using Texts = std::vector<std::string>;

}  // namespace paperwatch::test
