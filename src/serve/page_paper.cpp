// SPDX-License-Identifier: MIT
// A paper's history.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "render/text.hpp"
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"
#include "serve/search.hpp"

namespace paperwatch {

namespace {

// Shown in places of their own.
constexpr std::array<std::string_view, 5> placed{"title", "authors", "abstract", "url", "pdf"};

bool is_placed(std::string_view field) {
  return std::find(placed.begin(), placed.end(), field) != placed.end();
}

Markup links_of(const PaperRow& paper) {
  std::vector<Markup> links;
  const auto add = [&](const std::string& url, std::string_view name) {
    if (!url.empty()) links.push_back(outside_link(url, name));
  };
  const auto& fields = paper.fields;
  add(std::string(text_of(fields, "url")), "Open the paper");
  add(std::string(text_of(fields, "pdf")), "PDF");
  if (const auto doi = text_of(fields, "doi"); !doi.empty()) {
    add(fmt::format("https://doi.org/{}", doi), "DOI");
  }
  if (const auto id = text_of(fields, "arxiv_id"); !id.empty()) {
    add(fmt::format("https://arxiv.org/abs/{}", id), "arXiv");
  }
  const auto api = path_of({"api", "v1", "papers", std::to_string(paper.id)});
  for (const auto& [format, name] : {std::pair("bibtex", "BibTeX"), std::pair("ris", "RIS"),
                                     std::pair("csl-json", "CSL-JSON")}) {
    links.push_back(link(fmt::format("{}?format={}", api, format), name));
  }
  Markup out;
  for (const auto& one : links) out.add(one).add(" ");
  return el("p", {{"class", "feeds"}}, out);
}

Markup fields_of(const PaperRow& paper) {
  Markup out;
  for (const auto& [field, value] : paper.fields) {
    if (is_placed(field)) continue;
    out.add(el("dt", field)).add(el("dd", {{"dir", "auto"}}, value_text(value)));
  }
  out.add(el("dt", "known as")).add(el("dd", join(paper.aliases, ", ")));
  return el("dl", {{"class", "fields"}}, out);
}

std::string_view standing_text(ListingState state) {
  switch (state) {
    case ListingState::listed:
      return "listed";
    case ListingState::missing:
      return "missing";
    case ListingState::removed:
      return "removed";
    case ListingState::left:
      return "moved out of the list";
  }
  return {};
}

Markup listed_section(const PaperHistory& history) {
  std::vector<std::vector<Markup>> rows;
  for (const auto& row : history.listed) {
    rows.push_back({link(path_of({"sources", row.source}), row.source),
                    markup(standing_text(row.state)), time_element(row.first_seen),
                    time_element(row.last_seen), markup(row.why)});
  }
  return el(
      "section", el("h2", "Where it is listed"),
      table_element({{"source"}, {"now"}, {"first seen"}, {"last seen"}, {"recognised by"}}, rows));
}

Markup version_article(const VersionRow& version) {
  return el("article", {{"class", "version"}}, el("h3", fmt::format("Version {}", version.number)),
            el("p", {{"class", "facts"}}, time_element(version.at), " · ",
               link(path_of({"sources", version.source}), version.source)),
            version.number == 1 ? el("p", {{"class", "facts"}}, "as it was first seen") : Markup(),
            changes_list(version.changes));
}

Markup versions_section(const PaperHistory& history) {
  Markup versions;
  for (auto at = history.versions.rbegin(); at != history.versions.rend(); ++at) {
    versions.add(version_article(*at));
  }
  for (const auto& merge : history.merges) versions.add(el("p", {{"class", "facts"}}, merge));
  return el("section", el("h2", "History"), versions);
}

Markup head_of(const PaperRow& paper) {
  const auto title = text_of(paper.fields, "title");
  Markup head = title_element("h1", markup(title.empty() ? std::string_view(paper.key) : title));
  if (const auto& authors = list_of(paper.fields, "authors"); !authors.empty()) {
    head.add(el("p", {{"class", "authors"}, {"dir", "auto"}}, join(authors, ", ")));
  }
  if (paper.withdrawn) head.add(el("p", {{"class", "problem"}}, "This paper was withdrawn."));
  return head.add(links_of(paper));
}

}  // namespace

WebResponse paper_page(const WebRequest& request, const std::string& name, ReadingRoom& room) {
  const auto history = find_history(room.store, name);
  if (!history) {
    return error_page(request, room, 404, "No such paper",
                      {"usage", fmt::format("No paper is known as “{}”.", name),
                       "Name it by its id, DOI, arXiv id or address, or search for it."});
  }
  const auto& paper = history->paper;
  Markup content = head_of(paper);
  if (const auto abstract = text_of(paper.fields, "abstract"); !abstract.empty()) {
    content.add(el("p", {{"class", "abstract"}, {"dir", "auto"}}, abstract));
  }
  content.add(fields_of(paper)).add(listed_section(*history)).add(versions_section(*history));
  const auto title = text_of(paper.fields, "title");
  return page_response(request, room, title.empty() ? paper.key : std::string(title), content);
}

}  // namespace paperwatch
