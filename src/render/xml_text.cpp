// SPDX-License-Identifier: MIT
#include "render/xml_text.hpp"

#include "base/eight.hpp"

namespace paperwatch {

namespace {

enum class XmlPlace { content, attribute };

// "" stands for itself.
std::string_view escape_of(char c, XmlPlace place) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return place == XmlPlace::content ? "&gt;" : "";
    case '"':
      return place == XmlPlace::attribute ? "&quot;" : "";
    default:
      return {};
  }
}

// Nothing but characters that stand for themselves anywhere.
bool is_plain_xml(const Eight& eight) {
  return eight.is_ascii() &&
         (eight.equal('&') | eight.equal('<') | eight.equal('>') | eight.equal('"')) == 0;
}

void append_escaped(std::string& out, std::string_view text, XmlPlace place) {
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % Eight::size == 0) i = skip_eights(text, i, is_plain_xml);
    if (i == text.size()) break;
    const auto escape = escape_of(text[i], place);
    if (escape.empty()) continue;
    out.append(text, copied, i - copied).append(escape);
    copied = i + 1;
  }
  out.append(text, copied);
}

}  // namespace

void append_xml_content(std::string& out, std::string_view text) {
  append_escaped(out, text, XmlPlace::content);
}

XmlText::XmlText() : out_("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n") {}

void XmlText::begin(std::string_view name, Attributes attributes) {
  out_.append(depth_, ' ').append("<").append(name);
  for (const auto& [key, value] : attributes) {
    out_.append(" ").append(key).append("=\"");
    append_escaped(out_, value, XmlPlace::attribute);
    out_ += '"';
  }
}

void XmlText::open(std::string_view name, Attributes attributes) {
  begin(name, attributes);
  out_ += ">\n";
  ++depth_;
}

void XmlText::close(std::string_view name) {
  --depth_;
  out_.append(depth_, ' ').append("</").append(name).append(">\n");
}

void XmlText::element(std::string_view name, std::string_view text, Attributes attributes) {
  begin(name, attributes);
  out_ += '>';
  append_xml_content(out_, text);
  out_.append("</").append(name).append(">\n");
}

void XmlText::empty_element(std::string_view name, Attributes attributes) {
  begin(name, attributes);
  out_ += " />\n";
}

}  // namespace paperwatch
