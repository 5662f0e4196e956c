// SPDX-License-Identifier: MIT
// Searching: the list, and the feed of a search.
#include <fmt/format.h>

#include "base/text.hpp"
#include "render/feed_documents.hpp"
#include "render/feeds.hpp"
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"
#include "serve/search.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t papers_a_page = 50, most_papers = 200;

Markup search_form(const ReadingRoom& room, const Parameters& parameters) {
  return el("form", {{"class", "filter"}, {"action", "/papers"}},
            el("label", {{"class", "wide"}}, "Words, or a query",
               el("input", {{"type", "search"},
                            {"name", "q"},
                            {"value", std::string(parameters.text("q"))},
                            {"placeholder", "title ~ \"sparse\" and year >= 2024"},
                            {"autocapitalize", "off"},
                            {"spellcheck", "false"}})),
            el("label", "Source",
               el("select", {{"name", "source"}},
                  options(source_ids(room.overview), parameters.text("source"), "all sources"))),
            el("label", "Listed",
               el("select", {{"name", "state"}},
                  options({"missing", "removed", "all"}, parameters.text("state"), "current"))),
            el("button", "Search"));
}

// What a subscriber or a reference manager takes along.
Markup take_along(const Parameters& parameters) {
  const auto search = parameters.with("before", "").with("limit", "");
  const auto asked = search.encoded();
  const auto tail = asked.empty() ? "" : "?" + asked;
  const auto as = [&](const char* format, const char* name) {
    return link("/api/v1/papers?" + search.with("format", format).encoded(), name);
  };
  return el("div", {{"class", "subscribe"}},
            el("span", "Subscribe to this search ", feed_links("/search", tail)),
            el("span", {{"class", "feeds"}}, "Take it along ", as("bibtex", "BibTeX"), " ",
               as("ris", "RIS"), " ", as("csl-json", "CSL-JSON")));
}

// The query with the place that could not be read.
Markup query_fault(const Error& error) {
  return el("div", {{"class", "problem"}, {"role", "alert"}}, el("p", error.message),
            error.hint.empty() ? Markup() : el("p", error.hint),
            el("p", link("/help", "How queries are written")));
}

Markup paper_turning(const Parameters& parameters, const PapersFound& found) {
  Markup links;
  if (!parameters.text("before").empty()) {
    links.add(link("/papers?" + parameters.with("before", "").encoded(), "Newest"));
  }
  if (found.next) {
    const auto next = parameters.with("before", std::to_string(*found.next));
    links.add(link("/papers?" + next.encoded(),
                   found.was_cut_short ? "Look through older papers" : "Older"));
  }
  return el("p", {{"class", "turn"}}, links);
}

Markup results(const PapersFound& found) {
  Markup out;
  for (const auto& paper : found.papers) out.add(paper_article(paper));
  if (found.was_cut_short) {
    out.add(el("p", {{"class", "facts"}}, "Not all papers have been looked at yet."));
  } else if (found.papers.empty()) {
    out.add(el("p", "No paper fits."));
  }
  return out;
}

std::string render_feed(const FeedDocument& feed, const std::string& ending) {
  if (ending == "rss") return render_rss(feed);
  if (ending == "atom") return render_atom(feed);
  return render_json_feed(feed);
}

std::string feed_type(const std::string& ending) {
  if (ending == "json") return "application/feed+json; charset=utf-8";
  return fmt::format("application/{}+xml; charset=utf-8", ending);
}

FeedDocument search_document(const ReadingRoom& room, const PaperSearch& search,
                             const std::vector<Store::FeedPaper>& papers) {
  const auto& base = room.config.feeds.base_url;
  const auto asked = Parameters().with("q", search.words).with("source", search.source).encoded();
  const auto what = search.words.empty() ? std::string("all papers") : search.words;
  FeedHeading heading;
  heading.name = "search?" + asked;
  heading.title = search.source.empty() ? "Search: " + what
                                        : fmt::format("Search in {}: {}", search.source, what);
  heading.description = "Papers with " + what;
  if (!base.empty()) heading.home = base + "papers?" + asked;
  auto feed =
      paper_feed({room.store.uuid(), base, room.config.feeds.changes_as_entries}, heading, papers);
  feed.self.clear();  // its own address has its ending before the question
  return feed;
}

}  // namespace

WebResponse papers_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  const auto parameters = request.parameters();
  const auto answer = [&](int status, const Markup& below) {
    return page_response(request, room, "Papers",
                         markup(el("h1", "Papers"), search_form(room, parameters), below), status);
  };
  const auto search = read_paper_search(parameters, papers_a_page, most_papers);
  if (!search) return answer(400, query_fault(search.error()));
  const auto found = find_papers(room, *search);
  if (!found) return answer(400, query_fault(found.error()));
  return answer(200,
                markup(take_along(parameters), results(*found), paper_turning(parameters, *found)));
}

WebResponse search_feed(const WebRequest& request, const std::string& ending, ReadingRoom& room) {
  const auto search = read_paper_search(request.parameters(), papers_a_page, most_papers);
  if (!search) return text_response(400, search.error().message);
  const auto name = fmt::format("{} {} {}", ending, search->source, search->words);
  const auto newest = room.overview.newest_event;
  if (const auto kept = room.search_feeds.find(name, newest)) return answer_stored(*kept, request);
  const auto papers = find_feed_papers(room, *search);
  if (!papers) return text_response(400, papers.error().message);
  const auto feed = search_document(room, *search, *papers);
  auto stored = std::make_shared<const Stored>(store_bytes(
      render_feed(feed, ending), feed_type(ending), feed.updated, "public, max-age=300"));
  room.search_feeds.keep(name, newest, stored);
  return answer_stored(*stored, request);
}

}  // namespace paperwatch
