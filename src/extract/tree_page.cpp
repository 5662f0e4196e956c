// SPDX-License-Identifier: MIT
#include "extract/tree_page.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/url.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

bool is_below(const Tree& tree, NodeId node, NodeId root) {
  return node >= root && node < tree[root].end;
}

// The address that relative links start from: the first <base href>, itself relative to the page.
std::string base_address(const Tree& tree, std::string_view address) {
  const NameId name = tree.is_html ? tree.find_name("base") : 0;
  if (name == 0) return std::string(address);
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    if (!tree.is_element(id) || tree[id].name != name) continue;
    const std::string_view* href = tree.attribute(id, "href");
    if (!href) continue;
    std::string base = resolve_url(*href, address);
    return base.empty() ? std::string(address) : base;
  }
  return std::string(address);
}

// As the URL standard reads an attribute: tabs and line ends are nothing, other blanks count.
std::string without_line_ends(std::string_view text) {
  std::string out(trim(text));
  std::erase_if(out, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return out;
}

}  // namespace

bool Scope::contains(const Tree& tree, NodeId node) const {
  const auto within = [&](NodeId root) { return is_below(tree, node, root); };
  if (std::any_of(hidden.begin(), hidden.end(), within)) return false;
  return std::any_of(tops.begin(), tops.end(), within);
}

TreePage::TreePage(const Tree& tree, std::string_view address)
    : tree_(tree), base_(base_address(tree, address)), matcher_(tree) {}

std::vector<Found> TreePage::find(const CompiledSelector& selector, const Scope& scope,
                                  std::size_t limit) {
  if (const CssSelector* css = selector.css()) return find_css(*css, scope, limit);
  if (const XPath* xpath = selector.xpath()) return find_xpath(*xpath, scope, limit);
  return {};
}

void TreePage::take(const CssSelector& selector, NodeId element, std::vector<Found>& out) const {
  const SelectorTarget& target = selector.target();
  switch (target.kind) {
    case SelectorTarget::Kind::element:
      out.push_back({element, {}});
      return;
    case SelectorTarget::Kind::own_text:
      out.push_back({no_node, own_text(tree_, element)});
      return;
    case SelectorTarget::Kind::attribute:
      break;
  }
  // An element without the attribute is none that the selector asks for.
  if (const auto* value = tree_.attribute(element, target.attribute))
    out.push_back({no_node, std::string(*value)});
}

std::vector<Found> TreePage::find_css(const CssSelector& selector, const Scope& scope,
                                      std::size_t limit) {
  std::vector<Found> out;
  const NodeId first = scope.tops.front();
  const NodeId meant = first == 0 ? no_node : first;
  const bool may_skip =
      !scope.hidden.empty() || selector.target().kind == SelectorTarget::Kind::attribute;
  for (const NodeId top : scope.tops) {
    const std::size_t wanted = may_skip ? all : limit - out.size();
    for (const NodeId element : matcher_.select(selector, top, meant, wanted)) {
      if (!scope.hidden.empty() && !scope.contains(tree_, element)) continue;
      take(selector, element, out);
      if (out.size() >= limit) return out;
    }
  }
  return out;
}

std::vector<Found> TreePage::find_xpath(const XPath& xpath, const Scope& scope, std::size_t limit) {
  std::vector<Found> out;
  if (!xpath_ && !trouble_) {
    auto built = XPathPage::build(tree_);
    if (built) {
      xpath_ = std::move(*built);
    } else {
      trouble_ = built.error();
    }
  }
  if (!xpath_) return out;
  for (const NodeId top : scope.tops) {
    XPathPage::Answer answer = xpath_->evaluate(xpath, top);
    if (answer.value && !answer.value->empty()) out.push_back({no_node, std::move(*answer.value)});
    for (XPathPage::Item& item : answer.items) {
      const bool inside = is_below(tree_, item.node, top) && scope.contains(tree_, item.node);
      if (inside) out.push_back({item.is_element ? item.node : no_node, std::move(item.text)});
      if (out.size() >= limit) return out;
    }
    if (out.size() >= limit) return out;
  }
  return out;
}

std::vector<NodeId> TreePage::elements(const CompiledSelector& selector, const Scope& scope,
                                       std::size_t limit) {
  std::vector<NodeId> out;
  for (const Found& found : find(selector, scope, limit)) {
    if (found.element != no_node) out.push_back(found.element);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string TreePage::text(const Scope& scope) const {
  return rendered_text(tree_, scope.tops, scope.hidden);
}

std::string TreePage::element_text(const CompiledField& field, NodeId element, const Scope& scope) {
  std::vector<NodeId> removed = scope.hidden;
  for (const CompiledSelector& selector : field.remove) {
    for (const NodeId id : elements(selector, {{element}, {}})) {
      if (id != element) removed.push_back(id);
    }
  }
  std::sort(removed.begin(), removed.end());
  removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
  return rendered_text(tree_, {element}, removed);
}

std::vector<std::string> TreePage::pick(const CompiledField& field,
                                        const CompiledSelector& selector, const Scope& scope,
                                        bool links) {
  std::vector<std::string> out;
  const bool is_link = links || field.shape == Shape::url;
  for (const Found& found : find(selector, scope, field.all ? all : 1)) {
    if (found.element == no_node) {
      out.push_back(is_link ? without_line_ends(found.text) : nfc(found.text));
      continue;
    }
    if (!field.each_select.empty()) {
      CompiledField part;
      part.remove = field.remove;
      std::vector<std::string> parts;
      for (const CompiledSelector& each : field.each_select) {
        for (std::string& text : pick(part, each, {{found.element}, scope.hidden})) {
          std::string clean = collapse_space(text);
          if (!clean.empty()) parts.push_back(std::move(clean));
        }
      }
      out.push_back(join(parts, field.each_join));
      continue;
    }
    const std::string_view* href = links ? tree_.attribute(found.element, "href") : nullptr;
    out.push_back(href ? without_line_ends(*href) : element_text(field, found.element, scope));
  }
  return out;
}

std::optional<Error> TreePage::trouble() const {
  if (trouble_) return trouble_;
  if (matcher_.exhausted() || (xpath_ && xpath_->exhausted())) {
    return Error{"too_complex",
                 "matching the selectors on this page takes more steps than a page may take",
                 "use simpler selectors: fewer :has(), :nth-last-*() and leading // "};
  }
  return std::nullopt;
}

}  // namespace paperwatch
