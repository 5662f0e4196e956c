// SPDX-License-Identifier: MIT
// A reading room over a real database, to ask for pages without a socket.
#pragma once

#include <string>
#include <utility>

#include "notify/world.hpp"
#include "serve/routes.hpp"

namespace paperwatch::test {

struct Reading : World {
  SearchFeeds search_feeds;
  Traffic traffic;
  ServeActions actions;
  Access access{Secret("let me in")};
  std::map<std::string, std::string, std::less<>> headers{{"host", "127.0.0.1:8330"}};
  Duration patience = std::chrono::seconds(30);

  Reading() { add_source("hoefler"); }

  WebResponse ask(WebRequest request) {
    Catalogue catalogue(config.database);
    const auto overview = read_overview(config, store, catalogue);
    ReadingRoom room{config,  store,        catalogue, overview, access,
                     actions, search_feeds, traffic,   now,      patience};
    return answer(request, room);
  }
  WebRequest request(const std::string& target, const std::string& method = "GET") const {
    const auto question = target.find('?');
    WebRequest out;
    out.method = method;
    out.path = target.substr(0, question);
    if (question != std::string::npos) out.query = target.substr(question + 1);
    out.headers = headers;
    return out;
  }
  WebResponse get(const std::string& target) { return ask(request(target)); }
  std::string page(const std::string& target) { return *get(target).body; }

  WebResponse post(const std::string& target, const std::string& body) {
    auto asked = request(target, "POST");
    asked.body = body;
    return ask(asked);
  }
  // Enters the token; requests then carry the session.
  void sign_in() {
    const auto answer = post("/login", "token=let+me+in");
    const auto cookie = std::string(answer.header("Set-Cookie"));
    headers["cookie"] = cookie.substr(0, cookie.find(';'));
  }
  std::string form_token() { return access.form_token(request("/")); }

  // A paper whose title became another; answers its id.
  PaperId add_changed_paper(const std::string& before, const std::string& after) {
    const auto first = add_paper("hoefler", "arxiv:2305.01234", before);
    Store::Transaction transaction(store);
    PaperWrite write;
    write.paper = first.paper->id;
    write.key = "arxiv:2305.01234";
    write.version = Fields{{"title", after}, {"year", std::int64_t(2026)}};
    write.here.fields = *write.version;
    auto visit = VisitRow{};
    visit.source = "hoefler";
    visit.started = visit.finished = now;
    visit.outcome = Outcome::complete;
    const auto id = store.insert_visit(visit);
    store.write_papers(id, "hoefler", now, {write});
    auto event = paper_event(EventKind::paper_changed, after);
    event.id = 0;
    event.paper->id = first.paper->id;
    event.changes = {{"title", Value(before), Value(after)}};
    event.visit = id;
    event.at = now;
    store.insert_events({event});
    transaction.commit();
    return first.paper->id;
  }
  VisitId add_quarantined() {
    VisitRow visit;
    visit.source = "hoefler";
    visit.started = visit.finished = now;
    visit.outcome = Outcome::quarantined;
    visit.problem = Problem{"no_records", "0 records, previously <86>", "look at the page"};
    return store.insert_visit(visit);
  }
};

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace paperwatch::test
