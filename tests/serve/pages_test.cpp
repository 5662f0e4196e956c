// SPDX-License-Identifier: MIT
// Pages and the API as functions over a real database.
#include <nlohmann/json.hpp>

#include "serve/reading.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using test::has;
using test::Reading;

nlohmann::json json_of_page(Reading& reading, const std::string& target) {
  return nlohmann::json::parse(reading.page(target));
}

TEST_CASE("an empty database has all its pages", "[pages]") {
  Reading reading;
  for (const char* target : {"/", "/events", "/papers", "/sources/hoefler", "/review",
                             "/deliveries", "/help", "/login", "/search.rss?q=x", "/api/v1/status",
                             "/metrics", "/readyz", "/api/v1/papers?format=bibtex"}) {
    CAPTURE(target);
    CHECK(reading.get(target).status == 200);
  }
  CHECK(has(reading.page("/"), "Listing hoefler"));
  CHECK(has(reading.page("/"), "/feeds/hoefler.rss"));
}

TEST_CASE("what a page says about papers is text, never markup", "[pages]") {
  Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "<script>alert(1)</script> \"std::vector<int>\"");
  for (const char* target : {"/", "/events", "/papers", "/papers/1", "/papers?q=%3Cscript%3E",
                             "/papers?q=%22%3E%3Cscript%3E", "/sources/%3Cscript%3E",
                             "/papers/%3Cscript%3E", "/%3Cscript%3E"}) {
    CAPTURE(target);
    CHECK_FALSE(has(reading.page(target), "<script"));
  }
  CHECK(has(reading.page("/papers"), "std::vector&lt;int&gt;"));
}

TEST_CASE("a change is shown with its words, on the news and in the paper's history", "[pages]") {
  Reading reading;
  const auto id = reading.add_changed_paper("A fast method", "A faster method");
  const std::string shown = "A <del>fast</del> <ins>faster</ins> method";

  CHECK(has(reading.page("/events"), shown));
  CHECK(has(reading.page("/"), shown));
  const auto paper = reading.page("/papers/" + std::to_string(id));
  CHECK(has(paper, shown));
  CHECK(has(paper, "Version 2"));
  CHECK(has(paper, "/sources/hoefler"));
}

TEST_CASE("a paper is found by id and by any of its names", "[pages]") {
  Reading reading;
  reading.add_paper("hoefler", "arxiv:2305.01234", "Sparse things");
  for (const char* name : {"1", "arxiv:2305.01234", "arxiv%3A2305.01234", "2305.01234",
                           "https://arxiv.org/abs/2305.01234"}) {
    CAPTURE(name);
    CHECK(reading.get(std::string("/papers/") + name).status == 200);
    CHECK(json_of_page(reading, std::string("/api/v1/papers/") + name)["paper"]["id"] == 1);
  }
  CHECK(reading.get("/papers/2").status == 404);
  CHECK(reading.get("/api/v1/papers/nothing").status == 404);
}

TEST_CASE("the search speaks the query language and says where a query is wrong", "[pages]") {
  Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "Sparse things", 2024);
  reading.add_paper("hoefler", "arxiv:2", "Dense things", 2026);

  const auto found = reading.page("/papers?q=title+~+sparse+and+year+%3C+2025");
  CHECK(has(found, "Sparse things"));
  CHECK_FALSE(has(found, "Dense things"));
  CHECK(has(found, "/search.rss?q=title%20~%20sparse%20and%20year%20%3C%202025"));
  CHECK(has(found,
            "/api/v1/papers?q=title%20~%20sparse%20and%20year%20%3C%202025&amp;format=bibtex"));

  const auto wrong = reading.get("/papers?q=title+~+(");
  CHECK(wrong.status == 400);
  CHECK(has(*wrong.body, "column 9"));
  CHECK(reading.get("/search.rss?q=title+~+(").status == 400);
  CHECK(reading.get("/papers?state=unheard").status == 400);
  CHECK(reading.get("/papers?before=x").status == 400);
}

TEST_CASE("pages of papers are turned without a gap or a paper twice", "[pages]") {
  Reading reading;
  for (int i = 1; i <= 7; ++i) {
    reading.add_paper("hoefler", "arxiv:" + std::to_string(i), "Paper " + std::to_string(i));
  }
  std::vector<int> ids;
  std::string target = "/api/v1/papers?limit=3";
  for (int turn = 0; turn < 3; ++turn) {
    const auto json = json_of_page(reading, target);
    for (const auto& paper : json["papers"]) ids.push_back(paper["id"]);
    if (json["next"].is_null()) break;
    target = "/api/v1/papers?limit=3&cursor=" + json["next"].get<std::string>();
  }
  CHECK(ids == std::vector<int>{7, 6, 5, 4, 3, 2, 1});
}

