// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "render/bibliography.hpp"
#include "render/bibliography_parts.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

std::string_view type_of(Publication publication) {
  switch (publication) {
    case Publication::article:
      return "JOUR";
    case Publication::in_proceedings:
      return "CPAPER";
    case Publication::preprint:
      return "UNPB";
    case Publication::other:
      return "GEN";
  }
  return "GEN";
}

void add(std::string& out, std::string_view tag, std::string_view value) {
  if (const auto text = single_line(value); !text.empty()) {
    out += fmt::format("{}  - {}\r\n", tag, text);
  }
}

std::string author_of(const std::string& author) {
  const auto name = person_name(author);
  return name.given.empty() ? name.family : fmt::format("{}, {}", name.family, name.given);
}

// YYYY/MM/DD/, with nothing between the slashes for what is not known.
std::string date_of(const DateParts& date) {
  return fmt::format("{:04}/{}/{}/", date.year, date.month ? fmt::format("{:02}", *date.month) : "",
                     date.day ? fmt::format("{:02}", *date.day) : "");
}

std::string record_of(const PaperRow& paper, const std::string& key) {
  const auto& fields = paper.fields;
  std::string out;
  add(out, "TY", type_of(publication_of(fields)));
  add(out, "ID", key);
  add(out, "TI", text_of(fields, "title"));
  for (const auto& author : list_of(fields, "authors")) add(out, "AU", author_of(author));
  if (const auto date = date_parts(fields)) {
    add(out, "PY", fmt::format("{:04}", date->year));
    if (date->month) add(out, "DA", date_of(*date));
  }
  add(out, "T2", text_of(fields, "venue"));
  add(out, "DO", text_of(fields, "doi"));
  if (const auto id = text_of(fields, "arxiv_id"); !id.empty()) {
    add(out, "AN", fmt::format("arXiv:{}", id));
  }
  add(out, "UR", text_of(fields, "url"));
  add(out, "L1", text_of(fields, "pdf"));
  for (const auto& subject : list_of(fields, "subjects")) add(out, "KW", subject);
  add(out, "AB", text_of(fields, "abstract"));
  add(out, "N1", text_of(fields, "comments"));
  return out + "ER  - \r\n";
}

}  // namespace

std::string render_ris(const std::vector<PaperRow>& papers) {
  const auto keys = citation_keys(papers);
  std::string out;
  for (std::size_t i = 0; i < papers.size(); ++i) out += record_of(papers[i], keys[i]);
  return out;
}

}  // namespace paperwatch
