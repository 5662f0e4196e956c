// SPDX-License-Identifier: MIT
#include "extract/advice.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <set>

#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_names = 5000;  // of one kind that are looked at
constexpr double many_replaced = 0.001;   // share of characters

struct PageNames {
  std::set<std::string> classes, ids, elements;
};

PageNames names_of(const Tree& tree) {
  PageNames names;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    if (!tree.is_element(id)) continue;
    if (names.elements.size() < most_names) names.elements.emplace(tree.name(id));
    if (const auto* value = tree.attribute(id, "class");
        value && names.classes.size() < most_names) {
      for (const std::string& one : split(collapse_space(*value), ' ')) names.classes.insert(one);
    }
    if (const auto* value = tree.attribute(id, "id"); value && names.ids.size() < most_names) {
      names.ids.insert(collapse_space(*value));
    }
  }
  return names;
}

// The names that a selector asks for: ".name", "#name", "name".
struct AskedName {
  char kind = ' ';  // '.', '#', or ' ' for an element
  std::string name;
};

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
         (c & 0x80) != 0;
}

// Rough on purpose: brackets, strings and pseudo-classes are passed over.
std::vector<AskedName> asked_names(std::string_view selector) {
  std::vector<AskedName> out;
  int depth = 0;
  for (std::size_t at = 0; at < selector.size();) {
    const char c = selector[at];
    if (c == '[' || c == '(') ++depth;
    if ((c == ']' || c == ')') && depth > 0) --depth;
    const bool marked = c == '.' || c == '#' || c == ':';
    if (depth > 0 || (!marked && !is_name_character(c))) {
      ++at;
      continue;
    }
    if (marked) ++at;
    std::size_t end = at;
    while (end < selector.size() && is_name_character(selector[end])) ++end;
    if (end > at && c != ':')
      out.push_back({marked ? c : ' ', std::string(selector.substr(at, end - at))});
    at = std::max(end, at);
  }
  return out;
}

std::string sentence(const AskedName& asked, const std::set<std::string>& present) {
  if (present.contains(asked.name)) return {};
  const std::string kind = asked.kind == '.' ? "class" : asked.kind == '#' ? "id" : "element";
  const std::string near = nearest(asked.name, {present.begin(), present.end()});
  if (near.empty()) return "the page has no " + kind + " '" + asked.name + "'";
  return "the page has no " + kind + " '" + asked.name + "', but one named '" + near + "'";
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g %%", share * 100);
  return text;
}

std::string selectors_of(const CompiledField& field) {
  std::vector<std::string> texts;
  for (const CompiledSelector& selector : field.select) texts.push_back("'" + selector.text + "'");
  return join(texts, ", ");
}

void advise_on(const FieldReport& report, const CompiledField& field, const Listing& listing,
               const FieldReasons& reasons, std::vector<std::string>& out) {
  const auto reason = reasons.find(field.name);
  if (listing.records.empty()) {
    if (reason != reasons.end()) out.push_back("field '" + field.name + "': " + reason->second);
    return;
  }
  if (report.found == 0) {
    out.push_back("field '" + field.name + "' is empty in all " +
                  std::to_string(listing.records.size()) +
                  " records: " + (reason != reasons.end() ? reason->second : selectors_of(field)));
  }
  if (!report.unreadable.empty()) {
    out.push_back("field '" + field.name + "': " + std::to_string(report.unreadable.size()) +
                  " values could not be read, such as '" + report.unreadable.front() + "'");
  }
}

}  // namespace

std::string nearest_on_page(const Tree& tree, std::string_view selector) {
  const PageNames names = names_of(tree);
  for (const AskedName& asked : asked_names(selector)) {
    const auto& present = asked.kind == '.'   ? names.classes
                          : asked.kind == '#' ? names.ids
                                              : names.elements;
    std::string line = sentence(asked, present);
    if (!line.empty()) return line;
  }
  return {};
}

std::vector<std::string> advice_on_fields(const Listing& listing, const CompiledRules& rules,
                                          const FieldReasons& reasons) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < rules.fields.size(); ++i) {
    advise_on(listing.fields[i], rules.fields[i], listing, reasons, out);
  }
  if (listing.replaced > many_replaced) {
    out.push_back(percent(listing.replaced) + " of the characters could not be decoded as " +
                  listing.encoding + "; `encoding:` names the right one");
  }
  return out;
}

}  // namespace paperwatch
