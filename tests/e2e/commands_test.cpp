// SPDX-License-Identifier: MIT
// Every command as a user types it.
#include <sys/socket.h>
#include <sys/un.h>

#include "base/text.hpp"
#include "e2e/numbers.hpp"
#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;
using paperwatch::replace_all;

namespace {

// One source on a real server.
struct Watched : Program {
  HttpServer server;

  explicit Watched(int papers = 3, const std::string& more = {}) {
    server.on("/list", html(numbers_page(papers)));
    write("paperwatch.yaml", numbers_config(server.url("/list"), more));
  }
};

}  // namespace

TEST_CASE("every command has help with an example", "[e2e]") {
  const Program program;
  for (const char* name :
       {"init",   "check", "try",        "sync",     "daemon",  "status", "events", "papers",
        "show",   "diff",  "deliveries", "channels", "feeds",   "export", "import", "backup",
        "doctor", "merge", "split",      "review",   "explain", "replay"}) {
    const auto help = program.run({name, "--help"});
    CAPTURE(name);
    CHECK(help.status == 0);
    CHECK(help.out.find("Example:\n  paperwatch") != std::string::npos);
  }
  CHECK(program.run({"--version"}).out.find("SQLite") != std::string::npos);
}

TEST_CASE("init writes a configuration that is well, and never overwrites one", "[e2e]") {
  const Program program;
  CHECK(program.run({"init"}).status == 0);
  const auto written = program.read("paperwatch.yaml");
  CHECK(program.run({"check"}).status == 0);
  CHECK(program.run({"init"}).status == 2);
  CHECK(program.read("paperwatch.yaml") == written);
}

TEST_CASE("check tells every fault with its place", "[e2e]") {
  const Program program;
  program.write(
      "paperwatch.yaml",
      "datbase: x\nsources:\n  - id: a\n    url: https://l.example/\n    every: 12h\n"
      "    extract:\n      record: #results\n      fields: {title: 'h3::tekst', url: a}\n");
  const auto text = program.run({"check"});
  CHECK(text.status == 2);
  CHECK(text.out.find("paperwatch.yaml:1:1: ") != std::string::npos);
  CHECK(text.out.find("did you mean 'database'") != std::string::npos);
  CHECK(text.out.find("paperwatch.yaml:7:15: ") != std::string::npos);

  const auto json = program.run({"check", "--json"}).json();
  REQUIRE(json.at("problems").size() >= 2);
  CHECK(json["problems"][0]["line"] == 1);
}

TEST_CASE("a selector that does not parse is a fault at its place", "[e2e]") {
  const Program program;
  program.write("paperwatch.yaml",
                "sources:\n  - id: a\n    url: https://l.example/\n    every: 12h\n"
                "    extract: {record: 'li[', fields: {title: a, url: a}}\n");
  const auto ended = program.run({"check"});
  CHECK(ended.status == 2);
  CHECK(ended.out.find("paperwatch.yaml:5:") != std::string::npos);
}

