// SPDX-License-Identifier: MIT
// export, import, backup, and questions about the past, as a user types them.
#include "base/text.hpp"
#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;
using paperwatch::replace_all;

namespace {

std::string listing(const std::vector<std::pair<int, std::string>>& papers) {
  std::string items;
  for (const auto& [number, title] : papers)
    items += fmt::format("<li><a href=/p/{}>{}</a></li>", number, title);
  return "<!doctype html><html><body><ul>" + items + "</ul></body></html>";
}

// Two visits a week apart: one paper has gone, one has come, one has another title.
struct TwoWeeks : Program {
  HttpServer server;

  TwoWeeks() {
    write("paperwatch.yaml",
          "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\n"
          "feeds: {base_url: 'https://papers.example.org/'}\n"
          "queries: {sparse: 'title ~ sparse'}\n"
          "sources:\n"
          "  - id: numbers\n    title: Numbers & <co>\n    url: " +
              server.url("/list") +
              "\n    every: 1h\n    track: {removal: {visits: 1, age: 0s}}\n"
              "    extract: {record: li, fields: {title: a, url: 'a::attr(href)'}}\n");
    visit("2026-11-01T09:00:00Z", {{1, "On one"}, {2, "On two"}, {3, "On three"}});
    visit("2026-11-08T09:00:00Z", {{4, "On four"}, {2, "On the number two"}, {3, "On three"}});
  }

  void visit(const std::string& now, const std::vector<std::pair<int, std::string>>& papers) {
    server.on("/list", html(listing(papers)));
    environment["PAPERWATCH_NOW"] = now;
    REQUIRE(run({"sync"}).status == 0);
  }
  void other_database() {
    write("paperwatch.yaml", "database: other.db\n" + read("paperwatch.yaml"));
  }
};

std::vector<std::string> titles_in(const nlohmann::json& papers) {
  std::vector<std::string> titles;
  for (const auto& paper : papers) titles.push_back(paper["fields"]["title"]);
  return titles;
}

}  // namespace

TEST_CASE("what a listing gained, lost and changed between two moments", "[e2e][time_travel]") {
  const TwoWeeks program;
  const auto between = [&](const char* from, const char* to) {
    return program.run({"diff", "--source", "numbers", "--from", from, "--to", to, "--json"})
        .json();
  };
  const auto week = between("2026-11-02", "2026-11-09");
  CHECK(titles_in(week["gained"]) == std::vector<std::string>{"On four"});
  CHECK(titles_in(week["lost"]) == std::vector<std::string>{"On one"});
  REQUIRE(week["changed"].size() == 1);
  CHECK(week["changed"][0]["changes"][0]["before"] == "On two");
  CHECK(week["changed"][0]["changes"][0]["after"] == "On the number two");

  const auto calm = between("2026-11-02", "2026-11-08T08:59:59Z");
  CHECK(calm["gained"].empty());
  CHECK(calm["lost"].empty());
  CHECK(calm["changed"].empty());
  // Backwards it is the mirror image.
  const auto back = between("2026-11-09", "2026-11-02");
  CHECK(titles_in(back["gained"]) == std::vector<std::string>{"On one"});
  CHECK(titles_in(back["lost"]) == std::vector<std::string>{"On four"});
  CHECK(back["changed"][0]["changes"][0]["after"] == "On two");
  CHECK(titles_in(program.run({"papers", "--as-of", "2026-11-02", "--json"}).json()["papers"]) ==
        std::vector<std::string>{"On one", "On two", "On three"});
}

TEST_CASE("show tells a paper's versions and what changed from one to the next",
          "[e2e][time_travel]") {
  const TwoWeeks program;
  const auto paper = program.run({"show", program.server.url("/p/2"), "--json"}).json()["paper"];
  REQUIRE(paper["versions"].size() == 2);
  CHECK(paper["versions"][0]["fields"]["title"] == "On two");
  CHECK(paper["versions"][1]["changes"][0]["field"] == "title");
  CHECK(paper["versions"][1]["at"] == "2026-11-08T09:00:00Z");
  CHECK(program.run({"show", program.server.url("/p/2")}).out.find("On {+the number+} two") !=
        std::string::npos);
}

TEST_CASE("the history goes out, into an empty database, and out again byte for byte",
          "[e2e][transfer]") {
  TwoWeeks program;
  CHECK(program.run({"export", "history.jsonl"}).status == 0);
  const auto text = program.read("history.jsonl");
  REQUIRE(text.starts_with("{\"format\":\"paperwatch-history\","));
  CHECK(program.run({"export", "-"}).out == text);
  const auto events = program.run({"events", "--json"}).out;
  program.run({"feeds"});
  const auto feed = program.read("feeds/numbers.atom");
  CHECK(program.run({"import", "history.jsonl"}).status == 2);

  program.other_database();
  std::filesystem::remove_all(program.folder / "feeds");
  CHECK(program.run({"import", "history.jsonl"}).status == 0);
  CHECK(program.run({"export", "again.jsonl"}).status == 0);
  CHECK(program.read("again.jsonl") == text);
  CHECK(program.run({"events", "--json"}).out == events);
  program.run({"feeds"});
  CHECK(program.read("feeds/numbers.atom") == feed);
  // The copy goes on: nothing is new to it.
  CHECK(program.run({"sync"}).out == "1 source visited: no news\n");
  CHECK(program.run({"doctor", "--offline"}).status == 0);
}

