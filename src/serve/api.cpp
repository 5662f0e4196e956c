// SPDX-License-Identifier: MIT
#include "serve/api.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/time.hpp"
#include "core/paper_name.hpp"
#include "render/bibliography.hpp"
#include "render/json.hpp"
#include "serve/search.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t a_page = 100, most = 1000;
constexpr std::size_t a_bibliography = 1000, most_cited = 5000;
constexpr auto patience_for_programs = std::chrono::seconds(2);

WebResponse json_response(int status, const Json& json) {
  return WebResponse(status, "application/json", indented_text(json) + "\n")
      .set("Cache-Control", "no-cache");
}

Json next_of(const std::optional<std::string>& cursor) {
  return cursor ? Json(*cursor) : Json();
}

Json source_json(const SourceGlance& glance, const Config& config) {
  Json json = json_of(glance.status);
  json["title"] = glance.title;
  json["url"] = glance.url.empty() ? Json() : Json(glance.url);
  const auto* source = config.find(glance.status.source);
  json["tags"] = source ? Json(source->tags) : Json::array();
  json["every"] = source && source->every ? Json(duration_text(*source->every)) : Json();
  const auto feed = "/feeds/" + encode_component(glance.status.source);
  json["feeds"] =
      source ? Json::array({feed + ".rss", feed + ".atom", feed + ".json"}) : Json::array();
  return json;
}

// "a17": what came after event 17; "b17": what came before it.
struct EventCursor {
  std::optional<EventId> after, before;
};
std::optional<EventCursor> read_cursor(std::string_view text) {
  if (text.empty()) return EventCursor{};
  const auto id = read_id(std::string(text.substr(1)));
  if (!id || (text[0] != 'a' && text[0] != 'b')) return std::nullopt;
  return text[0] == 'a' ? EventCursor{*id, {}} : EventCursor{{}, *id};
}

struct EventsAnswer {
  std::vector<Event> events;  // newest last
  std::optional<std::string> next;
};

EventsAnswer oldest_first(Store& store, const Catalogue::Events& wanted, EventQuery query) {
  if (wanted.source) query.source = wanted.source;
  query.kinds = wanted.kinds;
  query.limit = wanted.limit + 1;
  EventsAnswer answer{store.events(query), {}};
  if (answer.events.size() > wanted.limit) {
    answer.events.pop_back();
    answer.next = fmt::format("a{}", answer.events.back().id);
  }
  return answer;
}

EventsAnswer newest_first(Catalogue& catalogue, Catalogue::Events wanted) {
  const auto limit = wanted.limit++;
  EventsAnswer answer{catalogue.events(wanted), {}};
  if (answer.events.size() > limit) {
    answer.events.pop_back();
    answer.next = fmt::format("b{}", answer.events.back().id);
  }
  std::reverse(answer.events.begin(), answer.events.end());
  return answer;
}

// An id, or a moment; nothing where it is neither.
std::optional<EventQuery> read_since(std::string_view text, Time now) {
  EventQuery query;
  if (const auto id = read_id(std::string(text))) {
    query.after = *id;
    return query;
  }
  query.since = parse_moment(text, now);
  if (!query.since) return std::nullopt;
  return query;
}

// The text of a bibliography and its type; nothing for an unknown format.
std::optional<std::pair<std::string, const char*>> bibliography(
    std::string_view format, const std::vector<PaperRow>& papers) {
  if (format == "bibtex") return std::pair(render_bibtex(papers), "application/x-bibtex");
  if (format == "ris") return std::pair(render_ris(papers), "application/x-research-info-systems");
  if (format == "csl-json") {
    return std::pair(render_csl_json(papers), "application/vnd.citationstyles.csl+json");
  }
  return std::nullopt;
}

Error unknown_format(std::string_view format) {
  return {"usage", fmt::format("no format '{}'", format), "known: json, bibtex, ris, csl-json"};
}

WebResponse bibliography_response(std::string_view format, const std::vector<PaperRow>& papers) {
  auto text = bibliography(format, papers);
  if (!text) return api_error(400, unknown_format(format));
  const auto ending = format == "bibtex" ? "bib" : format == "ris" ? "ris" : "json";
  return WebResponse(200, fmt::format("{}; charset=utf-8", text->second), std::move(text->first))
      .set("Content-Disposition", fmt::format("inline; filename=\"papers.{}\"", ending))
      .set("Cache-Control", "no-cache");
}

