// SPDX-License-Identifier: MIT
// `try` as the workbench of those who write rules.
#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;

namespace {

std::string results() {
  std::string out = "<!doctype html><html><body><p id=total>5 papers found</p><ul class=results>";
  for (int i = 1; i <= 5; ++i) {
    out += fmt::format(
        "<li class=hit><h3><a href=/p/{0}>On the number {0} and its friends</a></h3>{1}"
        "<span class=Z3988 title='rft.atitle=x&amp;rft.date=202{0}'></span></li>",
        i, i % 2 == 1 ? "<i class=venue>J. Odd</i>" : "");
  }
  return out + "</ul><a rel=next href='?page=2'>more</a></body></html>";
}

struct Workbench : Program {
  HttpServer server;

  Workbench() {
    server.on("/list", html(results()));
    write("paperwatch.yaml",
          "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\nsources:\n"
          "  - id: hits\n    url: " +
              server.url("/list") +
              "\n    every: 1h\n    extract:\n      record: li.hit\n"
              "      fields: {title: h3, url: 'h3 a::attr(href)', venue: .venue}\n");
  }
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("try names records in which a field is empty", "[e2e][try]") {
  const Workbench program;
  const auto tried = program.run({"try", "hits"});
  CHECK(tried.status == 0);
  CHECK(
      has(tried.out,
          "venue          3 of 5 records\n    empty in 2 “On the number 2 and its friends”, 4 “"));
}

TEST_CASE("try offers metadata that the rules leave lying", "[e2e][try]") {
  const Workbench program;
  const auto tried = program.run({"try", "hits"});
  CHECK(has(tried.out, "offer: the page carries COinS: `use: [coins]` would add date (5 records)"));
  const auto json = program.run({"try", "hits", "--json"}).json();
  CHECK(json["offers"].size() == 1);
  CHECK(json["warnings"].empty());  // nothing is wrong with the rules
}

TEST_CASE("what try --suggest prints is a configuration that reads the page", "[e2e][try]") {
  const Workbench program;
  const auto address = program.server.url("/list");
  const auto suggested = program.run({"try", "--suggest", address});
  CHECK(suggested.status == 0);
  CHECK(has(suggested.out,
            "# finds 5 records; the page states 5; goes on at " + address + "?page=2"));
  CHECK(has(suggested.out, "#    1  On the number 1 and its friends\n"));

  program.write("suggested.yaml",
                suggested.out + "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\n");
  const auto tried = program.run({"--config", "suggested.yaml", "try", address, "--json"}).json();
  REQUIRE(tried["records"].size() == 5);
  CHECK(tried["records"][4]["title"] == "On the number 5 and its friends");
  CHECK(tried["records"][4]["url"] == program.server.url("/p/5"));
  CHECK(tried["records"][4]["date"] == "2025");
  CHECK(tried["count"]["value"] == 5);
}

TEST_CASE("try --suggest reads files without any configuration, and says when it cannot tell",
          "[e2e][try]") {
  const Program program;
  program.write("page.html", results());
  program.write("empty.html", "<html><body><p>Nothing here</p></body></html>");
  const auto json =
      program.run({"try", "--suggest", "page.html", "--url", "https://l.example/", "--json"})
          .json();
  REQUIRE_FALSE(json["suggestions"].empty());
  CHECK(json["suggestions"][0]["records"][0]["url"] == "https://l.example/p/1");
  CHECK(has(json["suggestions"][0]["yaml"].get<std::string>(), "id: l.example\n"));
  const auto none = program.run({"try", "--suggest", "empty.html"});
  CHECK(none.status == 1);
  CHECK(has(none.err, "nothing on the page repeats"));
  CHECK(has(none.err, "--tree"));
}

TEST_CASE("try --tree needs no rules", "[e2e][try]") {
  const Program program;
  program.write("page.html", results());
  const auto tree = program.run({"try", "--tree", "page.html"});
  CHECK(tree.status == 0);
  CHECK(has(tree.out, "li.hit"));
}
