// SPDX-License-Identifier: MIT
// How compounds hang together: combinators, lists, :has. The tests of one element are in
// selector_tests.cpp.
#include "extract/selector_match.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "extract/selector_attributes.hpp"

namespace paperwatch {

BoundSelector::BoundSelector(TreeFacts& facts, std::shared_ptr<const SelectorProgram> program)
    : facts_(facts),
      program_(std::move(program)),
      simples_(program_->simple_count),
      compounds_(program_->compound_count) {
  bind(program_->list);
}

void BoundSelector::bind(const std::vector<ComplexSelector>& list) {
  for (const auto& complex : list) {
    for (const auto& compound : complex.compounds) {
      for (const auto& simple : compound.simples) bind(simple);
    }
  }
}

void BoundSelector::bind(const SimpleSelector& simple) {
  Simple& bound = simples_[simple.index];
  const Tree& tree = facts_.tree();
  bound.name = tree.find_name(simple.name);
  bound.ignores_case = simple.ignores_case || (tree.is_html && !simple.heeds_case &&
                                               value_ignores_case(lower_ascii(simple.name)));
  bound.candidates.resize(simple.list.size());
  bind(simple.list);
}

void BoundSelector::set_scope(NodeId scope) {
  if (scope == no_node) scope = facts_.root_element();
  if (scope == scope_) return;
  scope_ = scope;
  if (!program_->uses_scope) return;
  for (auto& compound : compounds_) {
    compound.whole.forget();
    compound.reach.forget();
  }
  for (auto& simple : simples_) {
    simple.places.clear();
    for (auto& candidates : simple.candidates) candidates.reset();
  }
}

bool BoundSelector::matches(NodeId id) {
  if (!facts_.tree().is_element(id)) return false;
  return matches_any(program_->list, id) && !facts_.exhausted();
}

bool BoundSelector::matches_any(const std::vector<ComplexSelector>& list, NodeId id) {
  return std::any_of(list.begin(), list.end(),
                     [&](const ComplexSelector& complex) { return from(complex, 0, id); });
}

// Whether the element matches the compound at `at` and what stands left of it fits.
bool BoundSelector::from(const ComplexSelector& complex, std::size_t at, NodeId id) {
  const CompoundSelector& here = complex.compounds[at];
  // A subject is asked about once; what stands left of it, again and again.
  const bool is_remembered = at > 0;
  NodeMemo& memo = compounds_[here.index].whole;
  if (is_remembered) {
    if (const auto known = memo.find(id)) return *known;
  }
  const bool result = compound(here, id) && left_of(complex, at, id);
  if (is_remembered) memo.set(id, result, facts_.tree().nodes.size());
  return result;
}

bool BoundSelector::left_of(const ComplexSelector& complex, std::size_t at, NodeId id) {
  switch (complex.compounds[at].to_left) {
    case Combinator::none:
      return true;
    case Combinator::child: {
      const NodeId parent = facts_.tree()[id].parent;
      return parent != no_node && facts_.tree().is_element(parent) && from(complex, at + 1, parent);
    }
    case Combinator::next_sibling: {
      const NodeId previous = facts_.previous_element(id);
      return previous != no_node && from(complex, at + 1, previous);
    }
    case Combinator::descendant:
    case Combinator::later_sibling:
      return reaches(complex, at, id);
  }
  return false;
}

// Walks up, or back, until something fits or is known; all on the way share the answer.
bool BoundSelector::reaches(const ComplexSelector& complex, std::size_t at, NodeId id) {
  const bool up = complex.compounds[at].to_left == Combinator::descendant;
  NodeMemo& memo = compounds_[complex.compounds[at + 1].index].reach;
  const Tree& tree = facts_.tree();
  const auto start = path_.size();
  bool result = false;
  while (facts_.spend(1)) {
    if (const auto known = memo.find(id)) {
      result = *known;
      break;
    }
    path_.push_back(id);
    id = up ? tree[id].parent : facts_.previous_element(id);
    if (id == no_node || !tree.is_element(id)) break;
    result = from(complex, at + 1, id);
    if (result) break;
  }
  for (auto i = start; i < path_.size(); ++i) memo.set(path_[i], result, tree.nodes.size());
  path_.resize(start);
  return result;
}

bool BoundSelector::compound(const CompoundSelector& compound, NodeId id) {
  return std::all_of(
             compound.simples.begin(), compound.simples.end(),
             [&](const SimpleSelector& part) { return facts_.spend(1) && simple(part, id); }) &&
         !facts_.exhausted();
}

bool BoundSelector::has(const SimpleSelector& simple, NodeId anchor) {
  for (std::size_t i = 0; i < simple.list.size(); ++i) {
    if (has(simple, i, anchor)) return true;
  }
  return false;
}

bool BoundSelector::has(const SimpleSelector& simple, std::size_t which, NodeId anchor) {
  const ComplexSelector& complex = simple.list[which];
  const Tree& tree = facts_.tree();
  const Combinator first = complex.compounds[complex.compounds.size() - 2].to_left;
  const bool below = first == Combinator::descendant || first == Combinator::child;
  const NodeId begin = below ? anchor + 1 : tree[anchor].end;
  const NodeId end = below ? tree[anchor].end : tree[tree[anchor].parent].end;
  const auto& all = candidates(simple, which);
  auto candidate = std::lower_bound(all.begin(), all.end(), begin);
  if (complex.compounds.size() == 2 && first == Combinator::descendant) {
    return candidate != all.end() && *candidate < end;
  }
  // What fits left of a compound depends on the anchor.
  for (const auto& compound : complex.compounds) {
    compounds_[compound.index].whole.forget();
    compounds_[compound.index].reach.forget();
  }
  const NodeId outer = std::exchange(anchor_, anchor);
  bool result = false;
  for (; !result && candidate != all.end() && *candidate < end && facts_.spend(1); ++candidate) {
    result = left_of(complex, 0, *candidate);
  }
  anchor_ = outer;
  return result;
}

const std::vector<NodeId>& BoundSelector::candidates(const SimpleSelector& simple,
                                                     std::size_t which) {
  auto& known = simples_[simple.index].candidates[which];
  if (known) return *known;
  std::vector<NodeId> found;
  const Tree& tree = facts_.tree();
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.is_element(id) && compound(simple.list[which].compounds[0], id)) found.push_back(id);
  }
  return known.emplace(std::move(found));
}

}  // namespace paperwatch
