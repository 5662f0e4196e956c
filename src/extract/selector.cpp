// SPDX-License-Identifier: MIT
#include "extract/selector.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "extract/selector_match.hpp"
#include "extract/selector_parser.hpp"
#include "extract/selector_program.hpp"

namespace paperwatch {

namespace {

bool tests_emptiness(const std::vector<ComplexSelector>& list) {
  const auto tests = [](const SimpleSelector& simple) {
    return simple.kind == SimpleKind::empty || tests_emptiness(simple.list);
  };
  return std::any_of(list.begin(), list.end(), [&](const ComplexSelector& complex) {
    return std::any_of(
        complex.compounds.begin(), complex.compounds.end(), [&](const CompoundSelector& compound) {
          return std::any_of(compound.simples.begin(), compound.simples.end(), tests);
        });
  });
}

bool may_be_hidden(const ComplexSelector& complex) {
  for (const auto& simple : complex.compounds.front().simples) {
    if (simple.kind != SimpleKind::type) continue;
    return equal_ignoring_case(simple.name, "script") || equal_ignoring_case(simple.name, "style");
  }
  return true;
}

}  // namespace

// The rendered text leaves such elements out, so only their own text and their emptiness tell.
bool CssSelector::may_read_hidden_text() const {
  if (tests_emptiness(program_->list)) return true;
  return target_.kind == SelectorTarget::Kind::own_text &&
         std::any_of(program_->list.begin(), program_->list.end(), may_be_hidden);
}

std::optional<CssSelector> CssSelector::parse(std::string_view text, SelectorFault& fault) {
  CssSelector selector;
  selector.program_ = parse_selector(text, selector.target_, fault);
  if (selector.program_ == nullptr) return std::nullopt;
  return selector;
}

struct SelectorMatcher::Caches {
  Caches(const Tree& tree, std::size_t max_steps) : common(tree, max_steps) {}

  BoundSelector& bound(const std::shared_ptr<const SelectorProgram>& program, NodeId scope) {
    auto& found = by_program[program.get()];
    if (found == nullptr) found = std::make_unique<BoundSelector>(common, program);
    found->set_scope(scope);
    return *found;
  }

  TreeFacts common;
  std::unordered_map<const SelectorProgram*, std::unique_ptr<BoundSelector>> by_program;
};

SelectorMatcher::SelectorMatcher(const Tree& tree, std::size_t max_steps)
    : caches_(std::make_unique<Caches>(tree, max_steps)) {}

SelectorMatcher::~SelectorMatcher() = default;

std::vector<NodeId> SelectorMatcher::select(const CssSelector& selector, NodeId root, NodeId scope,
                                            std::size_t limit) {
  std::vector<NodeId> found;
  BoundSelector& bound = caches_->bound(selector.program_, scope);
  const Tree& tree = caches_->common.tree();
  for (NodeId id = root; id < tree[root].end && found.size() < limit; ++id) {
    if (bound.matches(id)) found.push_back(id);
  }
  if (exhausted()) found.clear();
  return found;
}

bool SelectorMatcher::matches(const CssSelector& selector, NodeId element, NodeId scope) {
  return caches_->bound(selector.program_, scope).matches(element);
}

bool SelectorMatcher::exhausted() const {
  return caches_->common.exhausted();
}

}  // namespace paperwatch
