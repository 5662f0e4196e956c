// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "render/text.hpp"
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t visits_shown = 30, events_shown = 10;

Markup counted(const std::optional<Count>& count) {
  return markup(count ? count_text(*count) : "");
}

std::vector<Markup> visit_row(const VisitRow& visit) {
  return {time_element(visit.started),
          markup(name_of(visit.outcome),
                 visit.problem ? markup(": ", visit.problem->message) : Markup()),
          markup(std::to_string(visit.pages)),
          markup(std::to_string(visit.records)),
          markup(std::to_string(visit.papers)),
          counted(visit.stated)};
}

Markup visits_section(const std::vector<VisitRow>& visits) {
  if (visits.empty()) return el("section", el("h2", "Visits"), el("p", "None yet."));
  std::vector<std::vector<Markup>> rows;
  for (const auto& visit : visits) rows.push_back(visit_row(visit));
  constexpr auto number = TableColumn::Kind::number;
  return el("section", el("h2", "Visits"),
            table_element({{"when"},
                           {"outcome"},
                           {"pages", number},
                           {"records", number},
                           {"papers", number},
                           {"stated", number}},
                          rows));
}

Markup visit_now(const WebRequest& request, const ReadingRoom& room, const std::string& source) {
  const bool possible =
      room.actions.sync && room.config.find(source) && room.access.has_session(request, room.now);
  if (!possible) return {};
  return el("form", {{"method", "post"}, {"action", "/visit"}},
            hidden_field(Access::field, room.access.form_token(request)),
            hidden_field("source", source), el("button", {{"class", "second"}}, "Visit now"));
}

Markup trouble_of(const SourceStatus& status) {
  Markup out;
  if (status.problem) {
    out.add(el("div", {{"class", "problem"}}, el("p", status.problem->message),
               status.problem->hint.empty() ? Markup() : el("p", status.problem->hint)));
  }
  for (const auto& note : status.notes) out.add(el("p", {{"class", "facts"}}, note));
  return out;
}

Markup head_of(const SourceGlance& glance) {
  const auto& status = glance.status;
  Markup head = title_element("h1", markup(glance.title));
  head.add(el("p", health_badge(status.health), " ", amount(status.papers, "paper"), " · ",
              outside_link(glance.url, glance.url)));
  Markup times = markup("visited ", time_or(status.last_visit, "never"));
  if (status.next_visit) times.add(" · next ").add(time_element(*status.next_visit));
  head.add(el("p", {{"class", "facts"}}, times));
  return head.add(trouble_of(status));
}

}  // namespace

WebResponse source_page(const WebRequest& request, const std::string& name, ReadingRoom& room) {
  const auto* glance = room.overview.find(name);
  if (!glance) {
    return error_page(
        request, room, 404, "No such source",
        {"usage", fmt::format("No source is called “{}”.", name), "The overview lists them all."});
  }
  Markup content = head_of(*glance);
  if (request.parameters().text("visit") == "asked") {
    content.add(el("p", {{"class", "notice"}, {"role", "status"}},
                   "It will be visited as soon as the visits under way are over."));
  }
  const auto asked = "?source=" + encode_component(name);
  content.add(el("p", {{"class", "feeds"}}, link("/papers" + asked, "Its papers"), " ",
                 link("/events" + asked, "Its news"), " ",
                 glance->status.health == "removed"
                     ? Markup()
                     : feed_links("/feeds/" + encode_component(name))));
  content.add(visit_now(request, room, name));
  content.add(sparkline(glance->history, "Papers counted"));
  content.add(visits_section(room.store.visits(name, std::nullopt, visits_shown)));
  Catalogue::Events wanted;
  wanted.source = name;
  wanted.limit = events_shown;
  wanted.baseline = false;
  const auto news = room.catalogue.events(wanted);
  if (!news.empty()) content.add(el("section", el("h2", "Latest news"), events_by_day(news)));
  return page_response(request, room, glance->title, content);
}

}  // namespace paperwatch
