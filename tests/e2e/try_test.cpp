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

TEST_CASE("try shows how each rule fares over the elements where none is a record", "[e2e][try]") {
  const Workbench program;
  program.write("wrong.yaml",
                "sources:\n  - id: hits\n    url: https://l.example/\n    extract:\n"
                "      record: li.hit\n      fields: {title: h4, url: 'a::attr(href)'}\n");
  program.write("page.html", results());
  const auto tried = program.run({"-c", "wrong.yaml", "try", "page.html"});
  CHECK(tried.status == 1);
  CHECK(has(tried.out, "title          0 of 5 elements\n"));
  CHECK(has(tried.out, "url            5 of 5 elements\n"));
  CHECK(has(tried.out,
            "field 'title': 'h4' matches nothing inside the record (the first holds h3, a"));
}

TEST_CASE("rules for the page that match nothing are noted, and are no fault", "[e2e][try]") {
  const Workbench program;
  program.write("page.html", results());
  program.write("notes.yaml",
                "sources:\n  - id: hits\n    url: https://l.example/\n"
                "    pages: {next: 'a[rel=nxt]'}\n    extract:\n      record: li.hit\n"
                "      count: .statz\n      section: {heading: h7}\n"
                "      fields: {title: h3, url: 'a::attr(href)'}\n");
  const auto tried = program.run({"-c", "notes.yaml", "try", "page.html"});
  CHECK(tried.status == 0);
  CHECK(has(tried.out, "note: next: 'a[rel=nxt]' matches nothing on this page"));
  CHECK(has(tried.out, "note: count: '.statz' matches nothing on this page"));
  CHECK(has(tried.out, "note: section: 'h7' matches nothing before the records"));
  const auto json = program.run({"-c", "notes.yaml", "try", "page.html", "--json"}).json();
  CHECK(json["notes"].size() == 3);
  CHECK(json["warnings"].empty());
}

TEST_CASE("a target that is nothing is told with the sources there are", "[e2e][try]") {
  const Workbench program;
  const auto tried = program.run({"try", "hit"});
  CHECK(tried.status == 2);
  CHECK(has(tried.err, "there is no file and no source 'hit'"));
  CHECK(has(tried.err, "did you mean 'hits'?"));
  CHECK(has(program.run({"try", "--suggest", "missing.html"}).err, "there is no file"));
}

TEST_CASE("a file's address as browsers show it names the file", "[e2e][try]") {
  const Workbench program;
  program.write("a page.html", results());
  const auto address = "file://" + (program.folder.path() / "a%20page.html").string();
  CHECK(program.run({"try", address}).status == 0);
}

TEST_CASE("a saved page whose links are relative asks for its address", "[e2e][try]") {
  const Program program;
  program.write("page.html", results());
  program.write("rules.yaml",
                "templates:\n  t: {extract: {record: li.hit, fields: {title: h3, url: "
                "'a::attr(href)'}}}\n");
  const auto tried = program.run({"-c", "rules.yaml", "try", "page.html", "-t", "t"});
  CHECK(
      has(tried.out, "'/p/1' is relative, and the page's address is not known; say --url ADDRESS"));
  const auto with = program.run(
      {"-c", "rules.yaml", "try", "page.html", "-t", "t", "--url", "https://l.example/"});
  CHECK(with.status == 0);
  CHECK_FALSE(has(with.out, "is relative"));
}

TEST_CASE("a proposal for a file of unknown address says so", "[e2e][try]") {
  const Program program;
  program.write("page.html", results());
  CHECK(program.run({"try", "--suggest", "page.html"})
            .out.starts_with("# The file's own address is not known: say --url ADDRESS"));
  CHECK_FALSE(has(program.run({"try", "--suggest", "page.html", "--url", "https://l.example/"}).out,
                  "not known"));
}

TEST_CASE("JSON and XML have no proposals, but a tree of their own", "[e2e][try]") {
  const Program program;
  program.write("works.json", R"({"items": [{"title": "A", "by": ["B"]}]})");
  program.write("works.xml", "<Works><Work><Title>A</Title></Work></Works>");
  CHECK(has(program.run({"try", "--suggest", "works.json"}).err, "the page is JSON"));
  CHECK(
      has(program.run({"try", "--suggest", "works.json"}).err, "rules are guessed for HTML only"));
  CHECK(has(program.run({"try", "--tree", "works.json"}).out, "items/*  (1)"));
  CHECK(has(program.run({"try", "--tree", "works.xml"}).out, "Works\n  Work\n    Title"));
}

TEST_CASE("with a cursor try shows the address that comes next", "[e2e][try]") {
  const Program program;
  program.write("works.json", R"({"next": "abc=", "items": [{"title": "A"}]})");
  program.write("api.yaml",
                "sources:\n  - id: api\n    url: https://api.example/works\n"
                "    pages: {next: /next, template: 'https://api.example/works?cursor={next}'}\n"
                "    extract: {format: json, record: /items, fields: {title: /title}, require: "
                "[title]}\n");
  const auto tried = program.run({"-c", "api.yaml", "try", "works.json"});
  CHECK(has(tried.out, "next      https://api.example/works?cursor=abc"));
  CHECK(has(tried.out, "(cursor abc=)"));
}

TEST_CASE("another site that is tried with a source's rules is told none of its secrets",
          "[e2e][try]") {
  const Workbench program;
  HttpServer other;
  other.on("/list", html(results()));
  program.write("key", "k3y-of-the-lab\n");
  program.write("paperwatch.yaml", program.read("paperwatch.yaml") +
                                       "    auth: {user: reader, password: {file: key}}\n"
                                       "    headers: {X-Lab: {file: key}}\n");

  CHECK(program.run({"try", "hits"}).status == 0);
  CHECK(program.run({"try", program.server.url("/list")}).status == 0);
  // With the rules of the only source, and with those of the one that is named.
  CHECK(program.run({"try", other.url("/list")}).status == 0);
  CHECK(program.run({"try", other.url("/list"), "--source", "hits"}).status == 0);

  REQUIRE(program.server.requests("/list").size() == 2);
  REQUIRE(other.requests("/list").size() == 2);
  for (const char* name : {"authorization", "x-lab"}) {
    for (const auto& request : program.server.requests("/list")) CHECK(request.has(name));
    for (const auto& request : other.requests()) CHECK_FALSE(request.has(name));
  }
}