TEST_CASE("a search that loses patience says so and goes on where it stopped", "[pages]") {
  Reading reading;
  for (int i = 1; i <= 5; ++i) {
    reading.add_paper("hoefler", "arxiv:" + std::to_string(i), "Paper " + std::to_string(i));
  }
  reading.patience = Duration(-1);
  std::vector<bool> found;
  std::string target = "/papers?q=%22Paper+2%22";
  for (int turn = 0; turn < 10 && !target.empty(); ++turn) {
    const auto page = reading.page(target);
    found.push_back(has(page, "<h2 class=\"title\""));
    CHECK(has(page, "Not all papers have been looked at yet.") == has(page, "older papers"));
    const auto next = page.find("before=");
    target = next == std::string::npos
                 ? ""
                 : "/papers?q=%22Paper+2%22&" + page.substr(next, page.find('"', next) - next);
  }
  CHECK(std::count(found.begin(), found.end(), true) == 1);
}

TEST_CASE("events of the API are those of the commands, newest last, with a cursor either way",
          "[api]") {
  Reading reading;
  for (int i = 1; i <= 5; ++i) {
    reading.add_paper("hoefler", "arxiv:" + std::to_string(i), "Paper " + std::to_string(i));
  }
  const auto ids = [](const nlohmann::json& json) {
    std::vector<int> out;
    for (const auto& event : json["events"]) out.push_back(event["id"]);
    return out;
  };
  auto json = json_of_page(reading, "/api/v1/events?limit=2");
  CHECK(ids(json) == std::vector<int>{4, 5});
  CHECK(json["events"][0]["kind"] == "paper_new");
  json = json_of_page(reading, "/api/v1/events?limit=2&cursor=" + json["next"].get<std::string>());
  CHECK(ids(json) == std::vector<int>{2, 3});
  json = json_of_page(reading, "/api/v1/events?limit=2&cursor=" + json["next"].get<std::string>());
  CHECK(ids(json) == std::vector<int>{1});
  CHECK(json["next"].is_null());

  json = json_of_page(reading, "/api/v1/events?since=1&limit=3");
  CHECK(ids(json) == std::vector<int>{2, 3, 4});
  json = json_of_page(reading, "/api/v1/events?cursor=" + json["next"].get<std::string>());
  CHECK(ids(json) == std::vector<int>{5});
  CHECK(ids(json_of_page(reading, "/api/v1/events?since=2026-11-30")).size() == 5);
  CHECK(ids(json_of_page(reading, "/api/v1/events?since=5")).empty());
  const auto misspelt = reading.get("/api/v1/events?source=hofler");
  CHECK(misspelt.status == 400);
  CHECK(has(*misspelt.body, "did you mean 'hoefler'?"));
  CHECK(reading.get("/events?source=hofler").status == 400);
  CHECK(ids(json_of_page(reading, "/api/v1/events?kind=paper_changed&kind=paper_new")).size() == 5);
  for (const char* wrong :
       {"kind=paper", "since=soon", "cursor=7", "cursor=x", "limit=0", "limit=-1", "before=x"}) {
    CAPTURE(wrong);
    const auto answer = reading.get(std::string("/api/v1/events?") + wrong);
    CHECK(answer.status == 400);
    CHECK(nlohmann::json::parse(*answer.body)["error"]["hint"].is_string());
  }
}

TEST_CASE("the API tells status and sources", "[api]") {
  Reading reading;
  reading.config.sources[0].url = "https://user:pass@example.org/list";
  reading.add_paper("hoefler", "arxiv:1", "Sparse things");

  const auto status = json_of_page(reading, "/api/v1/status");
  CHECK(status["sources"][0]["source"] == "hoefler");
  CHECK(status["sources"][0]["papers"] == 1);
  CHECK(status["deliveries"]["waiting"] == 0);
  const auto source = json_of_page(reading, "/api/v1/sources")["sources"][0];
  CHECK(source["url"] == "https://example.org/list");
  CHECK(source["feeds"][1] == "/feeds/hoefler.atom");
}

