// SPDX-License-Identifier: MIT
// From bytes to a tree whose links agree, and to its text; and the same tree where long texts are
// set aside, the same but for the texts of scripts and styles where those are left out.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "extract/charset.hpp"
#include "extract/html.hpp"
#include "extract/text.hpp"
#include "support/visible_tree.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const paperwatch::Tree& tree) {
  require(tree[0].end == tree.nodes.size());
  for (paperwatch::NodeId id = 1; id < tree.nodes.size(); ++id) {
    const auto& node = tree[id];
    require(node.parent < id && node.end > id && node.end <= tree[node.parent].end);
    require(node.next == paperwatch::no_node ||
            (node.next == node.end && tree[node.next].previous == id));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto page = paperwatch::decode(bytes, "", "");
  const std::string_view text = page ? std::string_view(page->text) : bytes;
  using paperwatch::HiddenText, paperwatch::LongTexts;
  const auto tree = paperwatch::parse_html(text, {}, HiddenText::read, LongTexts::parse);
  if (!tree) return 0;
  check(*tree);
  const auto set_aside = paperwatch::parse_html(text);
  require(set_aside && paperwatch::visible_tree(*tree) == paperwatch::visible_tree(*set_aside));
  const auto shorter = paperwatch::parse_html(text, {}, HiddenText::leave_out);
  require(shorter && paperwatch::visible_tree(*tree) == paperwatch::visible_tree(*shorter));
  paperwatch::rendered_text(*tree, {0});
  return 0;
}
