// SPDX-License-Identifier: MIT
#include "serve/markup.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/url.hpp"

namespace paperwatch {

namespace {

constexpr std::array<std::string_view, 6> void_elements{"br", "input", "link", "meta", "img", "hr"};

// C0 controls are no HTML text, and a reader could take them for anything.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
}

}  // namespace

// No attribute's text holds a NUL.
const std::string absent(1, '\0');

Markup& Markup::add(const Markup& part) {
  text_ += part.text_;
  return *this;
}

Markup& Markup::add(std::string_view text) {
  append_escaped(text_, is_valid_utf8(text) ? std::string(text) : valid_utf8(text));
  return *this;
}

Markup& Markup::add(const std::vector<Markup>& parts) {
  for (const auto& part : parts) add(part);
  return *this;
}

Markup element_around(std::string_view name, const HtmlAttributes& attributes,
                      const Markup& inner) {
  Markup out;
  out.text_ += "<";
  out.text_ += name;
  for (const auto& attribute : attributes) {
    if (attribute.value == absent) continue;
    out.text_ += " ";
    out.text_ += attribute.name;
    out.text_ += "=\"";
    out.add(attribute.value);
    out.text_ += "\"";
  }
  out.text_ += ">";
  if (std::find(void_elements.begin(), void_elements.end(), name) != void_elements.end())
    return out;
  out.add(inner);
  out.text_ += "</";
  out.text_ += name;
  out.text_ += ">";
  return out;
}

Markup document_around(const Markup& html) {
  Markup out;
  out.text_ = "<!doctype html>\n" + html.text_ + "\n";
  return out;
}

Markup link(const std::string& path, const Markup& inner) {
  return el("a", {{"href", path}}, inner);
}

Markup link(const std::string& path, std::string_view text) {
  return link(path, markup(text));
}

Markup outside_link(const std::string& url, std::string_view text) {
  const auto parsed = parse_url(url);
  const bool safe = parsed && (parsed->scheme == "http" || parsed->scheme == "https");
  if (!safe) return markup(text);
  return el("a", {{"href", parsed->text()}, {"rel", "noopener noreferrer"}}, text);
}

}  // namespace paperwatch