TEST_CASE("a search is a feed, and the same bytes until something happens", "[feeds]") {
  Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "Sparse things");
  reading.add_paper("hoefler", "arxiv:2", "Dense things");

  const auto rss = reading.get("/search.rss?q=sparse");
  CHECK(rss.header("Content-Type") == "application/rss+xml; charset=utf-8");
  CHECK(has(*rss.body, "Sparse things"));
  CHECK_FALSE(has(*rss.body, "Dense things"));
  CHECK(has(reading.page("/search.atom?q=sparse"), "<feed"));
  const auto json = json_of_page(reading, "/search.json?q=sparse");
  CHECK(json["items"].size() == 1);
  CHECK(reading.get("/search.rss?q=sparse").body == rss.body);

  reading.headers["if-none-match"] = rss.header("ETag");
  CHECK(reading.get("/search.rss?q=sparse").status == 304);
  reading.add_paper("hoefler", "arxiv:3", "More sparse things");
  const auto fresh = reading.get("/search.rss?q=sparse");
  CHECK(fresh.status == 200);
  CHECK(has(*fresh.body, "More sparse things"));
  CHECK(reading.get("/search.rss?q=sparse&source=hoefler").status == 200);
  for (const char* address : {"/search.rss?q=sparse&source=hofler", "/papers?source=hofler",
                              "/api/v1/papers?source=hofler"}) {
    CAPTURE(address);
    CHECK(reading.get(address).status == 400);
  }
}

TEST_CASE("bibliographies come over HTTP in three formats", "[api]") {
  Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "Sparse & dense things");
  const auto bibtex = reading.get("/api/v1/papers?format=bibtex&q=sparse");
  CHECK(bibtex.header("Content-Type") == "application/x-bibtex; charset=utf-8");
  CHECK(has(*bibtex.body, "Sparse \\& dense things"));
  CHECK(has(reading.page("/api/v1/papers/1?format=ris"), "TI  - Sparse & dense things"));
  CHECK(json_of_page(reading, "/api/v1/papers?format=csl-json")[0]["title"] ==
        "Sparse & dense things");
  CHECK(reading.get("/api/v1/papers?format=word").status == 400);

  reading.add_paper("hoefler", "arxiv:2", "Sparse things");
  const auto first = reading.get("/api/v1/papers?format=bibtex&q=sparse&limit=1");
  CHECK(first.header("Link") ==
        "</api/v1/papers?format=bibtex&q=sparse&limit=1&before=2>; rel=\"next\"");
}

TEST_CASE("a visit is asked for with the token only", "[api]") {
  Reading reading;
  std::vector<std::string> asked;
  reading.actions.sync = [&](const std::string& source) -> Result<Done> {
    if (source != "hoefler") return fail("usage", "no source '" + source + "'");
    asked.push_back(source);
    return Done{};
  };
  const auto refused = reading.post("/api/v1/sync/hoefler", "");
  CHECK(refused.status == 401);
  CHECK(refused.header("WWW-Authenticate") == "Bearer realm=\"paperwatch\"");
  reading.headers["authorization"] = "Bearer let me out";
  CHECK(reading.post("/api/v1/sync/hoefler", "").status == 401);
  CHECK(asked.empty());

  reading.headers["authorization"] = "Bearer let me in";
  CHECK(reading.post("/api/v1/sync/hoefler", "").status == 202);
  CHECK(asked == std::vector<std::string>{"hoefler"});
  CHECK(reading.post("/api/v1/sync/other", "").status == 404);
  CHECK(reading.get("/api/v1/sync/hoefler").status == 405);
  CHECK(reading.get("/api/v1/sync/hoefler").header("Allow") == "POST");
}

TEST_CASE("a session does not count where a bearer is wanted", "[api]") {
  Reading reading;
  reading.actions.sync = [](const std::string&) -> Result<Done> { return Done{}; };
  reading.sign_in();
  CHECK(reading.post("/api/v1/sync/hoefler", "").status == 401);
}

TEST_CASE("without a token nothing can be changed", "[access]") {
  Reading reading;
  reading.access = Access(Secret());
  reading.headers["authorization"] = "Bearer ";
  CHECK(reading.post("/api/v1/sync/hoefler", "").status == 403);
  CHECK(reading.post("/review", "visit=1&verdict=accept").status == 403);
  CHECK(reading.get("/login").status == 403);
  CHECK(reading.post("/login", "token=").status == 403);
}

