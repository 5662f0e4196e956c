// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "core/keys.hpp"
#include "extract/bibtex.hpp"
#include "extract/metadata_readers.hpp"

namespace paperwatch {

namespace {

// What describes no work, though it looks like an entry.
bool is_work(const BibtexEntry& entry) {
  static constexpr std::array<std::string_view, 3> others{"comment", "preamble", "string"};
  return std::find(others.begin(), others.end(), entry.type) == others.end() &&
         entry.fields.contains("title");
}

std::string field(const BibtexEntry& entry, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto found = entry.fields.find(name);
    if (found == entry.fields.end()) continue;
    std::string text = text_of_tex(found->second);
    if (!text.empty()) return text;
  }
  return {};
}

// "von Lee, Jr, Ann" is Ann von Lee Jr; a name in braces of its own is nobody's to turn around.
std::string name_of_tex(std::string_view tex) {
  std::vector<std::string> parts;
  for (const std::string& part : split_outside_braces(tex, ",")) parts.push_back(text_of_tex(part));
  if (parts.size() == 3) return collapse_space(parts[2] + " " + parts[0] + " " + parts[1]);
  if (parts.size() == 2) return collapse_space(parts[1] + " " + parts[0]);
  return text_of_tex(tex);
}

std::vector<std::string> people(const BibtexEntry& entry) {
  std::vector<std::string> out;
  const auto found = entry.fields.find("author");
  if (found == entry.fields.end()) return out;
  // Line ends around "and" are blanks; braces have to survive.
  for (const std::string& one : split_outside_braces(collapse_space(found->second), " and ")) {
    std::string name = name_of_tex(one);
    if (!name.empty() && name != "others") out.push_back(std::move(name));
  }
  return out;
}

// "mar", "March", "3" → "-03"; "" for what is no month.
std::string month_part(std::string_view text) {
  static constexpr std::array<std::string_view, 12> months{
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
  const std::string lower = lower_ascii(text);
  for (std::size_t i = 0; i < months.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    if (lower.starts_with(months[i]) || lower == number || lower == "0" + number)
      return (i < 9 ? "-0" : "-") + number;
  }
  return {};
}

std::string date(const BibtexEntry& entry) {
  std::string whole = field(entry, {"date"});
  if (!whole.empty()) return whole;
  const std::string year = field(entry, {"year"});
  return year.empty() ? year : year + month_part(field(entry, {"month"}));
}

std::vector<std::string> keywords(const BibtexEntry& entry) {
  const std::string text = field(entry, {"keywords"});
  return split(text, text.find(';') == std::string::npos ? ',' : ';');
}

StatedFields stated(const BibtexEntry& entry) {
  StatedFields out;
  out["title"] = {field(entry, {"title"})};
  out["authors"] = people(entry);
  out["abstract"] = {field(entry, {"abstract"})};
  out["venue"] = {field(entry, {"journal", "journaltitle", "booktitle", "school", "institution"})};
  out["date"] = {date(entry)};
  out["doi"] = {field(entry, {"doi"})};
  out["url"] = {field(entry, {"url"})};
  out["pdf"] = {field(entry, {"pdf"})};
  out["subjects"] = keywords(entry);
  const std::string eprint = field(entry, {"eprint"});
  if (arxiv_id(eprint)) out["arxiv_id"] = {eprint};
  return out;
}

}  // namespace

std::vector<StatedFields> read_bibtex(std::string_view text) {
  std::vector<StatedFields> out;
  for (const BibtexEntry& entry : parse_bibtex(text)) {
    if (is_work(entry)) out.push_back(stated(entry));
  }
  return out;
}

}  // namespace paperwatch