TEST_CASE("an export with the archive holds the raw pages", "[e2e][transfer]") {
  TwoWeeks program;
  CHECK(program.run({"export", "all.jsonl", "--with-archive"}).status == 0);
  CHECK(program.read("all.jsonl").find("{\"body\":{") != std::string::npos);
  program.other_database();
  CHECK(program.run({"import", "all.jsonl", "--json"}).json()["imported"]["body"] == 2);
}

TEST_CASE("a broken export is refused with its line and leaves no history", "[e2e][transfer]") {
  TwoWeeks program;
  program.run({"export", "history.jsonl"});
  program.write("cut.jsonl", program.read("history.jsonl").substr(0, 2000));
  program.other_database();
  const auto cut = program.run({"import", "cut.jsonl"});
  CHECK(cut.status == 2);
  CHECK(cut.err.find("cut.jsonl: line ") != std::string::npos);
  CHECK(program.run({"events", "--json"}).json()["events"].empty());
  CHECK(program.run({"import", "nothing.jsonl"}).status == 2);
  CHECK(program.run({"import", "history.jsonl"}).status == 0);
}

TEST_CASE("a backup is a whole database, made while the daemon runs", "[e2e][transfer]") {
  TwoWeeks program;
  program.environment.erase("PAPERWATCH_NOW");
  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  const auto made = program.run({"backup", "copy.db"});
  CHECK(made.status == 0);
  CHECK(made.out.find("copy.db: a whole copy, checked") != std::string::npos);
  CHECK(program.run({"backup", "copy.db"}).status == 2);
  CHECK(program.run({"backup", "no/where/copy.db"}).status == 3);
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
  program.write("copy.yaml", "database: copy.db\n" + program.read("paperwatch.yaml"));
  CHECK(program.run({"--config", "copy.yaml", "papers", "--json"}).json()["papers"].size() == 3);
  CHECK(program.run({"--config", "copy.yaml", "doctor", "--offline"}).status == 0);
}

TEST_CASE("the feeds go out as OPML", "[e2e][transfer]") {
  TwoWeeks program;
  CHECK(program.run({"export", "feeds.opml"}).status == 0);
  const auto text = program.read("feeds.opml");
  CHECK(text.find("title=\"Numbers &amp; &lt;co>\"") != std::string::npos);
  CHECK(text.find("xmlUrl=\"https://papers.example.org/feeds/numbers.atom\"") != std::string::npos);
  CHECK(text.find("feeds/all.atom") != std::string::npos);
  program.write("paperwatch.yaml", replace_all(program.read("paperwatch.yaml"),
                                               "base_url: 'https://papers.example.org/'", ""));
  const auto local = program.run({"export", "-", "--format", "opml"}).out;
  CHECK(local.find("xmlUrl=\"file:///") != std::string::npos);
  CHECK(local.find("/feeds/sparse.atom\"") != std::string::npos);
}

TEST_CASE("lists of other programs become sources that can be included", "[e2e][transfer]") {
  TwoWeeks program;
  program.write("subscriptions.opml",
                "<opml version='2.0'><body><outline text='Labs'><outline text='A lab' "
                "xmlUrl='https://lab.example.org/rss'/></outline></body></opml>");
  program.write("urls.yaml",
                "name: Group\nurl: https://group.example.org/\n"
                "filter:\n  - css: div.pub\n  - grep: x\n---\n"
                "name: Odd\nurl: https://odd.example.org/\nfilter:\n  - css: 'li['\n---\n"
                "name: Mine\nurl: " +
                    program.server.url("/list") + "\nfilter:\n  - css: li\n");
  CHECK(program.run({"import", "subscriptions.opml", "--output", "feeds.yaml"}).status == 0);
  CHECK(program.run({"import", "subscriptions.opml", "--output", "feeds.yaml"}).status == 2);
  const auto jobs = program.run({"import", "urls.yaml"});
  CHECK(jobs.status == 0);
  CHECK(jobs.out.find("# not carried over: filter grep") != std::string::npos);
  CHECK(jobs.err.find("left out: Group: not carried over: filter grep") != std::string::npos);
  CHECK(jobs.err.find("left out: Odd: ") != std::string::npos);
  CHECK(jobs.err.find("left out: Mine: watched already as numbers") != std::string::npos);
  program.write("jobs.yaml", jobs.out);
  program.write("paperwatch.yaml",
                "include: [feeds.yaml, jobs.yaml]\n" + program.read("paperwatch.yaml"));
  const auto checked = program.run({"check"});
  CAPTURE(checked.out);
  CHECK(checked.status == 0);
  CHECK(checked.out.find("3 sources") != std::string::npos);
}
