// SPDX-License-Identifier: MIT
#include "extract/diagnosis.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "extract/tree_page.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t looked_into = 50;    // records that are searched
constexpr std::size_t most_names = 8;      // names told of one record
constexpr std::size_t longest_value = 40;  // characters of a value that is told

std::string shown(std::string_view text) {
  const std::string clean = collapse_space(text);
  std::size_t at = 0;
  for (std::size_t count = 0; at < clean.size() && count < longest_value; ++count)
    next_character(clean, at);
  return "“" + clean.substr(0, at) + (at < clean.size() ? "…”" : "”");
}

bool has_upper_case_name(std::string_view xpath) {
  char quote = 0;
  for (const char c : xpath) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c >= 'A' && c <= 'Z') {
      return true;
    }
  }
  return false;
}

std::optional<CompiledSelector> css_selector(std::string_view text) {
  SelectorFault fault;
  auto parsed = CssSelector::parse(text, fault);
  if (!parsed) return std::nullopt;
  return CompiledSelector{std::move(*parsed), std::string(text)};
}

// The elements that the selector looks at, whatever it takes of them.
std::optional<CompiledSelector> without_target(const CompiledSelector& selector) {
  const CssSelector* css = selector.css();
  if (!css || css->target().kind == SelectorTarget::Kind::element) return selector;
  return css_selector(std::string_view(selector.text).substr(0, selector.text.rfind("::")));
}

void add_name(std::string name, std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

std::string listed(std::vector<std::string> names) {
  const bool more = names.size() > most_names;
  if (more) names.resize(most_names);
  return join(names, ", ") + (more ? ", …" : "");
}

class Diagnosis {
 public:
  Diagnosis(const Tree& tree, std::string_view address, const RecordPlaces& places)
      : tree_(tree), page_(tree, address), places_(places.kept) {}

  std::string of(const CompiledField& field) {
    std::vector<std::string> reasons;
    for (const CompiledSelector& selector : field.select)
      reasons.push_back("'" + selector.text + "' " + of(field, selector));
    return join(reasons, "; ");
  }

 private:
  struct Hit {
    Found found;
    const Scope* scope = nullptr;
  };

  std::optional<Hit> first_inside(const CompiledSelector& selector) {
    for (std::size_t i = 0; i < std::min(looked_into, places_.size()); ++i) {
      auto found = page_.find(selector, places_[i].scope, 1);
      if (!found.empty()) return Hit{std::move(found.front()), &places_[i].scope};
    }
    return std::nullopt;
  }

  std::string of(const CompiledField& field, const CompiledSelector& selector) {
    const auto bare = without_target(selector);
    if (!bare) return "gives nothing";
    if (const auto hit = first_inside(*bare)) return of_found(field, selector, *hit);
    return of_absent(*bare);
  }

  std::string of_found(const CompiledField& field, const CompiledSelector& selector,
                       const Hit& hit) {
    const CssSelector* css = selector.css();
    if (css && css->target().kind == SelectorTarget::Kind::attribute &&
        !tree_.attribute(hit.found.element, css->target().attribute)) {
      return "finds no attribute '" + css->target().attribute + "' on " +
             std::string(tree_.name(hit.found.element)) + "; it has " +
             attributes_of(hit.found.element);
    }
    std::string text;
    for (std::string& one : page_.pick(field, selector, *hit.scope)) {
      text = collapse_space(one);
      if (!text.empty()) break;
    }
    if (text.empty()) return "matches, but there is no text in it";
    if (field.steps.match && !matches(*field.steps.match, text)) {
      return "gives " + shown(text) + ", where match '" + field.steps.match->pattern() +
             "' fits nowhere";
    }
    if (field.shape == Shape::url)
      return "gives " + shown(text) + ", which is no http or https address";
    return "gives " + shown(text) + ", of which the rule leaves nothing";
  }

  std::string of_absent(const CompiledSelector& selector) {
    std::string out = "matches nothing inside the record";
    if (selector.xpath()) {
      if (tree_.is_html && has_upper_case_name(selector.text))
        return out + ": names are lower case in XPath";
      if (const auto css = css_selector(selector.text); css && first_inside(*css))
        return out + ": it reads like a CSS selector, which is written without `xpath`";
    }
    if (!page_.find(selector, TreePage::whole_page(), 1).empty())
      return "stands outside the records";
    const auto names = names_inside(selector.text);
    out += names.empty() ? " (the first holds no elements)"
                         : " (the first holds " + listed(names) + ")";
    const std::string near = nearest_on_page(tree_, selector.text);
    if (near.find("but one named") != std::string::npos) out.append("; ").append(near);
    return out;
  }

  // With classes where the selector asks for one.
  std::vector<std::string> names_inside(std::string_view selector) const {
    const bool with_classes = selector.find('.') != std::string_view::npos;
    std::vector<std::string> names;
    for (const NodeId top : places_.front().scope.tops) {
      for (NodeId id = top + 1; id < tree_[top].end; ++id) {
        if (!tree_.is_element(id)) continue;
        std::string name(tree_.name(id));
        const auto* classes = with_classes ? tree_.attribute(id, "class") : nullptr;
        if (classes && !trim(*classes).empty())
          name += "." + replace_all(collapse_space(*classes), " ", ".");
        add_name(std::move(name), names);
      }
    }
    return names;
  }

  std::string attributes_of(NodeId id) const {
    std::vector<std::string> names;
    const Tree::Node& node = tree_[id];
    for (std::uint32_t i = 0; i < node.attribute_count; ++i)
      names.push_back(tree_.names[tree_.attributes[node.first_attribute + i].name]);
    return names.empty() ? "none" : listed(names);
  }

  const Tree& tree_;
  TreePage page_;
  const std::vector<RecordPlace>& places_;
};

}  // namespace

FieldReasons reasons_for_silence(const Tree& tree, std::string_view address,
                                 const CompiledRules& rules, const RecordPlaces& places,
                                 const std::vector<std::size_t>& seen) {
  FieldReasons out;
  if (places.kept.empty()) return out;
  std::optional<Diagnosis> diagnosis;
  for (std::size_t i = 0; i < rules.fields.size(); ++i) {
    if (seen[i] > 0) continue;
    if (!diagnosis) diagnosis.emplace(tree, address, places);
    out.emplace(rules.fields[i].name, diagnosis->of(rules.fields[i]));
  }
  return out;
}

std::string reason_for_no_records(const Tree& tree, std::string_view address,
                                  const CompiledSelector& record) {
  if (!record.xpath()) return nearest_on_page(tree, record.text);
  if (tree.is_html && has_upper_case_name(record.text)) return "names are lower case in XPath";
  const auto css = css_selector(record.text);
  TreePage page(tree, address);
  if (css && !page.find(*css, TreePage::whole_page(), 1).empty())
    return "it reads like a CSS selector, which is written without `xpath`";
  return nearest_on_page(tree, record.text);
}

}  // namespace paperwatch
