// SPDX-License-Identifier: MIT
#include "extract/html.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gumbo.h>

#include "base/text.hpp"
#include "extract/html_arena.hpp"
#include "extract/html_prescan.hpp"
#include "extract/tree_builder.hpp"

namespace paperwatch {

namespace {

const char* why(ParseStop stop) {
  switch (stop) {
    case ParseStop::memory:
      return "it takes more memory than a page may";
    case ParseStop::nodes:
      return "it makes more nodes than a page may";
    case ParseStop::time:
      return "it takes longer than a page may";
    case ParseStop::assertion:
      return "the HTML parser contradicted itself";
    case ParseStop::none:
      break;
  }
  return "the HTML parser gave no tree";
}

Failure too_complex(ParseStop stop) {
  return fail("too_complex", std::string("the page is too complex to read: ") + why(stop),
              "see docs/rules.md, Limits; a narrower page of the same listing may do");
}

const GumboVector* children_of(const GumboNode* node) {
  switch (node->type) {
    case GUMBO_NODE_DOCUMENT:
      return &node->v.document.children;
    case GUMBO_NODE_ELEMENT:
      return &node->v.element.children;
    default:
      return nullptr;  // the content of <template> is no part of the page
  }
}

// Copies Gumbo's tree into the flat one, without recursion.
class TreeCopy {
 public:
  TreeCopy(std::size_t nodes, const PreparedHtml& page, std::size_t max_memory)
      : builder_(true, nodes), page_(page), max_memory_(max_memory) {}

  // False where the memory budget ran out.
  bool run(const GumboNode* document) {
    open_.push_back({children_of(document), 0});
    while (!open_.empty()) {
      if (builder_.memory() > max_memory_) return false;
      auto& [children, index] = open_.back();
      if (children == nullptr || index == children->length) {
        open_.pop_back();
        if (!open_.empty()) builder_.close_element();
      } else {
        visit(static_cast<const GumboNode*>(children->data[index++]));
      }
    }
    return builder_.memory() <= max_memory_;
  }
  Tree finish() { return builder_.finish(); }

 private:
  struct Open {
    const GumboVector* children;
    unsigned index;
  };

  void visit(const GumboNode* node) {
    switch (node->type) {
      case GUMBO_NODE_ELEMENT:
      case GUMBO_NODE_TEMPLATE:
        element(node->v.element);
        open_.push_back({children_of(node), 0});
        break;
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_CDATA:
      case GUMBO_NODE_WHITESPACE:
        builder_.add_text(restored(node->v.text.text));
        break;
      case GUMBO_NODE_DOCUMENT:
      case GUMBO_NODE_COMMENT:
        break;
    }
  }

  void element(const GumboElement& element) {
    builder_.open_element(name_of(element));
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
      const NameId name = name_of(attribute);  // first: it uses `restored` as well
      builder_.add_attribute(name, restored(attribute.value));
    }
  }

  NameId name_of(const GumboElement& element) {
    if (element.tag == GUMBO_TAG_UNKNOWN) {
      GumboStringPiece name = element.original_tag;
      gumbo_tag_from_original_text(&name);
      return builder_.intern(lower_ascii(restored({name.data, name.length})));
    }
    NameId& known = known_names_[element.tag];
    if (known == 0) known = builder_.intern(lower_ascii(gumbo_normalized_tagname(element.tag)));
    return known;
  }

  NameId name_of(const GumboAttribute& attribute) {
    std::string name = lower_ascii(restored(attribute.name));
    if (attribute.attr_namespace == GUMBO_ATTR_NAMESPACE_XLINK) name.insert(0, "xlink:");
    if (attribute.attr_namespace == GUMBO_ATTR_NAMESPACE_XML) name.insert(0, "xml:");
    return builder_.intern(name);
  }

  // The characters as the page had them; the view lasts until the next call.
  std::string_view restored(std::string_view text) {
    if (!page_.may_stand_for_another(text)) return text;
    restored_ = page_.restored(text);
    return restored_;
  }

  TreeBuilder builder_;
  const PreparedHtml& page_;
  const std::size_t max_memory_;
  std::string restored_;
  std::array<NameId, GUMBO_TAG_LAST + 1> known_names_{};
  std::vector<Open> open_;
};

Result<Tree> parse_prepared(const PreparedHtml& page, const ParseBudget& budget) {
  const std::size_t held = page.text.size() + page.whole.size();
  if (held > budget.max_memory) return too_complex(ParseStop::memory);
  GumboArena arena(budget, held);
  const GumboOutput* output = arena.parse(page.text.c_str(), page.text.size());
  if (output == nullptr) return too_complex(arena.stopped_by());

  TreeCopy copy(arena.nodes(), page, budget.max_memory - arena.held());
  if (!copy.run(output->document)) return too_complex(ParseStop::memory);
  return copy.finish();
}

Result<Tree> parse_valid(std::string_view utf8, const ParseBudget& budget, HiddenText hidden,
                         LongTexts texts) {
  const auto prepared = prepare_html(utf8, budget, hidden, texts);
  if (!prepared) return fail(prepared.error());
  return parse_prepared(*prepared, budget);
}

}  // namespace

Result<Tree> parse_html(std::string_view utf8, const ParseBudget& budget, HiddenText hidden,
                        LongTexts texts) {
  if (utf8.size() > budget.max_bytes) {
    return fail("too_large",
                "the page has " + std::to_string(utf8.size()) + " bytes of text, more than " +
                    std::to_string(budget.max_bytes),
                "watch a narrower page of the same listing");
  }
  // Gumbo reads past the end of a character that was cut off.
  if (!is_valid_utf8(utf8)) return parse_valid(valid_utf8(utf8), budget, hidden, texts);
  return parse_valid(utf8, budget, hidden, texts);
}

}  // namespace paperwatch
