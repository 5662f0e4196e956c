// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <paperwatch/rules.hpp>

#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

// A template may leave out what the sources that use it bring along.
enum class Completeness { whole, part };

// `extract:`. The shape only: that selectors and patterns are right is for the extractor to say.
ExtractRules read_extract(const Node& node, Completeness completeness, Faults& faults);

// A rule in its short form (a selector) or its long one (a map of steps). `format` decides what a
// plain text is written in.
std::optional<FieldRule> read_rule(const Node& node, std::string_view name, Format format,
                                   Faults& faults);

}  // namespace paperwatch
