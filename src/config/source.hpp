// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <paperwatch/config.hpp>

#include "config/extract_rules.hpp"
#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

// A source over which its template has been laid already. `global` is what `fetch:` says; `extract`
// its rules of extraction where they have been read before.
std::optional<Source> read_source(const Node& node, const FetchOptions& global,
                                  std::optional<Shared<ExtractRules>> extract, Faults& faults);

// A template by itself: what is wrong with it even if no source uses it, and what it gives.
Source read_template(const Node& node, const std::string& name, const FetchOptions& global,
                     Faults& faults);

// Templates that are always there, as YAML nodes; nullptr for an unknown name.
const Node* builtin_template_node(std::string_view name);

}  // namespace paperwatch