TEST_CASE("wrong usage ends with 2 and says what to do", "[e2e]") {
  const Watched program;
  CHECK(program.run({}).status == 2);
  const auto unknown = program.run({"snyc"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err.find("did you mean 'sync'") != std::string::npos);
  const auto source = program.run({"sync", "nubmers"});
  CHECK(source.status == 2);
  CHECK(source.err.find("did you mean 'numbers'") != std::string::npos);
  CHECK(program.run({"events", "--since", "soon"}).status == 2);
  CHECK(program.run({"show", "nothing"}).status == 2);
  CHECK(program.run({"sync", "nubmers", "--json"}).json()["error"]["message"].is_string());
  CHECK(program.run({"--config", "nowhere.yaml", "sync"}).status == 2);
}

TEST_CASE("sync, then everything that reports", "[e2e]") {
  Watched program;
  const auto first = program.run({"sync", "--json"});
  CHECK(first.status == 0);
  CHECK(first.json()["visits"][0]["outcome"] == "complete");
  CHECK(first.json()["visits"][0]["baseline"] == 3);

  program.server.on("/list", html(numbers_page(4)));
  const auto second = program.run({"sync"});
  CHECK(second.out.find("new: “On the number 4 and its friends”") != std::string::npos);
  CHECK(program.run({"sync"}).out == "1 source visited: no news\n");

  const auto events =
      program.run({"events", "--json", "--kind", "paper_new", "--since", "3"}).json();
  REQUIRE(events["events"].size() == 1);
  CHECK(events["events"][0]["paper"]["title"] == "On the number 4 and its friends");
  const auto id = std::to_string(events["events"][0]["paper"]["id"].get<int>());

  CHECK(program.run({"papers", "--json"}).json()["papers"].size() == 4);
  CHECK(program.run({"papers", "--search", "title ~ \"number 4\"", "--json"})
            .json()["papers"]
            .size() == 1);
  CHECK(program.run({"papers", "--format", "bibtex"}).out.find("@") != std::string::npos);
  CHECK(program.run({"show", id, "--json"}).json()["paper"]["versions"].size() == 1);
  CHECK(program.run({"show", program.server.url("/p/4")}).status == 0);
  const auto status = program.run({"status", "--json"}).json();
  CHECK(status["sources"][0]["health"] == "ok");
  CHECK(status["sources"][0]["papers"] == 4);
  CHECK(program.run({"diff", "--from", "2020-01-01", "--json"}).json()["gained"].size() == 4);
  CHECK(program.run({"feeds"}).status == 0);
  CHECK(program.read("feeds/numbers.rss").find("On the number 4") != std::string::npos);
  const auto doctor = program.run({"doctor", "--json"});
  CHECK(doctor.status == 0);
  CHECK(doctor.json()["checks"].size() >= 6);
}

TEST_CASE("papers as of a moment", "[e2e]") {
  Watched program;
  program.environment["PAPERWATCH_NOW"] = "2026-11-01T09:00:00Z";
  program.run({"sync"});
  program.server.on("/list", html(numbers_page(5)));
  program.environment["PAPERWATCH_NOW"] = "2026-11-08T09:00:00Z";
  program.run({"sync"});
  CHECK(program.run({"papers", "--as-of", "2026-11-02", "--json"}).json()["papers"].size() == 3);
  CHECK(program.run({"papers", "--as-of", "7d ago", "--json"}).json()["papers"].size() == 3);
  CHECK(program.run({"papers", "--json"}).json()["papers"].size() == 5);
}

TEST_CASE("status says that a source is stale as soon as it is", "[e2e]") {
  Watched program;
  program.write("paperwatch.yaml",
                replace_all(program.read("paperwatch.yaml"), "every: 1h",
                            "every: 30d\n    expect: {new_every: 3d, except: weekend}"));
  CHECK(program.run({"check"}).out.find("warning") == std::string::npos);
  program.environment["PAPERWATCH_NOW"] = "2026-11-26T09:00:00Z";
  program.run({"sync"});
  const auto health = [&] {
    return program.run({"status", "--json"}).json()["sources"][0]["health"];
  };
  program.environment["PAPERWATCH_NOW"] = "2026-12-01T08:59:59Z";
  CHECK(health() == "ok");
  program.environment["PAPERWATCH_NOW"] = "2026-12-01T09:00:00Z";
  CHECK(health() == "stale");

  CHECK(program.run({"sync", "--json"}).json()["visits"][0]["events"][0]["kind"] == "source_stale");
  CHECK(program.run({"sync", "--json"}).json()["totals"]["events"] == 0);
  program.server.on("/list", html(numbers_page(4)));
  CHECK(program.run({"events", "--json", "--kind", "source_stale"}).json()["events"].size() == 1);
  CHECK(program.run({"sync", "--json"}).json()["visits"][0]["events"][0]["kind"] ==
        "source_recovered");
}

TEST_CASE("feeds stay byte for byte until something happens", "[e2e]") {
  Watched program;
  program.run({"sync"});
  const auto before = program.read("feeds/numbers.atom");
  REQUIRE(before.size() > 200);
  program.run({"sync"});
  program.run({"feeds"});
  CHECK(program.read("feeds/numbers.atom") == before);
}

TEST_CASE("try shows what the rules find, and changes nothing", "[e2e]") {
  Watched program;
  const auto tried = program.run({"try", "numbers", "--json"});
  CHECK(tried.status == 0);
  CHECK(tried.json()["records"].size() == 3);
  CHECK(tried.json()["records"][0]["url"] == program.server.url("/p/3"));
  CHECK_FALSE(std::filesystem::exists(program.folder / "paperwatch.db"));

  program.write("page.html", numbers_page(2));
  CHECK(program.run({"try", "page.html", "--json"}).json()["records"].size() == 2);
  program.write("empty.html", "<html><body>nothing</body></html>");
  const auto empty = program.run({"try", "empty.html", "--json"});
  CHECK(empty.status == 1);
  CHECK_FALSE(empty.json()["warnings"].empty());
  CHECK(program.run({"try", "numbers", "--tree"}).out.find("li") != std::string::npos);
  CHECK(program.run({"try", "numbers"}).out.find("On the number 3") != std::string::npos);
}

TEST_CASE("a failed source ends with 1, its words say what happened", "[e2e]") {
  Watched program;
  program.server.on("/list", status(404));
  const auto ended = program.run({"sync"});
  CHECK(ended.status == 1);
  CHECK(ended.out.find("answered 404 Not Found") != std::string::npos);
}

TEST_CASE("a database that cannot be used ends with 3 and loses nothing", "[e2e]") {
  const Watched program;
  SECTION("no database at all") {
    program.write(
        "paperwatch.db",
        "this is a text file, not a database, and it is long enough to be looked at by anybody");
    const auto ended = program.run({"sync"});
    CHECK(ended.status == 3);
    CHECK(program.read("paperwatch.db").starts_with("this is a text file"));
  }
  SECTION("a folder in its place") {
    std::filesystem::create_directory(program.folder / "paperwatch.db");
    CHECK(program.run({"sync"}).status == 3);
    CHECK(program.run({"sync", "--json"}).json()["error"]["hint"].is_string());
  }
}

TEST_CASE("an exec channel hears of news once, on its standard input", "[e2e]") {
  Watched program(
      3,
      "channels:\n  script: {type: exec, command: [/bin/sh, -c, 'cat >> heard; echo >> heard']}\n");
  program.run({"sync"});
  CHECK(program.read("heard").empty());
  program.server.on("/list", html(numbers_page(4)));
  program.run({"sync"});
  program.run({"sync"});
  const auto heard = program.read("heard");
  CHECK(heard.find("\"kind\":\"paper_new\"") != std::string::npos);
  CHECK(heard.find("\"delivery\":") != std::string::npos);
  CHECK(std::count(heard.begin(), heard.end(), '\n') >= 2);
  CHECK(program.run({"deliveries", "--state", "waiting", "--json"}).json()["deliveries"].empty());
}

TEST_CASE("the daemon visits, tells systemd, and stops cleanly", "[e2e]") {
  Watched program;
  const auto path = (program.folder / "notify").string();
  const int notify = ::socket(AF_UNIX, SOCK_DGRAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(notify, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  program.environment["NOTIFY_SOCKET"] = path;

  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  char word[256] = {};
  REQUIRE(::recv(notify, word, sizeof word - 1, 0) > 0);
  CHECK(std::string(word).find("READY=1") != std::string::npos);
  ::close(notify);

  CHECK(program.server.wait_for_requests(2));  // robots.txt and the listing
  REQUIRE(eventually([&] {
    return program.run({"status", "--json"}).json()["sources"][0]["papers"] == 3;
  }));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
}

TEST_CASE("sync and daemon at once visit a source one after the other", "[e2e]") {
  Watched program;
  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  for (int i = 0; i < 5; ++i) CHECK(program.run({"sync"}).status == 0);
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
  CHECK(program.run({"events", "--json"}).json()["events"].size() == 3);
}

TEST_CASE("a sync that is killed anywhere leaves a whole database", "[e2e]") {
  Watched program;
  for (int i = 0; i < 12; ++i) {
    program.server.on("/list", html(numbers_page(3 + i)));
    Running sync(program.folder.path(), {"sync"}, program.environment);
    std::this_thread::sleep_for(std::chrono::milliseconds(i * 7));
    sync.signal(SIGKILL);
    sync.wait();
  }
  program.server.on("/list", html(numbers_page(20)));
  CHECK(program.run({"sync"}).status == 0);
  const auto papers = program.run({"papers", "--json"}).json()["papers"];
  CHECK(papers.size() == 20);
  CHECK(program.run({"events", "--kind", "paper_new", "--json"}).json()["events"].size() == 20);
  CHECK(program.run({"doctor", "--offline"}).status == 0);
}

TEST_CASE("SIGINT ends a one-shot sync with 130 and keeps what was committed", "[e2e]") {
  Watched program;
  Reply slow = html(numbers_page(3));
  slow.delay = Milliseconds(5000);
  program.server.on("/list", slow);
  Running sync(program.folder.path(), {"sync"}, program.environment);
  REQUIRE(program.server.wait_for_requests(2));
  sync.signal(SIGINT);
  CHECK(sync.wait().status == 130);
  CHECK(program.run({"events", "--json"}).json()["events"].empty());
}

TEST_CASE("a query about a field that nobody gives is warned of where it stands", "[e2e]") {
  const Watched program(3,
                        "channels: {journal: {type: log}}\nroutes:\n  - {channel: journal, match: "
                        "'titel ~ x'}\nqueries:\n  good: 'title ~ x and year > 2020'\n"
                        "  slip: 'titel ~ x'\n");
  const auto checked = program.run({"check"});
  CHECK(checked.status == 0);
  CHECK(checked.out.find("match: no source's rules give 'titel'\n  did you mean 'title'?") !=
        std::string::npos);
  CHECK(checked.out.find(": queries: slip: no source's rules give 'titel'") != std::string::npos);
  CHECK(checked.out.find("good: no source's rules give 'title'") == std::string::npos);

  program.run({"sync"});
  const auto papers = program.run({"papers", "--search", "titel ~ number"});
  CHECK(papers.err.find("no source's rules give 'titel'\n  did you mean 'title'?") !=
        std::string::npos);
  CHECK(program.run({"papers", "--search", "title ~ number"}).err.empty());
}

TEST_CASE("a fault of a named query has its place", "[e2e]") {
  const Program program;
  program.write("paperwatch.yaml", "queries:\n  good: sparse\n  bad: 'title ='\n");
  const auto checked = program.run({"check"});
  CHECK(checked.status == 2);
  CHECK(checked.out.find("paperwatch.yaml:3:9: queries: bad: ") != std::string::npos);
}

TEST_CASE("a fault of a template's selector is told once for all its sources", "[e2e]") {
  const Program program;
  program.write("paperwatch.yaml",
                "templates: {t: {extract: {record: 'li[', fields: {title: a, url: b}}}}\n"
                "sources:\n  - {id: a, url: 'https://a.example/', template: t}\n"
                "  - {id: b, url: 'https://b.example/', template: t}\n");
  CHECK(program.run({"check"}).out.find("1 problem\n") != std::string::npos);
}

TEST_CASE("check says what would not be fetched, and that nothing is watched", "[e2e]") {
  const Program program;
  program.write("paperwatch.yaml",
                "sources:\n  - {id: a, url: 'http://127.0.0.1/feed', template: feed}\n");
  CHECK(program.run({"check"}).out.find("127.0.0.1 is a private address, which is not fetched") !=
        std::string::npos);
  program.write("paperwatch.yaml", "sources: []\n");
  CHECK(program.run({"check"}).out.find("nothing is watched yet") != std::string::npos);
}

TEST_CASE("check tries every template of a channel", "[e2e]") {
  const Program program;
  program.write("paperwatch.yaml",
                "channels: {hook: {type: webhook, url: 'https://h.example/', template: body}}\n");
  const auto checked = [&](const std::string& body) {
    program.write("body", body);
    return program.run({"check"});
  };
  CHECK(checked(R"({"n": [{{#events}}"{{title}}"{{^last}}, {{/last}}{{/events}}]})").status == 0);
  CHECK(checked(R"({"n": [{{#events}}"{{title}}"{{/events}})").out.find("is no JSON") !=
        std::string::npos);
  CHECK(checked(R"({"n": "{{titel}}"})").out.find("did you mean 'title'?") != std::string::npos);
}
