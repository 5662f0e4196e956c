// SPDX-License-Identifier: MIT
#include "core/search_words.hpp"

#include "base/text.hpp"

namespace paperwatch {

namespace {

// Hands out the words one after the other, each valid for the call only.
void for_each_word(std::string_view text, const auto& take) {
  const std::string folded = fold_words(text);
  const std::string_view words = folded;
  std::size_t word = 0, at = 0;
  const auto end_word = [&](std::size_t end) {
    if (end > word) take(words.substr(word, end - word));
    word = end;
  };
  while (at < words.size()) {
    const std::size_t start = at;
    if (static_cast<signed char>(words[at]) > 0) {
      if (words[at++] != ' ') continue;
      end_word(start);
      word = at;
    } else if (is_written_without_blanks(next_character(words, at))) {
      end_word(start);
      end_word(at);
    }
  }
  end_word(at);
}

void append_text(std::string& out, std::string_view text) {
  for_each_word(text, [&](std::string_view word) {
    if (!out.empty()) out += ' ';
    out += word;
  });
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
  std::vector<std::string> words;
  for_each_word(text, [&](std::string_view word) { words.emplace_back(word); });
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
