// SPDX-License-Identifier: MIT
// merge, split, review, explain, replay and the archive, as a user types them.
#include <iterator>
#include <sstream>

#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;
using Catch::Matchers::Contains;

namespace {

std::string page(int papers, const std::string& element = "li") {
  std::string items;
  for (int i = papers; i >= 1; --i) {
    items +=
        fmt::format("<{1}><a href=/p/{0}>On the number {0} and its friends</a></{1}>", i, element);
  }
  return "<!doctype html><html><body><div>" + items + "</div></body></html>";
}

// One source on a real server; its channel writes a journal.
struct Watched : Program {
  HttpServer server;

  Watched() {
    show(page(6));
    use_rules("li");
    run({"sync"});
  }
  void show(const std::string& html_page) {
    server.on("/list", html(html_page, {{"ETag", "\"tag\""}}));
  }
  void use_rules(const std::string& record) {
    write("paperwatch.yaml",
          "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\n"
          "feeds: {directory: feeds}\n"
          "sources:\n"
          "  - id: numbers\n"
          "    url: " +
              server.url("/list") +
              "\n"
              "    every: 1h\n"
              "    extract: {record: '" +
              record + "', fields: {title: a, url: 'a::attr(href)'}}\n");
  }
  std::string id_of(int number) {
    const auto address = server.url(fmt::format("/p/{}", number));
    return std::to_string(run({"show", address, "--json"}).json()["paper"]["id"].get<int>());
  }
};

}  // namespace

TEST_CASE("papers are merged and split by hand, and show says why", "[e2e]") {
  Watched program;
  const auto older = program.id_of(6), newer = program.id_of(5);
  const auto merged = program.run({"merge", newer, program.server.url("/p/6"), "--json"});
  CHECK(merged.status == 0);
  CHECK(std::to_string(merged.json()["paper"]["id"].get<int>()) == older);
  CHECK(program.id_of(5) == older);
  CHECK_THAT(program.run({"show", newer}).out, Contains("merged into this one by hand"));
  CHECK_THAT(program.run({"show", newer}).out, Contains("first seen here in visit 1"));
  CHECK(program.run({"merge", newer, older}).status == 2);
  CHECK(program.run({"sync"}).out == "1 source visited: no news\n");

  const auto split = program.run({"split", older, "--json"});
  CHECK(split.status == 0);
  CHECK(split.json()["papers"].size() == 2);
  CHECK(program.id_of(5) == newer);
  CHECK(program.run({"sync"}).out == "1 source visited: no news\n");
  CHECK(program.id_of(5) == newer);
  const auto again = program.run({"split", older});
  CHECK(again.status == 2);
  CHECK_THAT(again.err, Contains("nothing was merged into paper"));
  CHECK(program.run({"split", "nonsense"}).status == 2);
}

TEST_CASE("a visit in quarantine is listed, looked at and accepted", "[e2e]") {
  Watched program;
  program.show(page(2));
  CHECK(program.run({"sync"}).status == 1);
  const auto list = program.run({"review", "--json"});
  CHECK(list.status == 0);
  REQUIRE(list.json()["visits"].size() == 1);
  CHECK(list.json()["visits"][0]["problem"]["code"] == "records_dropped");
  const auto id = std::to_string(list.json()["visits"][0]["id"].get<int>());
  CHECK_THAT(program.run({"review"}).out, Contains("paperwatch review accept " + id));

  const auto archived = program.run({"try", "--from-archive", id, "--json"});
  CHECK(archived.status == 0);
  CHECK(archived.json()["records"].size() == 2);
  CHECK(archived.json()["url"] == program.server.url("/list"));
  CHECK(program.run({"try", "--from-archive", id, "--page", "2"}).status == 2);
  CHECK(program.run({"try", "--from-archive", "99"}).status == 2);
  CHECK(program.run({"try"}).status == 2);

  const auto accepted = program.run({"review", "accept", "numbers", "--json"});
  CHECK(accepted.status == 0);
  REQUIRE(accepted.json()["visits"][0]["events"].size() == 1);
  CHECK(accepted.json()["visits"][0]["events"][0]["kind"] == "source_recovered");
  CHECK_THAT(program.read("feeds/status.json"), Contains("recovered"));
  CHECK(program.run({"review", "--json"}).json()["visits"].empty());
  CHECK(program.run({"sync"}).status == 0);
  CHECK(program.run({"review", "accept", id}).status == 2);
  CHECK(program.run({"review", "accept"}).status == 2);
  CHECK(program.run({"review", "bless", id}).status == 2);
}

