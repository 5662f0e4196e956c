// SPDX-License-Identifier: MIT
#include "render/bibliography_parts.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/dates.hpp"
#include "render/bibliography.hpp"
#include "render/query_dates.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

constexpr std::array<std::string_view, 7> meetings{
    "proc. ", "proceedings", "conference", "workshop", "symposium", "congress", "meeting"};
constexpr std::array<std::string_view, 6> groups{"collaboration", "consortium", " team",
                                                 " group",        " project",   "committee"};

bool has_any(std::string_view text, const auto& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](auto word) { return contains_ignoring_case(text, word); });
}

bool starts_lower(const std::string& word) {
  return !word.empty() && word[0] >= 'a' && word[0] <= 'z';
}

bool is_suffix(const std::string& word) {
  return word == "Jr." || word == "Jr" || word == "Sr." || word == "II" || word == "III";
}

std::string cited_as(const PaperRow& paper) {
  if (!paper.key.starts_with("arxiv:") && !paper.key.starts_with("doi:")) {
    return fmt::format("paper-{}", paper.id);
  }
  std::string out;
  for (const char c : paper.key) {
    const bool plain = is_ascii_word(c) || c == '.' || c == '_';
    out += plain ? c : '-';
  }
  return out;
}

}  // namespace

std::vector<std::string> citation_keys(const std::vector<PaperRow>& papers) {
  std::vector<std::string> keys;
  std::set<std::string> used;
  for (const auto& paper : papers) {
    auto key = cited_as(paper);
    if (!used.insert(key).second) used.insert(key += fmt::format("-{}", paper.id));
    keys.push_back(std::move(key));
  }
  return keys;
}

Publication publication_of(const Fields& fields) {
  const auto venue = text_of(fields, "venue");
  if (!venue.empty()) {
    return has_any(venue, meetings) ? Publication::in_proceedings : Publication::article;
  }
  return text_of(fields, "arxiv_id").empty() ? Publication::other : Publication::preprint;
}

PersonName person_name(std::string_view text) {
  const auto name = single_line(text);
  if (has_any(name, groups)) return {name, ""};
  if (const auto comma = name.find(','); comma != std::string::npos) {
    return {std::string(trim(std::string_view(name).substr(0, comma))),
            std::string(trim(std::string_view(name).substr(comma + 1)))};
  }
  const auto words = split(name, ' ');
  if (words.size() == 1) return {name, ""};
  std::size_t family = words.size() - 1;
  if (is_suffix(words[family]) && family > 1) --family;
  while (family > 1 && starts_lower(words[family - 1])) --family;
  const auto cut = words.begin() + static_cast<std::ptrdiff_t>(family);
  return {join({cut, words.end()}, " "), join({words.begin(), cut}, " ")};
}

std::optional<DateParts> date_parts(const Fields& fields) {
  std::string date(text_of(fields, "date"));
  // A rule of another type keeps a date as the page writes it.
  if (!date_span(date)) date = iso_date(date).value_or("");
  if (date.empty()) {
    const auto year = number_of(fields, "year");
    return year ? std::optional(DateParts{static_cast<int>(*year), {}, {}}) : std::nullopt;
  }
  DateParts parts{std::atoi(date.substr(0, 4).c_str()), {}, {}};
  if (date.size() >= 7) parts.month = std::atoi(date.substr(5, 2).c_str());
  if (date.size() >= 10) parts.day = std::atoi(date.substr(8, 2).c_str());
  return parts;
}

}  // namespace paperwatch
