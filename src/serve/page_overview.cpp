// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "render/text.hpp"
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t news_shown = 12;

bool needs_a_look(const SourceGlance& glance) {
  const auto& health = glance.status.health;
  return health == "broken" || health == "unreachable" || health == "stale";
}

Markup problem_box(const SourceGlance& glance) {
  const auto& problem = glance.status.problem;
  if (!problem) return {};
  return el("div", {{"class", "problem"}}, el("p", problem->message),
            problem->hint.empty() ? Markup() : el("p", problem->hint));
}

Markup count_of(const SourceGlance& glance) {
  const auto& count = glance.status.count;
  return el("div", {{"class", "count"}}, amount(glance.status.papers, "paper"),
            count && count->value != static_cast<std::int64_t>(glance.status.papers)
                ? el("small", "states " + count_text(*count))
                : Markup(),
            sparkline(glance.history, "Papers counted"));
}

Markup times_of(const SourceStatus& status) {
  Markup times = markup("visited ", time_or(status.last_visit, "never"));
  if (status.last_outcome) times.add(fmt::format(" ({})", name_of(*status.last_outcome)));
  if (status.next_visit) times.add(" · next ").add(time_element(*status.next_visit));
  return el("p", {{"class", "facts"}}, times);
}

Markup source_article(const SourceGlance& glance) {
  const auto& status = glance.status;
  Markup notes;
  for (const auto& note : status.notes) notes.add(el("p", {{"class", "facts"}}, note));
  return el(
      "article", {{"class", "source"}},
      el("div", title_element("h3", link(path_of({"sources", status.source}), glance.title)),
         health_badge(status.health), times_of(status),
         status.health == "removed" ? Markup()
                                    : feed_links("/feeds/" + encode_component(status.source))),
      count_of(glance), problem_box(glance), notes);
}

Markup summary(const Overview& overview) {
  const auto troubled = static_cast<std::size_t>(
      std::count_if(overview.sources.begin(), overview.sources.end(), needs_a_look));
  Markup line = markup(amount(overview.sources.size(), "source"), ", ",
                       amount(overview.totals.papers, "paper"), ". ");
  line.add(troubled == 0 ? "All is well."
                         : fmt::format("{} need{} a look.", amount(troubled, "source"),
                                       troubled == 1 ? "s" : ""));
  if (overview.to_decide > 0) {
    line.add(" ").add(link("/review", amount(overview.to_decide, "visit") + " to review."));
  }
  if (overview.totals.failed > 0) {
    line.add(" ").add(link("/deliveries", amount(overview.totals.failed, "delivery") + " failed."));
  }
  return el("p", {{"class", "lead"}}, line);
}

std::vector<const SourceGlance*> troubled_first(const Overview& overview) {
  std::vector<const SourceGlance*> glances;
  for (const auto& glance : overview.sources) glances.push_back(&glance);
  std::stable_partition(glances.begin(), glances.end(),
                        [](const auto* glance) { return needs_a_look(*glance); });
  return glances;
}

Markup sources_section(const Overview& overview) {
  Markup articles;
  for (const auto* glance : troubled_first(overview)) articles.add(source_article(*glance));
  if (overview.sources.empty()) {
    articles.add(el("p", "No source is configured yet: add one under ", el("code", "sources:"),
                    " and reload."));
  }
  return el("section", el("h2", "Sources"), articles,
            el("p", {{"class", "facts"}}, "All of them together ", feed_links("/feeds/all"),
               " and their troubles ", feed_links("/feeds/status")));
}

Markup news_section(ReadingRoom& room) {
  Catalogue::Events wanted;
  wanted.limit = news_shown;
  wanted.baseline = false;
  const auto news = room.catalogue.events(wanted);
  if (news.empty()) {
    return el("section", el("h2", "News"), el("p", "Nothing has changed since the first visits."));
  }
  return el("section", el("h2", "News"), events_by_day(news),
            el("p", {{"class", "turn"}}, link("/events", "All news")));
}

}  // namespace

WebResponse overview_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  return page_response(request, room, "Overview",
                       markup(el("h1", "What is watched, and what is new"), summary(room.overview),
                              el("div", {{"class", "columns"}}, sources_section(room.overview),
                                 news_section(room))));
}

}  // namespace paperwatch