TEST_CASE("a rejected visit leaves the list", "[e2e]") {
  Watched program;
  program.show(page(2));
  program.run({"sync"});
  CHECK(program.run({"review", "reject", "numbers"}).status == 0);
  CHECK(program.run({"review", "--json"}).json()["visits"].empty());
  const auto all = program.run({"review", "--all", "--json"}).json();
  REQUIRE(all["visits"].size() == 1);
  CHECK(all["visits"][0]["review"] == "rejected");
  CHECK(program.run({"status", "--json"}).json()["sources"][0]["health"] == "broken");
}

TEST_CASE("explain prints the evidence and the command that reads it again", "[e2e]") {
  Watched program;
  program.show(page(7));
  program.run({"sync"});
  const auto news = program.run({"events", "--kind", "paper_new", "--limit", "1", "--json"}).json();
  const auto id = std::to_string(news["events"][0]["id"].get<int>());

  const auto json = program.run({"explain", id, "--json"}).json()["explanation"];
  CHECK(json["event"]["kind"] == "paper_new");
  CHECK(json["visit"]["id"] == json["read_by"]);
  REQUIRE(json["pages"].size() == 1);
  const auto& evidence = json["pages"][0];
  CHECK(evidence["url"] == program.server.url("/list"));
  CHECK(evidence["status"] == 200);
  CHECK(evidence["etag"] == "\"tag\"");
  CHECK(evidence["archived"] == true);
  CHECK(evidence["body_hash"].get<std::string>().size() == 32);
  CHECK(evidence["records"] == 7);
  CHECK(evidence["found"]["title"] == 7);

  const auto text = program.run({"explain", id});
  CHECK(text.status == 0);
  CHECK_THAT(text.out, Contains("On the number 7"));
  const std::string marker = "read it again: paperwatch ";
  const auto at = text.out.find(marker);
  REQUIRE(at != std::string::npos);
  std::istringstream words(text.out.substr(at + marker.size()));
  const std::vector<std::string> command{std::istream_iterator<std::string>(words), {}};
  CHECK_THAT(program.run(command).out, Contains("On the number 7"));

  CHECK_THAT(program.run({"explain", "numbers"}).out, Contains("title          7 of 7"));
  program.run({"sync"});
  CHECK_THAT(program.run({"explain", "numbers"}).out, Contains("that visit 2 had read"));
  CHECK(program.run({"explain", "9999"}).status == 2);
  CHECK(program.run({"explain", "nubmers"}).status == 2);
}

TEST_CASE("a replay tells late what broken rules had missed", "[e2e]") {
  Watched program;
  program.show(page(8, "p"));
  CHECK(program.run({"sync"}).status == 1);
  program.use_rules("li, p");

  const auto dry = program.run({"replay", "numbers", "--dry-run", "--json"});
  CHECK(dry.status == 0);
  CHECK(dry.json()["totals"]["events"] == 4);  // recovered, two papers, the count
  CHECK(program.run({"papers", "--json"}).json()["papers"].size() == 6);

  CHECK_THAT(program.run({"replay", "numbers", "--since", "1d ago"}).out,
             Contains("new: “On the number 8 and its friends”") && Contains("4 events missed"));
  const auto events =
      program.run({"events", "--kind", "paper_new", "--limit", "1", "--json"}).json();
  CHECK(events["events"][0]["late"] == true);
  CHECK_FALSE(program.run({"events", "--json"}).json()["events"][0].contains("late"));
  CHECK(program.run({"papers", "--json"}).json()["papers"].size() == 8);
  CHECK_THAT(program.read("feeds/numbers.rss"), Contains("On the number 8"));
  CHECK(program.run({"sync"}).out == "1 source visited: no news\n");
  CHECK_THAT(program.run({"replay", "numbers"}).out, Contains("nothing was missed"));
  CHECK(program.run({"replay", "nubmers"}).status == 2);
}

TEST_CASE("a replay that is killed has told everything or nothing", "[e2e]") {
  Watched program;
  for (int papers = 7; papers < 27; ++papers) {
    program.show(page(papers, "p"));
    program.run({"sync", "--quiet"});
  }
  program.use_rules("li, p");
  const auto papers = [&] { return program.run({"papers", "--json"}).json()["papers"].size(); };
  for (int delay = 5; papers() == 6 && delay < 5000; delay = delay * 3 / 2) {
    Running replay(program.folder.path(), {"replay", "numbers"}, program.environment);
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    replay.signal(SIGKILL);
    replay.wait();
    const auto known = papers();
    CHECK((known == 6 || known == 26));
  }
  CHECK(papers() == 26);
  CHECK_THAT(program.run({"replay", "numbers"}).out, Contains("nothing was missed"));
}
