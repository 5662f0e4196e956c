// SPDX-License-Identifier: MIT
// What is done to the texts that a selector found: match, replace, split, each, join.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <re2/re2.h>

namespace paperwatch {

using Expression = std::shared_ptr<const re2::RE2>;

struct Substitution {
  Expression pattern;
  std::string replacement;
};

// Compiled steps; an absent one does nothing.
struct Steps {
  Expression match;
  std::vector<Substitution> replace;
  Expression split;
  Expression each_match;
  std::vector<Substitution> each_replace;
  std::optional<std::string> join;
};

// The first group that took part, else the whole match; nothing where there is no match.
std::optional<std::string> first_match(const re2::RE2& expression, std::string_view text);
bool matches(const re2::RE2& expression, std::string_view text);

// Runs the steps in their order. Results have white space collapsed; empty ones fall away.
std::vector<std::string> run_steps(const Steps& steps, std::vector<std::string> texts);

}  // namespace paperwatch
