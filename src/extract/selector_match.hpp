// SPDX-License-Identifier: MIT
// Matching compiled selectors on a tree, right to left, remembering what was found out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extract/selector_program.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// What all selectors on one tree share: places among siblings, names, and the step budget.
class TreeFacts {
 public:
  struct Place {
    std::uint32_t index = 0;  // from 1
    std::uint32_t count = 0;  // of all such siblings
  };

  TreeFacts(const Tree& tree, std::size_t max_steps);

  const Tree& tree() const { return tree_; }
  bool exhausted() const { return steps_ > max_steps_; }
  // Counts steps; false once there are too many.
  bool spend(std::size_t steps) {
    steps_ += steps;
    return !exhausted();
  }

  Place among_children(NodeId id);
  Place among_type(NodeId id);
  NodeId previous_element(NodeId id) const;
  NodeId root_element() const { return root_element_; }
  NameId class_name() const { return class_name_; }
  NameId id_name() const { return id_name_; }
  const std::string_view* attribute(NodeId id, NameId name);

 private:
  void number_children();
  void number_types();

  const Tree& tree_;
  const std::size_t max_steps_;
  std::size_t steps_ = 0;
  NodeId root_element_ = no_node;
  NameId class_name_, id_name_;
  std::vector<Place> children_, types_;  // by node, filled when first asked for
};

// Yes, no or not known yet, for each node; forgetting everything costs nothing.
class NodeMemo {
 public:
  std::optional<bool> find(NodeId id) const {
    if (stamps_.empty() || stamps_[id] >> 1 != epoch_) return std::nullopt;
    return (stamps_[id] & 1) != 0;
  }
  void set(NodeId id, bool value, std::size_t node_count) {
    if (stamps_.empty()) stamps_.resize(node_count);
    stamps_[id] = static_cast<std::uint16_t>(epoch_ << 1 | (value ? 1 : 0));
  }
  void forget() {
    if (++epoch_ < 0x8000) return;
    stamps_.clear();
    epoch_ = 1;
  }

 private:
  std::vector<std::uint16_t> stamps_;
  std::uint16_t epoch_ = 1;
};

// A program made ready for one tree.
class BoundSelector {
 public:
  BoundSelector(TreeFacts& facts, std::shared_ptr<const SelectorProgram> program);

  void set_scope(NodeId scope);
  bool matches(NodeId id);

 private:
  // What one simple selector keeps.
  struct Simple {
    NameId name = 0;
    bool ignores_case = false;
    // nth-child(… of S): places among the siblings that match S, by parent.
    std::unordered_map<NodeId, std::unordered_map<NodeId, std::uint32_t>> places;
    // has: the elements that match each selector's last compound, in document order.
    std::vector<std::optional<std::vector<NodeId>>> candidates;
  };
  struct Compound {
    NodeMemo whole;  // the compound and all to its left
    NodeMemo reach;  // some ancestor, or earlier sibling, is a `whole`
  };

  void bind(const std::vector<ComplexSelector>& list);
  void bind(const SimpleSelector& simple);

  bool matches_any(const std::vector<ComplexSelector>& list, NodeId id);
  bool from(const ComplexSelector& complex, std::size_t at, NodeId id);
  bool left_of(const ComplexSelector& complex, std::size_t at, NodeId id);
  bool reaches(const ComplexSelector& complex, std::size_t at, NodeId id);
  bool compound(const CompoundSelector& compound, NodeId id);
  bool simple(const SimpleSelector& simple, NodeId id);
  bool type(const SimpleSelector& simple, NodeId id) const;
  bool attribute(const SimpleSelector& simple, NodeId id);
  bool has(const SimpleSelector& simple, NodeId anchor);
  bool has(const SimpleSelector& simple, std::size_t which, NodeId anchor);
  const std::vector<NodeId>& candidates(const SimpleSelector& simple, std::size_t which);
  bool nth(const SimpleSelector& simple, NodeId id);
  bool nth_of(const SimpleSelector& simple, NodeId id);
  bool contains(const SimpleSelector& simple, NodeId id);
  bool language(const SimpleSelector& simple, NodeId id);
  bool is_form_control(NodeId id) const;
  bool is_disabled(NodeId id);
  bool is_checked(NodeId id);
  bool has_attribute(NodeId id, std::string_view name) {
    return facts_.attribute(id, facts_.tree().find_name(name)) != nullptr;
  }

  TreeFacts& facts_;
  std::shared_ptr<const SelectorProgram> program_;
  std::vector<Simple> simples_;
  std::vector<Compound> compounds_;
  std::vector<NodeId> path_;  // of the walks of reaches(), one behind the other
  NodeId scope_ = no_node;
  NodeId anchor_ = no_node;
};

}  // namespace paperwatch
