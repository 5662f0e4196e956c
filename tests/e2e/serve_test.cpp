// SPDX-License-Identifier: MIT
// The daemon with `serve:`, asked over HTTP.
#include <cstdlib>
#include <set>

#include "base/text.hpp"
#include "base/url_parts.hpp"
#include "e2e/numbers.hpp"
#include "e2e/program.hpp"
#include "serve/client.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;

namespace {

// A daemon that watches one source and serves what it knows.
struct ServingDaemon : Program {
  HttpServer server;

  ServingDaemon() {
    server.on("/list", html(numbers_page(3)));
    write("token", "let me in\n");
    configure("serve: {listen: '127.0.0.1:0', token: {file: token}}\n");
  }
  void configure(const std::string& more) const {
    write("paperwatch.yaml", numbers_config(server.url("/list"), more));
  }
  std::string log() const {
    std::string text;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (entry.path().extension() == ".err") text += text_of_file(entry.path());
    }
    return text;
  }
  int port() const {
    const std::string sign = "address=http://127.0.0.1:";
    eventually([&] { return log().find(sign) != std::string::npos; });
    const auto text = log();
    const auto at = text.find(sign);
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + sign.size());
  }
};

std::size_t papers_at(int port) {
  const auto answer = Client(port).get("/api/v1/status");
  return nlohmann::json::parse(answer.body)["sources"][0]["papers"];
}

}  // namespace

TEST_CASE("the daemon serves what it knows, and visits when asked", "[e2e]") {
  ServingDaemon program;
  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  const int port = program.port();
  REQUIRE(port != 0);
  REQUIRE(eventually([&] { return papers_at(port) == 3; }));
  REQUIRE(eventually([&] {
    return Client(port).get("/feeds/numbers.rss").body == program.read("feeds/numbers.rss") &&
           program.read("feeds/numbers.rss").find("number 3") != std::string::npos;
  }));

  program.server.on("/list", html(numbers_page(4)));
  CHECK(Client(port).post("/api/v1/sync/numbers", "").status == 401);
  CHECK(papers_at(port) == 3);
  CHECK(
      Client(port).post("/api/v1/sync/numbers", "", "Authorization: Bearer let me in\r\n").status ==
      202);
  CHECK(eventually([&] { return papers_at(port) == 4; }));
  CHECK(Client(port).get("/papers").body.find("On the number 4 and its friends") !=
        std::string::npos);
  CHECK(Client(port)
            .post("/api/v1/sync/nubmers", "", "Authorization: Bearer let me in\r\n")
            .body.find("did you mean 'numbers'?") != std::string::npos);

  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
}

TEST_CASE("a quarantined visit is accepted on the page, and told like any other", "[e2e]") {
  ServingDaemon program;
  program.server.on("/list", html(numbers_page(6)));
  REQUIRE(program.run({"sync"}).status == 0);
  program.server.on("/list", html(numbers_page(2)));
  const auto broken = program.run({"sync", "--json"}).json()["visits"][0];
  REQUIRE(broken["outcome"] == "quarantined");
  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  const int port = program.port();

  const auto answer = Client(port).post(
      "/review", fmt::format("visit={}&verdict=accept", broken["id"].get<int>()),
      "Authorization: Bearer let me in\r\nContent-Type: application/x-www-form-urlencoded\r\n");
  CHECK(answer.status == 303);
  CHECK(eventually([&] {
    const auto status = Client(port).get("/api/v1/status");
    return nlohmann::json::parse(status.body)["sources"][0]["health"] == "ok";
  }));
  CHECK(eventually(
      [&] { return program.read("feeds/status.rss").find("numbers") != std::string::npos; }));
  const auto again = Client(port).post(
      "/review", fmt::format("visit={}&verdict=reject", broken["id"].get<int>()),
      "Authorization: Bearer let me in\r\nContent-Type: application/x-www-form-urlencoded\r\n");
  CHECK(again.status == 404);
}

TEST_CASE("the port stays over a reload, and closes when it is no longer wanted", "[e2e]") {
  ServingDaemon program;
  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  const int port = program.port();
  REQUIRE(eventually([&] { return papers_at(port) == 3; }));

  program.write("token", "another one\n");
  daemon.signal(SIGHUP);
  CHECK(eventually([&] {
    return Client(port)
               .post("/api/v1/sync/numbers", "", "Authorization: Bearer another one\r\n")
               .status == 202;
  }));
  program.configure("");
  daemon.signal(SIGHUP);
  CHECK(eventually([&] { return !Client(port).is_connected(); }));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
}

