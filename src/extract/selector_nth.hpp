// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "extract/selector_tokens.hpp"

namespace paperwatch {

// The an+b notation of :nth-child (CSS Syntax Level 3, §6). False where none stands here.
bool parse_nth(SelectorCursor& in, std::int64_t& a, std::int64_t& b);

// Whether a·n + b gives `position` for some n ≥ 0.
bool nth_includes(std::int64_t a, std::int64_t b, std::int64_t position);

}  // namespace paperwatch
