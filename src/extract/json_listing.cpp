// SPDX-License-Identifier: MIT
// Listings in JSON.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "extract/advice.hpp"
#include "extract/listing.hpp"
#include "extract/page_rules.hpp"
#include "extract/reading.hpp"
#include "extract/shape.hpp"

namespace paperwatch {

namespace {

// An array that a rule leads to stands for its elements.
std::vector<const Json*> spread(const std::vector<const Json*>& found) {
  std::vector<const Json*> out;
  for (const Json* value : found) {
    if (!value->is_array()) {
      out.push_back(value);
      continue;
    }
    for (const Json& element : *value) {
      if (!element.is_null()) out.push_back(&element);
    }
  }
  return out;
}

std::string part_text(const CompiledField& field, const Json& element) {
  std::vector<std::string> parts;
  for (const CompiledSelector& each : field.each_select) {
    for (const Json* part : spread(each.pointer()->find(element))) {
      std::string text = collapse_space(nfc(scalar_text(*part)));
      if (!text.empty()) parts.push_back(std::move(text));
    }
  }
  return join(parts, field.each_join);
}

std::vector<std::string> pick(const CompiledField& field, const CompiledSelector& selector,
                              const Json& from) {
  const bool many = field.all || field.shape == Shape::list || !field.each_select.empty() ||
                    selector.pointer()->has_wildcard();
  std::vector<std::string> out;
  for (const Json* value : spread(selector.pointer()->find(from))) {
    out.push_back(field.each_select.empty() ? nfc(scalar_text(*value)) : part_text(field, *value));
    if (!many) break;
  }
  return out;
}

Pick picker(const Json& from) {
  return [&from](const CompiledField& field, const CompiledSelector& selector) {
    return pick(field, selector, from);
  };
}

// "/title, /url", for somebody whose pointer leads nowhere.
std::string members(const Json& object) {
  std::string out;
  for (const auto& [name, value] : object.items()) {
    if (out.size() > 120) return out + ", …";
    out += (out.empty() ? "/" : ", /") + name;
  }
  return out;
}

std::string members_of_page(const Json& page) {
  if (!page.is_object()) return page.is_array() ? "the page is an array; its pointer is \"\"" : "";
  return page.empty() ? "" : "the page has " + members(page);
}

// Why a pointer gives a field nothing in any record; the first stands for all.
std::string reason_for(const CompiledField& field, const CompiledSelector& selector,
                       const std::vector<const Json*>& records) {
  const std::string name = "'" + selector.text + "' ";
  for (const Json* record : records) {
    const auto found = spread(selector.pointer()->find(*record));
    if (found.empty()) continue;
    const auto texts = pick(field, selector, *record);
    const std::string text = texts.empty() ? "" : collapse_space(texts.front());
    if (text.empty() && found.front()->is_structured())
      return name + "leads to an object or a list, not to a text: " + members(*found.front());
    if (text.empty()) return name + "leads to an empty text";
    if (field.steps.match && !matches(*field.steps.match, text))
      return name + "gives “" + text + "”, where match '" + field.steps.match->pattern() +
             "' fits nowhere";
    return name + "gives “" + text + "”, of which the rule leaves nothing";
  }
  const Json& first = *records.front();
  return name + "leads nowhere; the first record " +
         (first.is_object() ? "has " + members(first) : "is no object");
}

FieldReasons reasons_for_silence(const CompiledRules& rules,
                                 const std::vector<const Json*>& records,
                                 const std::vector<std::size_t>& seen) {
  FieldReasons out;
  for (std::size_t i = 0; !records.empty() && i < rules.fields.size(); ++i) {
    if (seen[i] > 0) continue;
    std::vector<std::string> reasons;
    for (const CompiledSelector& selector : rules.fields[i].select)
      reasons.push_back(reason_for(rules.fields[i], selector, records));
    out.emplace(rules.fields[i].name, join(reasons, "; "));
  }
  return out;
}

bool says_yes(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  return !(value.is_structured() && value.empty());
}

bool shows_empty(const Json& page, const CompiledRules& rules, std::string_view text) {
  if (rules.empty_select) {
    const auto found = rules.empty_select->pointer()->find(page);
    if (std::any_of(found.begin(), found.end(), [](const Json* value) { return says_yes(*value); }))
      return true;
  }
  return !rules.empty_text.empty() && text.find(rules.empty_text) != std::string_view::npos;
}

// An API that answers with an error where records were to be.
void read_error(const Json& page, Listing& listing) {
  if (!page.is_object() || !listing.records.empty()) return;
  for (const char* name : {"error", "errors"}) {
    const auto found = page.find(name);
    if (found == page.end() || !says_yes(*found) || found->is_null()) continue;
    listing.is_error = true;
    const std::string text = scalar_text(*found);
    listing.warnings.push_back("the source answers with an error: " +
                               (text.empty() ? found->dump().substr(0, 200) : text));
    return;
  }
}

}  // namespace

Result<Listing> read_json_listing(const Json& page, const CompiledRules& rules,
                                  std::string_view address, std::string_view text,
                                  Listing listing) {
  RecordCollector collector(listing, rules);
  std::vector<const Json*> records;
  for (const Json* element : spread(rules.record->select.pointer()->find(page))) {
    const Expression& match = rules.record->match;
    if (match &&
        !matches(*match, element->is_structured() ? element->dump() : scalar_text(*element)))
      continue;
    ++listing.elements;
    records.push_back(element);
    collector.add(picker(*element), address, {}, {}, [&] { return element->dump(); });
  }
  collector.report_missing();
  listing.shape = shape_of(page, records);
  read_count(rules, picker(page), listing);
  read_next(rules, picker(page), address, listing);
  listing.empty_marker = listing.records.empty() && shows_empty(page, rules, text);
  read_error(page, listing);
  warn_of_nothing(rules, listing.elements, members_of_page(page), listing);
  const auto reasons = reasons_for_silence(rules, records, collector.seen());
  for (std::string& line : advice_on_fields(listing, rules, reasons))
    listing.warnings.push_back(std::move(line));
  return listing;
}

}  // namespace paperwatch
