// SPDX-License-Identifier: MIT
#include "base/ascii.hpp"
#include "base/url.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

constexpr std::string_view hex_digits = "0123456789ABCDEF";

// What each set adds to the C0 control set (controls and everything above ~).
constexpr std::string_view extra(UrlPart part) {
  switch (part) {
    case UrlPart::fragment:
      return " \"<>`";
    case UrlPart::query:
      return " \"#<>";
    case UrlPart::special_query:
      return " \"#<>'";
    case UrlPart::path:
      return " \"#<>?^`{}";
    case UrlPart::userinfo:
      return " \"#<>?^`{}/:;=@[\\]|";
  }
  return {};
}

int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_encode_unless(std::string_view text, const auto& stays) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (stays(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += hex_digits[byte >> 4U];
    out += hex_digits[byte & 0xFU];
  }
  return out;
}

}  // namespace

std::string percent_encode(std::string_view text, UrlPart part) {
  const std::string_view set = extra(part);
  return percent_encode_unless(text, [set](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x1F && byte < 0x7F && set.find(c) == std::string_view::npos;
  });
}

std::string percent_encode(std::string_view text, std::string_view kept) {
  return percent_encode_unless(
      text, [kept](char c) { return is_ascii_word(c) || kept.find(c) != std::string_view::npos; });
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
                        hex_value(text[i + 2]) >= 0;
    if (!escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
    i += 2;
  }
  return out;
}

std::string without_login(std::string_view text) {
  auto url = parse_url(text);
  if (!url) return {};
  url->username.clear();
  url->password.clear();
  return url->text();
}

std::string stored_address(const std::string& url) {
  return url.find('@') == std::string::npos ? url : without_login(url);
}

}  // namespace paperwatch
