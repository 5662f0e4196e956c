// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>

#include <re2/re2.h>

#include "base/text.hpp"
#include "extract/feed_template.hpp"
#include "extract/html.hpp"
#include "extract/text.hpp"

namespace paperwatch {

namespace {

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

std::string person(std::string_view written) {
  static const re2::RE2 mail_first(R"(^\s*\S+@\S+\s*\((.+)\)\s*$)");
  static const re2::RE2 mail_last(R"(^\s*(.+?)\s*[<(]\s*(?:mailto:)?\S+@\S+\s*[>)]\s*$)");
  std::string name;
  if (re2::RE2::FullMatch(piece(written), mail_first, &name) ||
      re2::RE2::FullMatch(piece(written), mail_last, &name)) {
    return collapse_space(name);
  }
  return collapse_space(written);
}

// A name written out: two words or more, not initials alone ("van der Berg, J. W." is one person).
bool is_full_name(std::string_view text) {
  static const re2::RE2 initials(R"(^(?:\pL(?:\.[- ]?|[- ]|$))+$)");
  return text.find(' ') != std::string_view::npos && !re2::RE2::FullMatch(piece(text), initials) &&
         !re2::RE2::PartialMatch(piece(text), R"(^(?i:jr|sr|phd|md|ii|iii)\b)");
}

std::vector<std::string> parts(std::string_view text, const re2::RE2& separator) {
  std::string marked(text);
  re2::RE2::GlobalReplace(&marked, separator, "\x1f");
  std::vector<std::string> out;
  for (const std::string& part : split(marked, '\x1f')) {
    std::string clean = collapse_space(part);
    if (!clean.empty()) out.push_back(std::move(clean));
  }
  return out;
}

void append_people(std::string_view written, std::vector<std::string>& out) {
  static const re2::RE2 semicolon(R"(\s*;\s*)");
  static const re2::RE2 comma(R"(\s*,\s+(?:and\s+|&\s+)?|\s+and\s+|\s+&\s+)");
  const std::string name = person(written);
  auto people = parts(name, semicolon);
  if (people.size() == 1) {
    people = parts(name, comma);
    if (!std::all_of(people.begin(), people.end(), is_full_name)) people = {name};
  }
  std::move(people.begin(), people.end(), std::back_inserter(out));
}

}  // namespace

std::string text_of_html(std::string_view html) {
  if (html.find_first_of("<&") == std::string_view::npos) return collapse_space(nfc(html));
  const Result<Tree> tree = parse_html(html);
  if (!tree) return collapse_space(nfc(html));
  return rendered_text(*tree, {0});
}

std::string text_in_base64(std::string_view base64) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : base64) {
    if (c == '=' || c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return {};
    held = (held << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(held >> static_cast<unsigned>(bits) & 0xFFU);
  }
  return is_valid_utf8(out) && out.find('\0') == std::string::npos ? out : std::string();
}

std::vector<std::string> feed_people(const std::vector<std::string>& written) {
  std::vector<std::string> out;
  for (const std::string& one : written) {
    if (written.size() > 1) {
      out.push_back(person(one));
    } else {
      append_people(one, out);
    }
  }
  std::erase(out, std::string());
  return out;
}

std::string feed_abstract(std::string_view text) {
  static const re2::RE2 announcement(R"(^arXiv:\S+ Announce Type: \S+ Abstract: )");
  std::string out(text);
  re2::RE2::Replace(&out, announcement, "");
  return out;
}

}  // namespace paperwatch
