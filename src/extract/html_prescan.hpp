// SPDX-License-Identifier: MIT
// A linear look at a page before Gumbo sees it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/result.hpp>

#include "extract/html.hpp"

namespace paperwatch {

// A page's text as Gumbo reads it rightly and soon. Private characters stand in it for what Gumbo
// would read wrongly (control characters) or need not read (long texts).
struct PreparedHtml {
  struct Stretch {
    std::size_t at = 0, length = 0;
  };

  std::string text;
  std::string whole;               // what was cut; empty where nothing was
  std::vector<Stretch> set_aside;  // of `whole`
  bool has_hidden_controls = false;

  bool may_stand_for_another(std::string_view out_of_gumbo) const {
    return (has_hidden_controls || !set_aside.empty()) &&
           out_of_gumbo.find('\xF4') != std::string_view::npos;
  }
  // The characters as the page has them, its ends of lines as \n.
  std::string restored(std::string_view out_of_gumbo) const;
};

// Refuses what Gumbo would take quadratic time for, and rewrites what it reads wrongly. The scan
// knows the tokenizer's states, so nothing in comments, scripts or quoted values is taken for a
// tag.
Result<PreparedHtml> prepare_html(std::string_view utf8, const ParseBudget& budget,
                                  HiddenText hidden, LongTexts texts);

}  // namespace paperwatch