TEST_CASE("a quarantined visit is accepted and rejected by who has signed in", "[review]") {
  Reading reading;
  std::vector<std::pair<VisitId, Verdict>> judged;
  reading.actions.review = [&](VisitId visit, Verdict verdict) -> Result<Done> {
    judged.emplace_back(visit, verdict);
    return Done{};
  };
  const auto visit = reading.add_quarantined();
  const auto body = "visit=" + std::to_string(visit) + "&verdict=accept";

  const auto page = reading.page("/review");
  CHECK(has(page, "0 records, previously &lt;86&gt;"));
  CHECK(has(page, "look at the page"));
  CHECK_FALSE(has(page, "<button>Accept"));
  CHECK(reading.post("/review", body).status == 403);
  CHECK(reading.post("/login", "token=wrong").status == 403);

  reading.sign_in();
  CHECK(has(reading.page("/review"), "value=\"reject\""));
  CHECK(reading.post("/review", body).status == 403);
  CHECK(judged.empty());

  const auto token = "&form_token=" + reading.form_token();
  const auto answer = reading.post("/review", body + token);
  CHECK(answer.status == 303);
  CHECK(answer.header("Location") == "/review?done=accepted");
  CHECK(reading.post("/review", "visit=1&verdict=reject" + token).status == 303);
  CHECK(judged ==
        std::vector<std::pair<VisitId, Verdict>>{{visit, Verdict::accept}, {1, Verdict::reject}});
  CHECK(reading.post("/review", "visit=1&verdict=maybe" + token).status == 400);

  reading.headers["origin"] = "https://evil.example";
  CHECK(reading.post("/review", body + token).status == 403);
}

TEST_CASE("a bearer may judge too, and a program without review says so", "[review]") {
  Reading reading;
  reading.headers["authorization"] = "Bearer let me in";
  const auto answer = reading.post("/review", "visit=1&verdict=accept");
  CHECK(answer.status == 501);
  CHECK(has(*answer.body, "paperwatch review accept 1"));
}

TEST_CASE("a visit that was followed by a good one is not to be reviewed", "[review]") {
  Reading reading;
  reading.add_quarantined();
  CHECK(has(reading.page("/"), "1 visit to review"));
  SourceMemory memory;
  memory.source = "hoefler";
  memory.last_applied = reading.now + std::chrono::hours(1);
  reading.store.save(memory);
  CHECK(has(reading.page("/review"), "No visit waits for a decision."));
}

TEST_CASE("a session's cookie cannot be read by scripts nor sent by others", "[access]") {
  Reading reading;
  const auto answer = reading.post("/login", "token=let+me+in");
  const auto cookie = answer.header("Set-Cookie");
  CHECK(answer.status == 303);
  CHECK(has(cookie, "; HttpOnly"));
  CHECK(has(cookie, "; SameSite=Strict"));
  CHECK_FALSE(has(cookie, "; Secure"));
  CHECK_FALSE(has(cookie, "let me in"));
  reading.headers["x-forwarded-proto"] = "https";
  CHECK(has(reading.post("/login", "token=let+me+in").header("Set-Cookie"), "; Secure"));
  reading.headers["origin"] = "https://evil.example";
  CHECK(reading.post("/login", "token=let+me+in").status == 403);
}

TEST_CASE("the metrics are Prometheus's text", "[metrics]") {
  Reading reading;
  reading.add_paper("hoefler", "arxiv:1", "Sparse things");
  SourceMemory memory;
  memory.source = "odd\"name\\";
  memory.health = Health::broken;
  reading.store.save(memory);
  const auto answer = reading.get("/metrics");
  CHECK(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
  CHECK(has(*answer.body, "\npaperwatch_papers 1\n"));
  CHECK(has(*answer.body, "paperwatch_source_papers{source=\"hoefler\"} 1\n"));
  CHECK(has(*answer.body, "paperwatch_source_health{source=\"odd\\\"name\\\\\",health="));
}

TEST_CASE("what is not there, and what is not possible, is told in the asker's language",
          "[pages]") {
  Reading reading;
  const auto page = reading.get("/nothing");
  CHECK(page.status == 404);
  CHECK(has(page.header("Content-Type"), "text/html"));
  const auto api = reading.get("/api/v1/nothing");
  CHECK(api.status == 404);
  CHECK(nlohmann::json::parse(*api.body)["error"]["message"].is_string());
  CHECK(reading.post("/papers", "").status == 405);
  CHECK(reading.post("/papers", "").header("Allow") == "GET, HEAD");
}

TEST_CASE("pages are compressed for who wants it, but not those of a session", "[pages]") {
  Reading reading;
  reading.headers["accept-encoding"] = "gzip, br";
  CHECK(reading.get("/help").header("Content-Encoding") == "gzip");
  reading.sign_in();
  CHECK(reading.get("/help").header("Content-Encoding").empty());
  CHECK(reading.get("/help").header("Cache-Control") == "no-store");
}

}  // namespace
}  // namespace paperwatch
