// SPDX-License-Identifier: MIT
#include <utility>

#include "serve/page_parts.hpp"
#include "serve/pages.hpp"

namespace paperwatch {

namespace {

constexpr std::pair<const char*, const char*> query_lines[]{
    {"sparse matrix",
     "both words, anywhere in title, authors, abstract, subjects, venue, comments"},
    {"\"matrix multiplication\"", "these words next to each other"},
    {"title ~ sparse", "the title contains it; words are found from their beginning on"},
    {"author = \"Ann Lee\"", "one of the authors is written exactly so"},
    {"year >= 2024", "also <, <=, >, and year = 2020..2023"},
    {"subject in (cs.DC, cs.LG)", "one of these subjects"},
    {"source = hoefler", "listed there"},
    {"not title ~ survey", "none of these; and, or and parentheses join conditions"},
    {"doi = \"\"", "papers without a DOI"}};

Markup query_table() {
  std::vector<std::vector<Markup>> rows;
  for (const auto& [query, meaning] : query_lines) {
    const auto tried = Parameters().with("q", query).encoded();
    rows.push_back({link("/papers?" + tried, el("code", query)), markup(meaning)});
  }
  return table_element({{"query"}, {"finds"}}, rows);
}

}  // namespace

WebResponse help_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  return page_response(
      request, room, "Help",
      markup(
          el("h1", "Help"), el("h2", "How queries are written"), query_table(),
          el("h2", "How changes are shown"),
          el("p", "Words that were ", el("del", "taken away"), " are struck out, words that ",
             el("ins", "came"), " are underlined."),
          el("h2", "Following along"),
          el("p",
             "Every source, and every search, is a feed: copy one of the links RSS, Atom or "
             "JSON into a feed reader. All papers: ",
             feed_links("/feeds/all"), " Troubles of the sources: ", feed_links("/feeds/status")),
          el("h2", "For programs"),
          el("p", "The same is there as JSON under ", el("code", "/api/v1/"),
             ": status, sources, events, papers. Numbers for Prometheus are under ",
             link("/metrics", "/metrics"), ".")));
}

}  // namespace paperwatch
