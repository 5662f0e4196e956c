// SPDX-License-Identifier: MIT
#include "render/json.hpp"

#include "support/catch.hpp"
#include "support/render_values.hpp"

namespace paperwatch {
namespace {

using test::at;

TEST_CASE("an event is written with all its members, in their order", "[json]") {
  Event event = test::paper_event(EventKind::paper_changed);
  event.changes = {test::title_change()};
  event.also = {"arxiv"};
  event.message = "changed";

  CHECK(compact_text(json_of(event)) ==
        R"({"id":17,"kind":"paper_changed","source":"hoefler","visit":12,)"
        R"("at":"2026-11-30T09:00:02Z","baseline":false,)"
        R"("paper":{"id":5,"key":"arxiv:2305.01234","title":"Sparse things",)"
        R"("url":"https://example.org/5","authors":["Ann Lee","Bo Chen"],"subjects":["cs.DC"],)"
        R"("year":2025},)"
        R"("changes":[{"field":"title","before":"Old name","after":"New name"}],)"
        R"("count":null,"also":["arxiv"],"message":"changed"})");
}

TEST_CASE("a copy for a channel carries its delivery key last", "[json]") {
  const auto json = json_of(test::paper_event(EventKind::paper_new), "uuid:17:hook");

  CHECK(json["delivery"] == "uuid:17:hook");
  CHECK(std::prev(json.end()).key() == "delivery");
  CHECK_FALSE(json_of(test::paper_event(EventKind::paper_new)).contains("delivery"));
}

TEST_CASE("a changed count says from what to what and who said it", "[json]") {
  Event event = test::source_event(EventKind::count_changed);
  event.count = CountChange{{CountKind::exact, 90}, {CountKind::at_least, 109}};

  const auto json = json_of(event);

  CHECK(compact_text(json["count"]) ==
        R"({"before":{"kind":"exact","value":90},"after":{"kind":"at_least","value":109},)"
        R"("basis":"stated"})");
  CHECK(json["paper"].is_null());
  CHECK(compact_text(json["changes"]) == "[]");
}

TEST_CASE("a field that was absent is null in a change", "[json]") {
  CHECK(compact_text(json_of(std::vector<Change>{{"doi", {}, "10.1000/x"}})) ==
        R"([{"field":"doi","before":null,"after":"10.1000/x"}])");
}

TEST_CASE("fields keep their types: text, list, number", "[json]") {
  const Fields fields{{"title", "std::vector<int>"},
                      {"authors", std::vector<std::string>{"One"}},
                      {"subjects", std::vector<std::string>{}},
                      {"year", std::int64_t{2026}}};

  CHECK(compact_text(json_of(fields)) ==
        R"({"authors":["One"],"subjects":[],"title":"std::vector<int>","year":2026})");
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD and never an exception", "[json]") {
  CHECK(compact_text(json_of(Value("caf\xE9!"))) == "\"caf\uFFFD!\"");
  CHECK(indented_text(error_json({"io", "\xFF", ""})).find("\uFFFD") != std::string::npos);
}

TEST_CASE("sync prints its visits and their totals", "[json]") {
  VisitReport good;
  good.visit.id = 12;
  good.visit.source = "hoefler";
  good.visit.started = at("2026-11-30T09:00:00Z");
  good.visit.outcome = Outcome::complete;
  good.visit.pages = 5;
  good.visit.requests = 6;
  good.visit.records = 86;
  good.visit.papers = 81;
  good.visit.stated = good.visit.observed = Count{CountKind::exact, 81};
  good.visit.baseline = 2;
  good.events = {test::paper_event(EventKind::paper_new)};
  good.warnings = {"authors: lost"};
  VisitReport bad;
  bad.visit.source = "acl";
  bad.visit.problem = Problem{"http_503", "answered 503", "wait"};

  VisitReport broken;
  broken.visit.source = "eurosys";
  broken.visit.outcome = Outcome::quarantined;
  broken.visit.problem = Problem{"no_records", "0 records", ""};

  const auto json = sync_json({good, bad, broken});

  auto first = json["visits"][0];
  CHECK(first["events"].size() == 1);
  first["events"] = Json::array();
  CHECK(compact_text(first) ==
        R"({"id":12,"source":"hoefler","outcome":"complete","started":"2026-11-30T09:00:00Z",)"
        R"("pages":5,"requests":6,"records":86,"papers":81,)"
        R"("count":{"stated":{"kind":"exact","value":81},"observed":{"kind":"exact","value":81}},)"
        R"("events":[],"baseline":2,"problem":null,"warnings":["authors: lost"]})");
  CHECK(compact_text(json["visits"][1]["problem"]) ==
        R"({"code":"http_503","message":"answered 503"})");
  CHECK(json["visits"][1]["id"].is_null());
  CHECK(compact_text(json["totals"]) ==
        R"({"visits":3,"failed":1,"quarantined":1,"problems":2,"events":1})");
}

TEST_CASE("a paper is printed with its standing and fields", "[json]") {
  CHECK(compact_text(papers_json({test::row({{"title", "T"}})})) ==
        R"({"papers":[{"id":5,"key":"arxiv:2305.01234",)"
        R"("aliases":["arxiv:2305.01234","title:sparse things"],"state":"current",)"
        R"("first_seen":"2026-11-01T00:00:00Z","last_seen":"2026-11-30T09:00:00Z","version":2,)"
        R"("sources":["hoefler"],"fields":{"title":"T"},"withdrawn":false}]})");
}

TEST_CASE("states are written as the command line names them", "[json]") {
  for (const auto state :
       {ListingState::listed, ListingState::missing, ListingState::removed, ListingState::left}) {
    CHECK(parse_shown_state(shown_state(state)) == state);
  }
  CHECK(shown_state(ListingState::listed) == "current");
  CHECK(parse_shown_state("listed") == ListingState::listed);
  CHECK_FALSE(parse_shown_state("gone"));
}

TEST_CASE("show prints every version and where the paper is listed", "[json]") {
  PaperHistory history;
  history.paper = test::row({{"title", "New name"}});
  history.versions = {{2,
                       12,
                       "hoefler",
                       at("2026-11-30T09:00:00Z"),
                       {{"title", "New name"}},
                       {test::title_change()}}};
  history.listed = {{"hoefler", ListingState::missing, at("2026-11-01T00:00:00Z"),
                     at("2026-11-29T00:00:00Z"), "arxiv:2305.01234"}};
  history.merges = {"joined"};

  const auto paper = show_json(history)["paper"];

  CHECK(paper["key"] == "arxiv:2305.01234");
  CHECK(compact_text(paper["versions"]) ==
        R"([{"number":2,"visit":12,"source":"hoefler","at":"2026-11-30T09:00:00Z",)"
        R"("fields":{"title":"New name"},)"
        R"("changes":[{"field":"title","before":"Old name","after":"New name"}]}])");
  CHECK(compact_text(paper["listed"]) ==
        R"([{"source":"hoefler","state":"missing","first_seen":"2026-11-01T00:00:00Z",)"
        R"("last_seen":"2026-11-29T00:00:00Z","why":"arxiv:2305.01234"}])");
  CHECK(compact_text(paper["merges"]) == R"(["joined"])");
}

TEST_CASE("diff prints what was gained, lost and changed", "[json]") {
  ListingDifference difference;
  difference.gained = {test::row({{"title", "T"}})};
  difference.changed = {{test::row({{"title", "New name"}}), {test::title_change()}}};

  const auto json = diff_json(difference);

  CHECK(json["gained"].size() == 1);
  CHECK(compact_text(json["lost"]) == "[]");
  CHECK(json["changed"][0]["key"] == "arxiv:2305.01234");
  CHECK(json["changed"][0]["changes"][0]["after"] == "New name");
}

TEST_CASE("status prints each source and the deliveries that wait", "[json]") {
  SourceStatus status;
  status.source = "old";
  status.health = "removed";
  status.last_visit = at("2026-11-30T09:00:00Z");
  status.last_outcome = Outcome::partial;
  status.papers = 3;
  status.notes = {"moved"};
  Store::Counts counts;
  counts.waiting = 4;
  counts.failed = 1;

  CHECK(compact_text(status_json({status}, counts)) ==
        R"({"sources":[{"source":"old","health":"removed","last_visit":"2026-11-30T09:00:00Z",)"
        R"("last_outcome":"partial","next_visit":null,"papers":3,"count":null,"problem":null,)"
        R"("notes":["moved"]}],"deliveries":{"waiting":4,"failed":1}})");
}

TEST_CASE("try prints the fields exactly as they would be stored", "[json]") {
  Listing listing;
  listing.format = "html";
  listing.encoding = "utf-8";
  listing.records = {{{{"title", "T"}, {"year", std::int64_t{2026}}}}};
  listing.count = Count{CountKind::at_least, 91};
  listing.warnings = {"w"};

  CHECK(compact_text(try_json(listing, "https://example.org/")) ==
        R"({"url":"https://example.org/","format":"html","encoding":"utf-8",)"
        R"("records":[{"title":"T","year":2026}],"count":{"kind":"at_least","value":91},)"
        R"("next":null,"warnings":["w"]})");
}

TEST_CASE("deliveries, checks, problems and errors print their nouns", "[json]") {
  DeliveryRow delivery;
  delivery.id = 3;
  delivery.event = 17;
  delivery.channel = "hook";
  delivery.key = "u:17:hook";
  delivery.attempts = 2;
  delivery.created = delivery.due = at("2026-11-30T09:00:00Z");
  delivery.error = "exit status 1";

  CHECK(compact_text(deliveries_json({delivery})) ==
        R"({"deliveries":[{"id":3,"event":17,"channel":"hook","delivery":"u:17:hook",)"
        R"("state":"waiting","attempts":2,"created":"2026-11-30T09:00:00Z",)"
        R"("due":"2026-11-30T09:00:00Z","error":"exit status 1"}]})");
  CHECK(compact_text(checks_json({{"integrity", true, "ok"}})) ==
        R"({"checks":[{"name":"integrity","ok":true,"message":"ok"}]})");
  CHECK(compact_text(problems_json({{{"a.yaml", 3, 12}, "unknown key", "did you mean x?"}})) ==
        R"({"problems":[{"file":"a.yaml","line":3,"column":12,"message":"unknown key",)"
        R"("hint":"did you mean x?"}]})");
  CHECK(compact_text(error_json({"usage", "what", "do this"})) ==
        R"({"error":{"message":"what","hint":"do this"}})");
  CHECK(compact_text(events_json({})) == R"({"events":[]})");
  CHECK(compact_text(visits_json({})) == R"({"visits":[]})");
}

}  // namespace
}  // namespace paperwatch
