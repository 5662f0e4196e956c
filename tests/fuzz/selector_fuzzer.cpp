// SPDX-License-Identifier: MIT
// A selector is refused with its place, or it matches within its steps.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "extract/html.hpp"
#include "extract/selector.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto page = paperwatch::parse_html(
      "<ul id=u class='a b'><li>One<li class=b lang=en><b title=T>x</b></ul><a href=/x>y</a>");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  paperwatch::SelectorFault fault;
  const auto selector = paperwatch::CssSelector::parse(text, fault);
  if (!selector) {
    if (fault.offset > size || fault.message.empty() || fault.hint.empty()) std::abort();
    return 0;
  }
  paperwatch::SelectorMatcher matcher(*page, 100'000);
  const auto found = matcher.select(*selector, 0, paperwatch::no_node);
  for (const auto id : found) {
    if (!page->is_element(id)) std::abort();
  }
  return 0;
}
