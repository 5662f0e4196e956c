// SPDX-License-Identifier: MIT
// HTML that cannot forget to escape: text becomes markup only by passing through here. Element and
// attribute names come from the program, everything else is text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace paperwatch {

struct HtmlAttribute {
  std::string_view name;
  std::string value;
};
using HtmlAttributes = std::vector<HtmlAttribute>;

// Finished markup. What is added as text is escaped, what is added as markup is not.
class Markup {
 public:
  Markup() = default;

  Markup& add(const Markup& part);
  Markup& add(std::string_view text);
  Markup& add(const std::string& text) { return add(std::string_view(text)); }
  Markup& add(const char* text) { return add(std::string_view(text)); }
  Markup& add(const std::vector<Markup>& parts);

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  friend Markup element_around(std::string_view, const HtmlAttributes&, const Markup&);
  friend Markup document_around(const Markup&);
  std::string text_;
};

// <name attributes>inner</name>; void elements have no end tag. An attribute whose value is
// `absent` is left out.
Markup element_around(std::string_view name, const HtmlAttributes& attributes, const Markup& inner);
extern const std::string absent;
// With the doctype before it.
Markup document_around(const Markup& html);

template <typename... Children>
Markup markup(const Children&... children) {
  Markup out;
  (out.add(children), ...);
  return out;
}

template <typename... Children>
Markup el(std::string_view name, const HtmlAttributes& attributes, const Children&... children) {
  return element_around(name, attributes, markup(children...));
}
template <typename... Children>
Markup el(std::string_view name, const Children&... children) {
  return element_around(name, {}, markup(children...));
}

// A link to one of our own pages; `path` is already encoded.
Markup link(const std::string& path, const Markup& inner);
Markup link(const std::string& path, std::string_view text);
// A link to a place that somebody else named: only to http and https, else the text alone.
Markup outside_link(const std::string& url, std::string_view text);

}  // namespace paperwatch
