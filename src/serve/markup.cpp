// SPDX-License-Identifier: MIT
#include "serve/markup.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/url.hpp"

namespace paperwatch {

namespace {

constexpr std::array<std::string_view, 6> void_elements{"br", "input", "link", "meta", "img", "hr"};

// What a character is written as. C0 controls are no HTML text, and a reader could take them for
// anything: they are written as nothing.
constexpr std::string_view escaped(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return c == '\'' ? "&#39;" : "";
  }
}

constexpr std::array<bool, 256> make_plain() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0; byte < plain.size(); ++byte) {
    const auto c = static_cast<char>(byte);
    plain[byte] = (byte >= 0x20 || c == '\n' || c == '\t') && escaped(c).empty();
  }
  return plain;
}
constexpr auto plain = make_plain();

bool is_plain(char c) {
  return plain[static_cast<unsigned char>(c)];
}

void append_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const auto special = std::find_if_not(text.begin(), text.end(), is_plain);
    out.append(text.begin(), special);
    if (special == text.end()) return;
    out += escaped(*special);
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()) + 1);
  }
}

bool is_void(std::string_view name) {
  return std::find(void_elements.begin(), void_elements.end(), name) != void_elements.end();
}

}  // namespace

// No attribute's text holds a NUL.
const std::string absent(1, '\0');

Markup& Markup::add(const Markup& part) {
  text_ += part.text_;
  return *this;
}

Markup& Markup::add(std::string_view text) {
  if (is_valid_utf8(text)) {
    append_escaped(text_, text);
  } else {
    append_escaped(text_, valid_utf8(text));
  }
  return *this;
}

Markup& Markup::add(const std::vector<Markup>& parts) {
  for (const auto& part : parts) add(part);
  return *this;
}

Markup begin_element(std::string_view name, const HtmlAttributes& attributes) {
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
  return out;
}

Markup end_element(Markup begun, std::string_view name) {
  if (is_void(name)) return begun;
  begun.text_ += "</";
  begun.text_ += name;
  begun.text_ += ">";
  return begun;
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
