// SPDX-License-Identifier: MIT
#include "extract/value.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "core/dates.hpp"
#include "core/keys.hpp"

namespace paperwatch {

namespace {

// The one year that a text names: four digits that stand alone. Two different ones are none.
std::optional<std::int64_t> named_year(std::string_view text) {
  std::optional<std::int64_t> year;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_ascii_digit(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    std::int64_t value = 0;
    for (; end < text.size() && is_ascii_digit(text[end]); ++end) {
      if (end - at < 5) value = value * 10 + (text[end] - '0');
    }
    const bool is_year = end - at == 4 && value >= 1500 && value <= 2199;
    if (is_year && year && *year != value) return std::nullopt;
    if (is_year) year = value;
    at = end;
  }
  return year;
}

std::optional<std::int64_t> year_in(std::string_view text) {
  if (const auto whole = whole_integer(text)) return whole;
  return named_year(text);
}

// A DOI as the page writes it, without what surrounds it. Its letters' case is kept: folding is
// for comparing and storing.
std::optional<std::string> written_doi(std::string_view text) {
  const auto bare = bare_doi(text);
  if (!bare) return std::nullopt;
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  const auto found = std::search(text.begin(), text.end(), bare->begin(), bare->end(), same);
  if (found == text.end()) return bare;
  return std::string(found, found + static_cast<std::ptrdiff_t>(bare->size()));
}

ShapedValue kept_or_reported(std::optional<Value> value, const std::string& text, bool keep_text) {
  ShapedValue shaped{std::move(value), {}, {}};
  if (shaped.value) return shaped;
  shaped.unreadable.push_back(text);
  if (keep_text) shaped.value = text;
  return shaped;
}

template <typename T>
std::optional<Value> as_value(std::optional<T> found) {
  if (!found) return std::nullopt;
  return Value(std::move(*found));
}

std::optional<Value> link(std::string_view text, std::string_view base) {
  std::string url = resolve_url(text, base);
  if (url.empty()) return std::nullopt;
  return Value(std::move(url));
}

ShapedValue bare_arxiv_id(const std::string& text) {
  const auto found = arxiv_id(text);
  if (!found) return {std::nullopt, {text}, {}};
  return {Value(found->id), {}, found->version};
}

}  // namespace

std::optional<std::int64_t> whole_integer(std::string_view text) {
  std::string digits;
  const bool negative = text.starts_with("-");
  for (std::size_t at = negative ? 1 : 0; at < text.size();) {
    const char32_t c = next_character(text, at);
    const bool separates = c == ',' || c == '.' || c == '\'' || c == 0x2019 || is_space(c);
    if (is_ascii_digit(c)) {
      digits += static_cast<char>(c);
    } else if (!separates || digits.empty()) {
      return std::nullopt;
    } else {
      // A separator of thousands has three digits behind it, and then no further one.
      std::size_t run = 0;
      while (at + run < text.size() && is_ascii_digit(text[at + run])) ++run;
      if (run != 3) return std::nullopt;
    }
  }
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc() || stop != end) return std::nullopt;
  return negative ? -value : value;
}

Shape shape_of(std::string_view field, ValueType type, bool many) {
  if (field == "authors" || field == "subjects") return Shape::list;
  if (field == "year") return Shape::year;
  if (field == "url" || field == "pdf") return Shape::url;
  if (field == "doi") return Shape::doi;
  if (field == "arxiv_id") return Shape::arxiv_id;
  switch (type) {
    case ValueType::text:
      return Shape::text;
    case ValueType::integer:
      return Shape::integer;
    case ValueType::date:
      return Shape::date;
    case ValueType::list:
      return Shape::list;
    case ValueType::automatic:
      break;
  }
  if (field == "date") return Shape::date;
  static constexpr std::string_view texts[] = {"title",  "abstract", "venue",
                                               "source", "comments", "section"};
  const bool is_text = std::find(std::begin(texts), std::end(texts), field) != std::end(texts);
  return many && !is_text ? Shape::list : Shape::text;
}

ShapedValue shape_value(Shape shape, const std::vector<std::string>& texts, std::string_view base) {
  if (texts.empty()) return {};
  const std::string& first = texts.front();
  switch (shape) {
    case Shape::text:
      return {Value(join(texts, " ")), {}, {}};
    case Shape::list:
      return {Value(texts), {}, {}};
    case Shape::url:
      return kept_or_reported(link(first, base), first, false);
    case Shape::doi:
      return kept_or_reported(as_value(written_doi(first)), first, false);
    case Shape::arxiv_id:
      return bare_arxiv_id(first);
    case Shape::year:
      return kept_or_reported(as_value(year_in(first)), first, false);
    case Shape::integer:
      return kept_or_reported(as_value(whole_integer(first)), first, true);
    case Shape::date:
      return kept_or_reported(as_value(iso_date(first)), first, true);
  }
  return {};
}

}  // namespace paperwatch
