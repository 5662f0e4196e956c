// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include "base/time.hpp"
#include "render/json.hpp"

namespace paperwatch {

namespace {

constexpr std::array<std::pair<ListingState, std::string_view>, 4> states{
    {{ListingState::listed, "current"},
     {ListingState::missing, "missing"},
     {ListingState::removed, "removed"},
     {ListingState::left, "left"}}};

std::string_view state_of(DeliveryRow::State state) {
  switch (state) {
    case DeliveryRow::State::waiting:
      return "waiting";
    case DeliveryRow::State::failed:
      return "failed";
    case DeliveryRow::State::done:
      return "done";
  }
  return "waiting";
}

// {noun: [each row as JSON]}
template <typename Row, typename Render>
Json list_json(const char* noun, const std::vector<Row>& rows, Render render) {
  Json list = Json::array();
  for (const auto& row : rows) list.push_back(render(row));
  Json json;
  json[noun] = std::move(list);
  return json;
}

template <typename Row>
Json list_json(const char* noun, const std::vector<Row>& rows) {
  return list_json(noun, rows, [](const Row& row) { return json_of(row); });
}

Json version_json(const VersionRow& version) {
  return {{"number", version.number},          {"visit", version.visit},
          {"source", version.source},          {"at", rfc3339(version.at)},
          {"fields", json_of(version.fields)}, {"changes", json_of(version.changes)}};
}

Json sighting_json(const SightingRow& sighting) {
  return {{"source", sighting.source},
          {"state", shown_state(sighting.state)},
          {"first_seen", rfc3339(sighting.first_seen)},
          {"last_seen", rfc3339(sighting.last_seen)},
          {"why", sighting.why}};
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

// How many records had each field; names in brackets are notes of the program to itself.
Json found_json(const PageEvidence& page) {
  Json json = Json::object();
  for (const auto& [field, found] : page.found) {
    if (!field.starts_with("(")) json[field] = found;
  }
  return json;
}

Json changed_json(const ListingDifference::Changed& changed) {
  Json json = json_of(changed.paper);
  json["changes"] = json_of(changed.changes);
  return json;
}

}  // namespace

std::string_view shown_state(ListingState state) {
  for (const auto& [value, name] : states) {
    if (value == state) return name;
  }
  return "current";
}

std::optional<ListingState> parse_shown_state(std::string_view name) {
  if (name == "listed") return ListingState::listed;
  for (const auto& [value, known] : states) {
    if (known == name) return value;
  }
  return std::nullopt;
}

Json json_of(const VisitRow& visit, const std::vector<Event>& events) {
  Json json = {
      {"id", visit.id == 0 ? Json() : Json(visit.id)},
      {"source", visit.source},
      {"outcome", name_of(visit.outcome)},
      {"started", rfc3339(visit.started)},
      {"pages", visit.pages},
      {"requests", visit.requests},
      {"records", visit.records},
      {"papers", visit.papers},
      {"count", {{"stated", json_of(visit.stated)}, {"observed", json_of(visit.observed)}}},
      {"events", list_json("events", events)["events"]},
      {"baseline", visit.baseline},
      {"problem", json_of(visit.problem)}};
  if (visit.review != Review::open)
    json["review"] = visit.review == Review::accepted ? "accepted" : "rejected";
  return json;
}

Json json_of(const PaperRow& paper) {
  return {{"id", paper.id},
          {"key", paper.key},
          {"aliases", paper.aliases},
          {"state", shown_state(paper.state)},
          {"first_seen", rfc3339(paper.first_seen)},
          {"last_seen", rfc3339(paper.last_seen)},
          {"version", paper.version},
          {"sources", paper.sources},
          {"fields", json_of(paper.fields)},
          {"withdrawn", paper.withdrawn}};
}

Json json_of(const PaperHistory& history) {
  Json json = json_of(history.paper);
  json["versions"] = list_json("versions", history.versions, version_json)["versions"];
  json["listed"] = list_json("listed", history.listed, sighting_json)["listed"];
  json["merges"] = history.merges;
  return json;
}

Json json_of(const DeliveryRow& delivery) {
  return {{"id", delivery.id},
          {"event", delivery.event},
          {"channel", delivery.channel},
          {"delivery", delivery.key},
          {"state", state_of(delivery.state)},
          {"attempts", delivery.attempts},
          {"created", rfc3339(delivery.created)},
          {"due", rfc3339(delivery.due)},
          {"error", delivery.error.empty() ? Json() : Json(delivery.error)}};
}

Json json_of(const SourceStatus& status) {
  return {{"source", status.source},
          {"health", status.health},
          {"last_visit", json_of(status.last_visit)},
          {"last_outcome", status.last_outcome ? Json(name_of(*status.last_outcome)) : Json()},
          {"next_visit", json_of(status.next_visit)},
          {"papers", status.papers},
          {"count", json_of(status.count)},
          {"problem", json_of(status.problem)},
          {"notes", status.notes}};
}

Json json_of(const Explanation::Page& page) {
  const PageEvidence& evidence = page.evidence;
  return {{"number", evidence.number},
          {"url", evidence.url},
          {"final_url", evidence.final_url},
          {"status", evidence.status},
          {"etag", text_or_null(evidence.validators.etag)},
          {"last_modified", text_or_null(evidence.validators.last_modified)},
          {"content_type", evidence.content_type},
          {"body_hash", text_or_null(evidence.body_hash)},
          {"archived", page.is_archived},
          {"elements", evidence.elements},
          {"records", evidence.records},
          {"found", found_json(evidence)}};
}

Json sync_json(const std::vector<VisitReport>& visits) {
  Json json = list_json("visits", visits, [](const VisitReport& report) {
    Json visit = json_of(report.visit, report.events);
    visit["warnings"] = report.warnings;
    return visit;
  });
  std::size_t events = 0;
  for (const auto& report : visits) events += report.events.size();
  const auto count = [&](const auto& fits) {
    return std::count_if(visits.begin(), visits.end(),
                         [&](const VisitReport& report) { return fits(report.visit); });
  };
  const auto ended = [&](Outcome outcome) {
    return count([outcome](const VisitRow& visit) { return visit.outcome == outcome; });
  };
  json["totals"] = {
      {"visits", visits.size()},
      {"failed", ended(Outcome::failed)},
      {"quarantined", ended(Outcome::quarantined)},
      {"problems", count([](const VisitRow& visit) { return visit.problem.has_value(); })},
      {"events", events}};
  return json;
}

Json events_json(const std::vector<Event>& events) {
  return list_json("events", events);
}

Json papers_json(const std::vector<PaperRow>& papers) {
  return list_json("papers", papers);
}

Json show_json(const PaperHistory& history) {
  return {{"paper", json_of(history)}};
}

Json diff_json(const ListingDifference& difference) {
  Json json = list_json("gained", difference.gained);
  json["lost"] = list_json("lost", difference.lost)["lost"];
  json["changed"] = list_json("changed", difference.changed, changed_json)["changed"];
  return json;
}

Json visits_json(const std::vector<VisitRow>& visits) {
  return list_json("visits", visits, [](const VisitRow& visit) { return json_of(visit, {}); });
}

Json explain_json(const Explanation& explanation) {
  return {{"explanation",
           {{"event", explanation.event ? json_of(*explanation.event) : Json()},
            {"source", explanation.source},
            {"visit", explanation.visit ? json_of(*explanation.visit, {}) : Json()},
            {"read_by", explanation.read_by ? Json(*explanation.read_by) : Json()},
            {"pages", list_json("pages", explanation.pages)["pages"]},
            {"command", text_or_null(explanation.command)}}}};
}

Json deliveries_json(const std::vector<DeliveryRow>& rows) {
  return list_json("deliveries", rows);
}

Json status_json(const std::vector<SourceStatus>& sources, const Store::Counts& counts) {
  Json json = list_json("sources", sources);
  json["deliveries"] = {{"waiting", counts.waiting}, {"failed", counts.failed}};
  return json;
}

Json try_json(const Listing& listing, std::string_view url) {
  Json records = Json::array();
  for (const auto& record : listing.records) records.push_back(json_of(record.fields));
  return {{"url", url},
          {"format", listing.format},
          {"encoding", listing.encoding},
          {"records", std::move(records)},
          {"count", json_of(listing.count)},
          {"next", listing.next ? Json(*listing.next) : Json()},
          {"warnings", listing.warnings}};
}

Json checks_json(const std::vector<StoreCheck>& checks) {
  return list_json("checks", checks, [](const StoreCheck& check) -> Json {
    return {{"name", check.name}, {"ok", check.ok}, {"message", check.message}};
  });
}

Json problems_json(const std::vector<ConfigFault>& faults) {
  return list_json("problems", faults, [](const ConfigFault& fault) -> Json {
    return {{"file", *fault.at.file},
            {"line", fault.at.line},
            {"column", fault.at.column},
            {"message", fault.message},
            {"hint", fault.hint}};
  });
}

Json error_json(const Error& error) {
  return {{"error", {{"message", error.message}, {"hint", error.hint}}}};
}

}  // namespace paperwatch
