// SPDX-License-Identifier: MIT
#include "serve/page_parts.hpp"
#include "serve/pages.hpp"
#include "serve/search.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t events_a_page = 50, most_events = 200;

Markup filter(const ReadingRoom& room, const Parameters& parameters) {
  return el("form", {{"class", "filter"}, {"action", "/events"}},
            el("label", "Source",
               el("select", {{"name", "source"}},
                  options(source_ids(room.overview), parameters.text("source"), "all sources"))),
            el("label", "What happened",
               el("select", {{"name", "kind"}},
                  options(event_kind_names(), parameters.text("kind"), "everything"))),
            el("label", "Papers of the first visit",
               el("select", {{"name", "baseline"}},
                  options({"shown"}, parameters.text("baseline"), "left out"))),
            el("button", "Show"));
}

Markup turning(const Parameters& parameters, const std::vector<Event>& events, bool more) {
  Markup links;
  if (!parameters.text("before").empty()) {
    links.add(link("/events?" + parameters.with("before", "").encoded(), "Newest"));
  }
  if (more) {
    const auto last = std::to_string(events.back().id);
    links.add(link("/events?" + parameters.with("before", last).encoded(), "Older"));
  }
  return el("p", {{"class", "turn"}}, links);
}

}  // namespace

WebResponse events_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  const auto parameters = request.parameters();
  auto wanted = read_event_search(parameters, events_a_page, most_events);
  if (!wanted) return error_page(request, room, 400, "News", wanted.error());
  const auto known = check_source(room.overview, wanted->source.value_or(""));
  if (!known) return error_page(request, room, 400, "News", known.error());
  wanted->baseline = parameters.text("baseline") == "shown";
  ++wanted->limit;
  auto events = room.catalogue.events(*wanted);
  const bool more = events.size() == wanted->limit;
  if (more) events.pop_back();
  return page_response(
      request, room, "News",
      markup(el("h1", "News"), filter(room, parameters),
             events.empty() ? el("p", "Nothing that fits has happened.") : events_by_day(events),
             turning(parameters, events, more)));
}

}  // namespace paperwatch
