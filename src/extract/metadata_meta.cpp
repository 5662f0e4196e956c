// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "extract/metadata_readers.hpp"

namespace paperwatch {

namespace {

struct Tag {
  std::string_view name, field;
};

// Of several tags that give one field the first on the page wins, but for lists.
constexpr std::array<Tag, 20> tags{{{"citation_title", "title"},
                                    {"citation_author", "authors"},
                                    {"citation_authors", "authors"},
                                    {"citation_abstract", "abstract"},
                                    {"citation_publication_date", "date"},
                                    {"citation_date", "date"},
                                    {"citation_online_date", "date"},
                                    {"citation_cover_date", "date"},
                                    {"citation_year", "date"},
                                    {"citation_journal_title", "venue"},
                                    {"citation_conference_title", "venue"},
                                    {"citation_conference", "venue"},
                                    {"citation_inbook_title", "venue"},
                                    {"citation_dissertation_institution", "venue"},
                                    {"citation_technical_report_institution", "venue"},
                                    {"citation_doi", "doi"},
                                    {"citation_arxiv_id", "arxiv_id"},
                                    {"citation_abstract_html_url", "url"},
                                    {"citation_pdf_url", "pdf"},
                                    {"citation_keywords", "subjects"}}};

std::string_view field_of(std::string_view name) {
  const std::string lower = lower_ascii(trim(name));
  const auto found =
      std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == lower; });
  return found == tags.end() ? std::string_view() : found->field;
}

}  // namespace

std::string given_name_first(std::string_view name) {
  static constexpr std::array<std::string_view, 7> suffixes{"jr",  "sr", "ii", "iii",
                                                            "phd", "md", "iv"};
  const std::size_t comma = name.find(',');
  if (comma == std::string_view::npos || name.find(',', comma + 1) != std::string_view::npos)
    return collapse_space(name);
  const std::string given = collapse_space(name.substr(comma + 1));
  std::string bare = lower_ascii(given);
  std::erase(bare, '.');
  const bool is_suffix = std::find(suffixes.begin(), suffixes.end(), bare) != suffixes.end();
  if (given.empty() || is_suffix) return collapse_space(name);
  return given + " " + collapse_space(name.substr(0, comma));
}

bool is_stated_field(std::string_view name) {
  return name == "version" ||
         std::any_of(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.field == name; });
}

void add_citation_meta(std::string_view name, std::string_view content, StatedFields& fields) {
  const std::string_view field = field_of(name);
  const std::string text = collapse_space(nfc(content));
  if (field.empty() || text.empty()) return;
  auto& texts = fields[std::string(field)];
  if (field == "authors" || field == "subjects") {
    for (const std::string& part : split(text, ';'))
      texts.push_back(field == "authors" ? given_name_first(part) : collapse_space(part));
  } else if (texts.empty()) {
    texts.push_back(text);
  }
}

}  // namespace paperwatch
