// SPDX-License-Identifier: MIT
#include "extract/steps.hpp"

#include <utility>

#include "base/text.hpp"

namespace paperwatch {

namespace {

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

void keep_matches(const Expression& expression, std::vector<std::string>& texts) {
  if (!expression) return;
  std::vector<std::string> kept;
  for (const std::string& text : texts) {
    if (auto found = first_match(*expression, text)) kept.push_back(std::move(*found));
  }
  texts = std::move(kept);
}

void substitute(const std::vector<Substitution>& substitutions, std::vector<std::string>& texts) {
  for (const Substitution& one : substitutions) {
    for (std::string& text : texts) {
      re2::RE2::GlobalReplace(&text, *one.pattern, piece(one.replacement));
    }
  }
}

void tidy(std::vector<std::string>& texts) {
  for (std::string& text : texts) text = collapse_space(text);
  std::erase(texts, std::string());
}

void append_parts(const re2::RE2& separator, std::string_view text,
                  std::vector<std::string>& parts) {
  std::size_t start = 0;
  std::size_t at = 0;
  re2::StringPiece found;
  while (at < text.size() &&
         separator.Match(piece(text), at, text.size(), re2::RE2::UNANCHORED, &found, 1)) {
    const auto from = static_cast<std::size_t>(found.data() - text.data());
    if (found.empty()) {  // an empty separator parts nothing
      at = from;
      if (at >= text.size()) break;
      next_character(text, at);
      continue;
    }
    parts.emplace_back(text.substr(start, from - start));
    start = at = from + found.size();
  }
  parts.emplace_back(text.substr(start));
}

void split_all(const Expression& separator, std::vector<std::string>& texts) {
  if (!separator) return;
  std::vector<std::string> parts;
  for (const std::string& text : texts) append_parts(*separator, text, parts);
  texts = std::move(parts);
}

}  // namespace

std::optional<std::string> first_match(const re2::RE2& expression, std::string_view text) {
  constexpr int most_groups = 16;
  re2::StringPiece groups[most_groups];
  const int wanted = std::min(expression.NumberOfCapturingGroups() + 1, most_groups);
  if (!expression.Match(piece(text), 0, text.size(), re2::RE2::UNANCHORED, groups, wanted)) {
    return std::nullopt;
  }
  for (int i = 1; i < wanted; ++i) {
    if (groups[i].data() != nullptr) return std::string(groups[i].data(), groups[i].size());
  }
  return std::string(groups[0].data(), groups[0].size());
}

bool matches(const re2::RE2& expression, std::string_view text) {
  return re2::RE2::PartialMatch(piece(text), expression);
}

std::vector<std::string> run_steps(const Steps& steps, std::vector<std::string> texts) {
  tidy(texts);
  keep_matches(steps.match, texts);
  substitute(steps.replace, texts);
  if (steps.match || !steps.replace.empty()) tidy(texts);
  split_all(steps.split, texts);
  if (steps.split) tidy(texts);
  keep_matches(steps.each_match, texts);
  substitute(steps.each_replace, texts);
  if (steps.each_match || !steps.each_replace.empty()) tidy(texts);
  if (!steps.join || texts.empty()) return texts;
  texts = {join(texts, *steps.join)};
  tidy(texts);
  return texts;
}

}  // namespace paperwatch