TEST_CASE("a port that is taken ends the daemon at its start", "[e2e]") {
  ServingDaemon program;
  program.configure(fmt::format("serve: {{listen: '127.0.0.1:{}'}}\n", program.server.port()));
  const auto ended = program.run({"daemon"});
  CHECK(ended.status == 1);
  CHECK(ended.err.find("cannot listen on 127.0.0.1:") != std::string::npos);
}

namespace {

// Papers for a query to tell apart; the first is /p/1.
struct Book {
  const char *title, *author, *subject;
};
const std::vector<Book> books{{"Sparse matrices at scale", "Ann Lee", "cs.DC"},
                              {"Dense matrices at scale", "Ann Lee", "cs.DC"},
                              {"On sparse trees", "Torsten Hoefler", "cs.DC"},
                              {"Sparse attention", "Bo Chen", "cs.LG"},
                              {"A sparse & distributed list", "Bo Chen", "cs.DC"}};

std::string shelf(int papers) {
  std::string items;
  for (int i = papers - 1; i >= 0; --i) {
    const auto& [title, author, subject] = books[static_cast<std::size_t>(i)];
    items += fmt::format("<li><a href=/p/{}>{}</a><i>{}</i><b>{}</b></li>", i + 1,
                         paperwatch::replace_all(title, "&", "&amp;"), author, subject);
  }
  return "<!doctype html><html><body><ul>" + items + "</ul></body></html>";
}

// Of the books whose titles stand on a page.
std::set<std::string> books_on(const std::string& page) {
  std::set<std::string> found;
  for (std::size_t i = 0; i < books.size(); ++i) {
    if (page.find(paperwatch::replace_all(books[i].title, "&", "&amp;")) != std::string::npos)
      found.insert(fmt::format("/p/{}", i + 1));
  }
  return found;
}

// P/1 of every address in a text.
std::set<std::string> papers_in(const std::string& text) {
  std::set<std::string> found;
  for (auto at = text.find("/p/"); at != std::string::npos; at = text.find("/p/", at + 1))
    found.insert(text.substr(at, 4));
  return found;
}

}  // namespace

TEST_CASE("one query means the same to the command, a route, a named feed, the page and the API",
          "[e2e][query]") {
  HttpServer receiver;
  receiver.on("/hook", status(200));
  for (const std::string query :
       {R"(subject = cs.DC and title ~ "sparse" and not author = "Torsten Hoefler")",
        R"(sparse and (author = "Bo Chen" or subject in (cs.PF, cs.LG)))", R"(not title ~ sparse)",
        R"("sparse trees")"}) {
    CAPTURE(query);
    ServingDaemon program;
    program.server.on("/list", html(shelf(1)));
    auto config =
        numbers_config(program.server.url("/list"),
                       fmt::format("serve: {{listen: '127.0.0.1:0'}}\nqueries: {{q: '{0}'}}\n"
                                   "channels: {{hook: {{type: webhook, url: '{1}'}}}}\n"
                                   "routes: [{{channel: hook, kinds: paper_new, match: '{0}'}}]\n",
                                   query, receiver.url("/hook")));
    config = paperwatch::replace_all(
        config, "title: a,",
        "title: a, authors: {select: i, all: true}, subjects: {select: b, all: true},");
    program.write("paperwatch.yaml", config);
    REQUIRE(program.run({"sync"}).status == 0);
    receiver.forget_requests();
    program.server.on("/list", html(shelf(5)));
    REQUIRE(program.run({"sync"}).status == 0);

    const auto expected = papers_in(program.run({"papers", "--json", "--search", query}).out);
    CHECK_FALSE(expected.empty());
    CHECK(expected.size() < 5);
    CHECK(papers_in(program.read("feeds/q.rss")) == expected);
    std::set<std::string> told;
    for (const auto& request : receiver.requests()) told.merge(papers_in(request.body));
    auto announced = expected;
    announced.erase("/p/1");  // of the baseline
    CHECK(told == announced);
    Running daemon(program.folder.path(), {"daemon"}, program.environment);
    const int port = program.port();
    REQUIRE(port != 0);
    const auto q = "?q=" + paperwatch::percent_encode(query, "");
    CHECK(books_on(Client(port).get("/papers" + q).body) == expected);
    CHECK(papers_in(Client(port).get("/api/v1/papers" + q).body) == expected);
    CHECK(papers_in(Client(port).get("/search.json" + q).body) == expected);
  }
}
