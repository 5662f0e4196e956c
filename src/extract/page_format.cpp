// SPDX-License-Identifier: MIT
#include "extract/page_format.hpp"

#include <re2/re2.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t looked_at = 2048;  // bytes from the beginning

re2::StringPiece beginning(std::string_view text) {
  const std::string_view start = trim(text).substr(0, looked_at);
  return {start.data(), start.size()};
}

// The first element's name, whatever stands before it.
std::string first_element(std::string_view text) {
  static const re2::RE2 expression(
      R"((?s)^(?:\s|<\?.*?\?>|<!--.*?-->|<!(?i:doctype)[^\[>]*(?:\[.*?\])?[^>]*>)*<([A-Za-z][\w.:-]*))");
  std::string name;
  re2::RE2::PartialMatch(beginning(text), expression, &name);
  return name;
}

bool has_html_doctype(std::string_view text) {
  static const re2::RE2 expression(R"((?i)<!doctype\s+html)");
  return re2::RE2::PartialMatch(beginning(text), expression);
}

}  // namespace

bool looks_like_html(std::string_view text) {
  return has_html_doctype(text) || lower_ascii(first_element(text)) == "html";
}

Format page_format(std::string_view text, std::string_view content_type, Format rules,
                   bool has_pointers) {
  const std::string_view start = trim(text);
  const bool json = start.starts_with("{") || start.starts_with("[");
  if (rules == Format::feed) return json ? Format::json : Format::xml;
  if (rules != Format::automatic) return rules;
  if (has_pointers) return Format::json;
  if (looks_like_html(text)) return Format::html;
  static const re2::RE2 xml_root(R"(^(?:rss|feed|rdf:RDF|RDF|OAI-PMH|channel|opml|urlset)$)");
  if (start.starts_with("<?xml") || re2::RE2::FullMatch(first_element(text), xml_root))
    return Format::xml;
  const std::string type = lower_ascii(content_type);
  const bool xml_type =
      type.find("/xml") != std::string::npos || type.find("+xml") != std::string::npos;
  return xml_type && type.find("xhtml") == std::string::npos ? Format::xml : Format::html;
}

}  // namespace paperwatch
