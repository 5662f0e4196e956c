// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "base/text.hpp"
#include "render/bibliography.hpp"
#include "render/bibliography_parts.hpp"
#include "render/json.hpp"

namespace paperwatch {

namespace {

std::string_view type_of(Publication publication) {
  switch (publication) {
    case Publication::article:
      return "article-journal";
    case Publication::in_proceedings:
      return "paper-conference";
    case Publication::preprint:
      return "article";
    case Publication::other:
      return "document";
  }
  return "document";
}

Json author_of(const std::string& author) {
  const auto name = person_name(author);
  Json json = Json::object();
  if (name.given.empty()) {
    json["literal"] = name.family;
  } else {
    json["family"] = name.family;
    json["given"] = name.given;
  }
  return json;
}

Json issued(const DateParts& date) {
  Json parts = Json::array({date.year});
  if (date.month) parts.push_back(*date.month);
  if (date.day) parts.push_back(*date.day);
  Json json = Json::object();
  json["date-parts"] = Json::array({parts});
  return json;
}

Json item_of(const PaperRow& paper, const std::string& key) {
  const auto& fields = paper.fields;
  Json item = Json::object();
  const auto add = [&](const char* name, std::string_view text) {
    if (!text.empty()) item[name] = text;
  };
  add("id", key);
  add("type", type_of(publication_of(fields)));
  add("title", text_of(fields, "title"));
  for (const auto& author : list_of(fields, "authors")) item["author"].push_back(author_of(author));
  if (const auto date = date_parts(fields)) item["issued"] = issued(*date);
  add("container-title", text_of(fields, "venue"));
  add("DOI", text_of(fields, "doi"));
  if (const auto id = text_of(fields, "arxiv_id"); !id.empty()) {
    add("number", fmt::format("arXiv:{}", id));
    add("publisher", "arXiv");
  }
  add("URL", text_of(fields, "url"));
  add("keyword", join(list_of(fields, "subjects"), ", "));
  add("abstract", text_of(fields, "abstract"));
  add("note", text_of(fields, "comments"));
  return item;
}

}  // namespace

std::string render_csl_json(const std::vector<PaperRow>& papers) {
  const auto keys = citation_keys(papers);
  Json items = Json::array();
  for (std::size_t i = 0; i < papers.size(); ++i) items.push_back(item_of(papers[i], keys[i]));
  return indented_text(items) + "\n";
}

}  // namespace paperwatch
