// SPDX-License-Identifier: MIT
// What one simple selector asks of one element.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "extract/selector_attributes.hpp"
#include "extract/selector_match.hpp"
#include "extract/selector_nth.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

std::string_view local_part(std::string_view name) {
  return name.substr(name.find(':') + 1);  // npos + 1 is 0
}

bool has_prefix(std::string_view name) {
  return name.find(':') != std::string_view::npos;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool BoundSelector::simple(const SimpleSelector& simple, NodeId id) {
  const Tree& tree = facts_.tree();
  switch (simple.kind) {
    case SimpleKind::any:
      return true;
    case SimpleKind::type:
    case SimpleKind::no_prefix:
      return type(simple, id);
    case SimpleKind::id: {
      const auto* value = facts_.attribute(id, facts_.id_name());
      return value != nullptr && *value == simple.text;
    }
    case SimpleKind::class_name: {
      const auto* value = facts_.attribute(id, facts_.class_name());
      return value != nullptr && facts_.spend(value->size() / 64) && has_word(*value, simple.text);
    }
    case SimpleKind::attribute:
      return attribute(simple, id);
    case SimpleKind::root:
      return id == facts_.root_element();
    case SimpleKind::scope:
      return id == scope_;
    case SimpleKind::anchor:
      return id == anchor_;
    case SimpleKind::empty:
      return tree[id].first_child == no_node;
    case SimpleKind::any_of:
      return matches_any(simple.list, id);
    case SimpleKind::none_of:
      return !matches_any(simple.list, id);
    case SimpleKind::has:
      return has(simple, id);
    case SimpleKind::nth_child:
    case SimpleKind::nth_of_type:
      return nth(simple, id);
    case SimpleKind::only_child:
      return facts_.among_children(id).count == 1;
    case SimpleKind::only_of_type:
      return facts_.among_type(id).count == 1;
    case SimpleKind::contains:
      return contains(simple, id);
    case SimpleKind::link:
      return tree.is_html && is_one_of(tree.name(id), {"a", "area", "link"}) &&
             has_attribute(id, "href");
    case SimpleKind::enabled:
      return is_form_control(id) && !is_disabled(id);
    case SimpleKind::disabled:
      return is_form_control(id) && is_disabled(id);
    case SimpleKind::checked:
      return is_checked(id);
    case SimpleKind::language:
      return language(simple, id);
    case SimpleKind::never:
      return false;
  }
  return false;
}

bool BoundSelector::type(const SimpleSelector& simple, NodeId id) const {
  const Tree& tree = facts_.tree();
  if (simple.kind == SimpleKind::no_prefix) {
    // Every element of an html page is in a namespace.
    if (tree.is_html || has_prefix(tree.name(id))) return false;
    return simple.name.empty() || tree[id].name == simples_[simple.index].name;
  }
  if (simple.any_prefix && !tree.is_html) return local_part(tree.name(id)) == simple.name;
  const NameId wanted = simples_[simple.index].name;
  return wanted != 0 && tree[id].name == wanted;
}

bool BoundSelector::attribute(const SimpleSelector& simple, NodeId id) {
  const Simple& bound = simples_[simple.index];
  const Tree& tree = facts_.tree();
  const Tree::Node& node = tree[id];
  const std::string_view wanted = simple.name;
  facts_.spend(node.attribute_count / 4);
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Tree::Attribute& attribute = tree.attributes[node.first_attribute + i];
    const std::string_view name = tree.names[attribute.name];
    const bool is_named = attribute.name == bound.name ||
                          (simple.any_prefix && has_prefix(name) && local_part(name) == wanted);
    if (!is_named || bound.name + std::size_t{simple.any_prefix} == 0) continue;
    if (!facts_.spend(attribute.value.size() / 64)) return false;
    if (passes(simple.test, attribute.value, simple.text, bound.ignores_case)) return true;
  }
  return false;
}

bool BoundSelector::nth(const SimpleSelector& simple, NodeId id) {
  if (!simple.list.empty()) return nth_of(simple, id);
  const auto place =
      simple.kind == SimpleKind::nth_child ? facts_.among_children(id) : facts_.among_type(id);
  const auto position = simple.from_end ? place.count + 1 - place.index : place.index;
  return nth_includes(simple.a, simple.b, position);
}

bool BoundSelector::nth_of(const SimpleSelector& simple, NodeId id) {
  const Tree& tree = facts_.tree();
  const NodeId parent = tree[id].parent;
  const auto [entry, is_new] = simples_[simple.index].places.try_emplace(parent);
  auto& places = entry->second;
  if (is_new) {
    std::uint32_t count = 0;
    for (NodeId child = tree[parent].first_child; child != no_node; child = tree[child].next) {
      if (tree.is_element(child) && matches_any(simple.list, child)) places[child] = ++count;
    }
  }
  const auto found = places.find(id);
  if (found == places.end()) return false;
  const auto count = static_cast<std::uint32_t>(places.size());
  return nth_includes(simple.a, simple.b,
                      simple.from_end ? count + 1 - found->second : found->second);
}

bool BoundSelector::contains(const SimpleSelector& simple, NodeId id) {
  const Tree& tree = facts_.tree();
  std::size_t bytes = 0;
  for (NodeId node = id; node < tree[id].end; ++node) bytes += tree[node].text.size();
  if (!facts_.spend(tree[id].end - id + bytes / 4)) return false;
  const std::string text = rendered_text(tree, {id});
  return (simple.ignores_case ? fold_case(text) : text).find(simple.text) != std::string::npos;
}

bool BoundSelector::language(const SimpleSelector& simple, NodeId id) {
  const Tree& tree = facts_.tree();
  const NameId plain = tree.find_name("lang"), prefixed = tree.find_name("xml:lang");
  for (; tree.is_element(id) && facts_.spend(1); id = tree[id].parent) {
    const auto* value = facts_.attribute(id, plain);
    if (value == nullptr) value = facts_.attribute(id, prefixed);
    if (value == nullptr) continue;
    return std::any_of(simple.names.begin(), simple.names.end(), [&](const std::string& wanted) {
      return passes(AttributeTest::dash, *value, wanted, true);
    });
  }
  return false;
}

bool BoundSelector::is_form_control(NodeId id) const {
  return is_one_of(facts_.tree().name(id),
                   {"button", "input", "select", "textarea", "optgroup", "option", "fieldset"});
}

bool BoundSelector::is_disabled(NodeId id) {
  const Tree& tree = facts_.tree();
  if (has_attribute(id, "disabled")) return true;
  for (NodeId above = tree[id].parent; tree.is_element(above) && facts_.spend(1);
       above = tree[above].parent) {
    const bool passes_on = tree.name(above) == "fieldset" ||
                           (tree.name(above) == "optgroup" && tree.name(id) == "option");
    if (passes_on && has_attribute(above, "disabled")) return true;
  }
  return false;
}

bool BoundSelector::is_checked(NodeId id) {
  const Tree& tree = facts_.tree();
  if (tree.name(id) == "option") return has_attribute(id, "selected");
  if (tree.name(id) != "input" || !has_attribute(id, "checked")) return false;
  const auto* type = facts_.attribute(id, tree.find_name("type"));
  return type != nullptr &&
         (equal_ignoring_case(*type, "checkbox") || equal_ignoring_case(*type, "radio"));
}

}  // namespace paperwatch
