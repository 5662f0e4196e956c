// SPDX-License-Identifier: MIT
// HTML that cannot forget to escape: text becomes markup only by passing through here. Element and
// attribute names come from the program, everything else is text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
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
  friend Markup begin_element(std::string_view, const HtmlAttributes&);
  friend Markup end_element(Markup, std::string_view);
  friend Markup document_around(const Markup&);
  std::string text_;
};

// The parts of el(): the start tag, to which the content is added; and that with its end tag, which
// void elements do not have. An attribute whose value is `absent` is left out.
Markup begin_element(std::string_view name, const HtmlAttributes& attributes);
Markup end_element(Markup begun, std::string_view name);
extern const std::string absent;
// With the doctype before it.
Markup document_around(const Markup& html);

template <typename... Children>
Markup markup(const Children&... children) {
  Markup out;
  (out.add(children), ...);
  return out;
}

// <name attributes>children</name>
template <typename... Children>
Markup el(std::string_view name, const HtmlAttributes& attributes, const Children&... children) {
  Markup out = begin_element(name, attributes);
  (out.add(children), ...);
  return end_element(std::move(out), name);
}
template <typename... Children>
Markup el(std::string_view name, const Children&... children) {
  return el(name, HtmlAttributes{}, children...);
}

// A link to one of our own pages; `path` is already encoded.
Markup link(const std::string& path, const Markup& inner);
Markup link(const std::string& path, std::string_view text);
// A link to a place that somebody else named: only to http and https, else the text alone.
Markup outside_link(const std::string& url, std::string_view text);

}  // namespace paperwatch
