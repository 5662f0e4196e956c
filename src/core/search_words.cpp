// SPDX-License-Identifier: MIT
#include "core/search_words.hpp"

#include "base/text.hpp"

namespace paperwatch {

namespace {

void append_text(std::string& out, std::string_view text) {
  for (const auto& word : search_words(text)) {
    if (!out.empty()) out += ' ';
    out += word;
  }
}

void append_value(std::string& out, const Value& value) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    for (const auto& element : *list) append_text(out, element);
  } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
    append_text(out, std::to_string(*number));
  } else {
    append_text(out, std::get<std::string>(value));
  }
}

}  // namespace

bool is_written_without_blanks(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) ||
         (c >= 0x1780 && c <= 0x17FF) || c >= 0x2E80;
}

std::vector<std::string> search_words(std::string_view text) {
  const std::string folded = fold_words(text);
  std::vector<std::string> words;
  bool continues = false;
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t start = at;
    const char32_t c = next_character(folded, at);
    const bool stands_alone = is_written_without_blanks(c);
    if (c != ' ') {
      if (!continues || stands_alone) words.emplace_back();
      words.back().append(folded, start, at - start);
    }
    continues = c != ' ' && !stands_alone;
  }
  return words;
}

bool has_search_words(std::string_view field) {
  return field != "url" && field != "pdf";
}

std::string search_text(const Fields& fields) {
  std::string text;
  for (const auto& [name, value] : fields)
    if (has_search_words(name)) append_value(text, value);
  return text;
}

}  // namespace paperwatch
