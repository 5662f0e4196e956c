// SPDX-License-Identifier: MIT
#include <algorithm>

#include "extract/compile.hpp"

namespace paperwatch {

namespace {

// An expression may ask for anything.
bool may_read(const CompiledSelector& selector) {
  const CssSelector* css = selector.css();
  return css == nullptr || css->may_read_hidden_text();
}

bool may_read(const std::vector<CompiledSelector>& selectors) {
  return std::any_of(selectors.begin(), selectors.end(),
                     [](const CompiledSelector& selector) { return may_read(selector); });
}

bool may_read(const CompiledField& field) {
  return may_read(field.select) || may_read(field.remove) || may_read(field.each_select);
}

}  // namespace

HiddenText hidden_text_for(const CompiledRules& rules) {
  const bool is_read = !rules.use.empty() || (rules.record && may_read(rules.record->select)) ||
                       (rules.section && may_read(rules.section->heading)) ||
                       (rules.empty_select && may_read(*rules.empty_select)) ||
                       (rules.count && may_read(*rules.count)) ||
                       (rules.next && may_read(*rules.next)) ||
                       std::any_of(rules.fields.begin(), rules.fields.end(),
                                   [](const CompiledField& field) { return may_read(field); });
  return is_read ? HiddenText::read : HiddenText::leave_out;
}

}  // namespace paperwatch
