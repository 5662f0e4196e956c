// SPDX-License-Identifier: MIT
// Titles as keys: what typography, markup and catalogues add to a title is taken away.
#include <array>

#include <re2/re2.h>

#include "base/text.hpp"
#include "core/entities.hpp"
#include "core/keys.hpp"

namespace paperwatch {

namespace {

struct Accent {
  char latex;  // \'e
  char32_t combining;
};

constexpr std::array<Accent, 5> accents = {
    {{'\'', U'\u0301'}, {'`', U'\u0300'}, {'^', U'\u0302'}, {'"', U'\u0308'}, {'~', U'\u0303'}}};

// Only elements that titles are set with: `std::vector<int>` is text.
std::string without_tags(std::string text) {
  if (text.find('<') == text.npos) return text;
  static const RE2 block("(?i)</?(?:p|br|div)(?:\\s[^<>]*)?/?>");
  static const RE2 inline_tag(
      "(?i)</?(?:i|b|em|strong|sub|sup|inf|span|tt|u|s|sc|scp|small|big|font|a|code|var|cite|q|"
      "italic|bold|roman|tex-math|inline-formula|jats:[a-z-]+|mml:[a-z]+|math|m(?:i|n|o|row|sub|"
      "sup|"
      "subsup|text|frac|sqrt|over|under|style|space|fenced))(?:\\s[^<>]*)?/?>");
  RE2::GlobalReplace(&text, block, " ");
  RE2::GlobalReplace(&text, inline_tag, "");
  return text;
}

// "\'{e}" and "\'e" → e with a combining acute.
std::string with_latex_accents(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Accent* accent = nullptr;
    for (const auto& known : accents) {
      if (text[i] == '\\' && i + 2 < text.size() && known.latex == text[i + 1]) accent = &known;
    }
    const std::size_t letter = accent != nullptr && text[i + 2] == '{' ? i + 3 : i + 2;
    const bool is_letter = accent != nullptr && letter < text.size() &&
                           ((text[letter] | 0x20) >= 'a' && (text[letter] | 0x20) <= 'z');
    if (accent == nullptr || !is_letter) {
      out += text[i];
      continue;
    }
    out += text[letter];
    append_utf8(out, accent->combining);
    i = letter;
  }
  return out;
}

std::string without_latex(std::string text) {
  if (text.find_first_of("\\$^_{}") == text.npos) return text;
  static const RE2 style(
      "\\\\(?:emph|text[a-z]{2}|texttt|textrm|mathcal|mathbb|mathbf|mathrm|mathit|mathsf|rm|it|bf|"
      "sc|em)"
      "(?:\\s+|\\b)");
  static const RE2 script("\\$?[_^](\\$|\\{)");
  static const RE2 script_in_math("\\$[_^]");
  text = with_latex_accents(text);
  RE2::GlobalReplace(&text, style, "");
  RE2::GlobalReplace(&text, script, "");
  RE2::GlobalReplace(&text, script_in_math, "");
  std::erase_if(text, [](char c) { return c == '$' || c == '{' || c == '}'; });
  return text;
}

}  // namespace

std::string title_key(std::string_view title) {
  // Feeds of arXiv used to end titles in "(arXiv:2305.01234v1 [cs.LG])".
  static const RE2 arxiv_suffix("(?i)\\s*\\(arxiv:[^()]*\\)\\s*$");
  static const RE2 label("(?i)^\\s*title\\s*:\\s*");
  std::string text = without_tags(without_entities(valid_utf8(title)));
  if (text.find(')') != text.npos) RE2::Replace(&text, arxiv_suffix, "");
  if (text.find(':') != text.npos) RE2::Replace(&text, label, "");
  text = without_withdrawal_marker(text);
  return fold_words(nfc(without_latex(without_invisible(text))));
}

}  // namespace paperwatch
