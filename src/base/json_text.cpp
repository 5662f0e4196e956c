// SPDX-License-Identifier: MIT
#include "base/json_text.hpp"

#include <fmt/format.h>

#include "base/eight.hpp"
#include "base/text.hpp"

namespace paperwatch {

namespace {

bool is_plain(char c) {
  return c >= ' ' && c != '"' && c != '\\' && c != 0x7F;
}

bool is_plain(const Eight& eight) {
  return eight.is_ascii() &&
         (eight.below(' ') | eight.equal('"') | eight.equal('\\') | eight.equal(0x7F)) == 0;
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\f':
      out += "\\f";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    case 0x7F:
      out += c;
      break;
    default:
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out.reserve(out.size() + text.size() + 2);
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    i = skip_eights(text, i, [](const Eight& eight) { return is_plain(eight); });
    while (i < text.size() && is_plain(text[i])) ++i;
    out += text.substr(start, i - start);
    if (i == text.size()) break;
    if (static_cast<signed char>(text[i]) >= 0) {
      append_escaped(out, text[i++]);
    } else {
      append_utf8(out, next_character(text, i));
    }
  }
  out += '"';
}

}  // namespace paperwatch
