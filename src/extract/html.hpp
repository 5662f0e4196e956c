// SPDX-License-Identifier: MIT
// Gumbo behind guards: the only place that knows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <paperwatch/result.hpp>

#include "extract/tree.hpp"

namespace paperwatch {

// What one page may cost, counted so that every machine decides alike; the seconds are the last
// resort (ten times as many under sanitizers).
struct ParseBudget {
  std::size_t max_bytes = 16u << 20;  // of UTF-8 text: too_large
  std::size_t max_nodes = 2'000'000;  // too_complex, as all below
  std::size_t max_memory = 224u << 20;
  std::size_t max_attributes = 4096;   // on one tag
  std::size_t max_work = 100'000'000;  // steps over open elements and attributes, estimated
  double seconds = 2;
};

// The text of script and style elements is half of many a page, and half of the time it takes to
// read it. Left out, the tree has the same elements in the same places with the same attributes;
// only where it cannot be told for certain what is such a text is it read nonetheless.
enum class HiddenText { read, leave_out };

// Most of what is left is text, which Gumbo reads character by character to do nothing to it. Set
// aside, a long text is two characters to Gumbo and stands in the tree as the page has it: the tree
// is the same.
enum class LongTexts { parse, set_aside };

// `utf8` must be valid UTF-8 without a byte order mark. Fails with too_complex or too_large;
// anything else is a tree, as a browser would build it.
Result<Tree> parse_html(std::string_view utf8, const ParseBudget& budget = {},
                        HiddenText hidden = HiddenText::read,
                        LongTexts texts = LongTexts::set_aside);

}  // namespace paperwatch