bool wants_json(std::string_view format) {
  return format.empty() || format == "json";
}

}  // namespace

WebResponse api_error(int status, const Error& error) {
  return WebResponse(status, "application/json", indented_text(error_json(error)) + "\n")
      .set("Cache-Control", "no-store");
}

WebResponse api_status(const WebRequest&, const std::string&, ReadingRoom& room) {
  std::vector<SourceStatus> statuses;
  for (const auto& glance : room.overview.sources) statuses.push_back(glance.status);
  Store::Counts counts;
  counts.waiting = room.overview.totals.waiting;
  counts.failed = room.overview.totals.failed;
  return json_response(200, status_json(statuses, counts));
}

WebResponse api_sources(const WebRequest&, const std::string&, ReadingRoom& room) {
  Json list = Json::array();
  for (const auto& glance : room.overview.sources) list.push_back(source_json(glance, room.config));
  return json_response(200, {{"sources", std::move(list)}});
}

WebResponse api_events(const WebRequest& request, const std::string&, ReadingRoom& room) {
  const auto parameters = request.parameters();
  auto wanted = read_event_search(parameters, a_page, most);
  if (!wanted) return api_error(400, wanted.error());
  const auto known = check_source(room.overview, wanted->source.value_or(""));
  if (!known) return api_error(400, known.error());
  const auto cursor = read_cursor(parameters.text("cursor"));
  if (!cursor) {
    return api_error(400, {"usage", fmt::format("no cursor '{}'", parameters.text("cursor")),
                           "use the value of `next` in an answer"});
  }
  const auto since = parameters.text("since");
  EventsAnswer answer;
  if (cursor->after || (!since.empty() && !cursor->before)) {
    auto query = cursor->after ? EventQuery{} : read_since(since, room.now).value_or(EventQuery{});
    if (cursor->after) query.after = cursor->after;
    if (!query.after && !query.since) {
      return api_error(400, {"usage", fmt::format("since: '{}' is no time and no id", since),
                             "write 2026-11-30T09:00:00Z, 2026-11-30, 7d ago, or an event's id"});
    }
    answer = oldest_first(room.store, *wanted, std::move(query));
  } else {
    if (cursor->before) wanted->before = cursor->before;
    answer = newest_first(room.catalogue, std::move(*wanted));
  }
  Json json = events_json(answer.events);
  json["next"] = next_of(answer.next);
  return json_response(200, json);
}

WebResponse api_papers(const WebRequest& request, const std::string&, ReadingRoom& room) {
  const auto parameters = request.parameters();
  const auto format = parameters.text("format");
  const bool as_json = wants_json(format);
  if (!as_json && !bibliography(format, {})) return api_error(400, unknown_format(format));
  const auto search =
      read_paper_search(parameters, as_json ? a_page : a_bibliography, as_json ? most : most_cited);
  if (!search) return api_error(400, search.error());
  room.patience = patience_for_programs;
  const auto found = find_papers(room, *search);
  if (!found) return api_error(400, found.error());
  std::optional<std::string> next;
  if (found->next) next = std::to_string(*found->next);
  if (as_json) {
    Json json = papers_json(found->papers);
    json["next"] = next_of(next);
    return json_response(200, json);
  }
  auto response = bibliography_response(format, found->papers);
  if (next) {
    const auto rest = parameters.with("cursor", "").with("before", *next).encoded();
    response.set("Link", fmt::format("</api/v1/papers?{}>; rel=\"next\"", rest));
  }
  return response;
}

WebResponse api_paper(const WebRequest& request, const std::string& name, ReadingRoom& room) {
  const auto history = find_history(room.store, name);
  if (!history) {
    return api_error(404, {"usage", fmt::format("no paper is known as '{}'", name),
                           "name it by its id, a key, DOI, arXiv id or address"});
  }
  const auto parameters = request.parameters();
  const auto format = parameters.text("format");
  if (!wants_json(format)) return bibliography_response(format, {history->paper});
  return json_response(200, show_json(*history));
}

WebResponse api_sync(const WebRequest&, const std::string& source, ReadingRoom& room) {
  if (!room.actions.sync) {
    return api_error(501, {"usage", "visits cannot be asked for over HTTP in this program",
                           "use `paperwatch sync`"});
  }
  const auto asked = room.actions.sync(source);
  if (!asked) return api_error(asked.error().code == "usage" ? 404 : 503, asked.error());
  return json_response(202, {{"source", source}, {"accepted", true}});
}

}  // namespace paperwatch
