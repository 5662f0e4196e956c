// SPDX-License-Identifier: MIT
// A linear look at a page before Gumbo sees it.
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/result.hpp>

#include "extract/html.hpp"

namespace paperwatch {

// A page's text as Gumbo reads it rightly.
struct PreparedHtml {
  std::string text;
  // Control characters stand as private ones (hide_controls), to be brought back in the tree.
  bool has_hidden_controls = false;
};

// Refuses what Gumbo would take quadratic time for, and rewrites what it reads wrongly. The scan
// knows the tokenizer's states, so nothing in comments, scripts or quoted values is taken for a
// tag.
Result<PreparedHtml> prepare_html(std::string_view utf8, const ParseBudget& budget,
                                  HiddenText hidden);

// The text with its control characters, once out of Gumbo.
std::string restore_controls(std::string_view text);

}  // namespace paperwatch
