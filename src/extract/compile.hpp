// SPDX-License-Identifier: MIT
// Rules made ready to run: selectors and expressions parsed once, faults told all at once.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <paperwatch/extract.hpp>
#include <paperwatch/rules.hpp>

#include "extract/html.hpp"
#include "extract/json_page.hpp"
#include "extract/selector.hpp"
#include "extract/steps.hpp"
#include "extract/value.hpp"
#include "extract/xpath.hpp"

namespace paperwatch {

struct CompiledSelector {
  std::variant<CssSelector, XPath, JsonPointer> program;
  std::string text;  // as written, for messages

  const CssSelector* css() const { return std::get_if<CssSelector>(&program); }
  const XPath* xpath() const { return std::get_if<XPath>(&program); }
  const JsonPointer* pointer() const { return std::get_if<JsonPointer>(&program); }
};

struct CompiledField {
  std::string name;
  std::vector<CompiledSelector> select;
  std::vector<CompiledSelector> remove;
  bool all = false;
  std::vector<CompiledSelector> each_select;
  std::string each_join = " ";
  Steps steps;
  std::optional<std::string> default_value;
  Shape shape = Shape::text;
};

struct CompiledRecord {
  CompiledSelector select;
  Expression match;
};

struct CompiledSection {
  CompiledSelector heading;
  Expression match, keep;
};

struct CompiledRules {
  Format format = Format::automatic;
  std::string encoding;
  std::optional<CompiledRecord> record;
  bool span_siblings = false;
  std::optional<CompiledSection> section;
  std::vector<CompiledField> fields;
  std::optional<CompiledField> count;
  std::optional<CompiledSelector> empty_select;
  std::string empty_text;
  std::optional<std::vector<std::string>> require;
  std::vector<std::string> key_from;
  std::vector<Metadata> use;
  bool has_pages = false;
  std::optional<CompiledField> next;
  bool next_is_cursor = false;
  HiddenText hidden_text = HiddenText::read;
  bool counts_pages = false;  // a template alone: nothing on the page says what is next
};

// Whether a page may be read without the text of its scripts and styles: no rule can tell.
HiddenText hidden_text_for(const CompiledRules& rules);

CompiledRules compile_rules(const ExtractRules& rules, const std::optional<PagesRules>& pages,
                            std::vector<RuleFault>& faults);

}  // namespace paperwatch
