// SPDX-License-Identifier: MIT
// `sync --record` and `sync --replay`: what a report of a bug needs.
#include <filesystem>
#include <memory>

#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

using namespace paperwatch::test;

namespace {

std::string page(int first, int last, const std::string& more = {}) {
  std::string items;
  for (int i = last; i >= first; --i) {
    items += fmt::format("<li><a href=/p/{0}>On the number {0} and its friends</a></li>", i);
  }
  return "<!doctype html><html><body><ul>" + items + "</ul>" + more + "</body></html>";
}

struct Recorded : Program {
  std::unique_ptr<HttpServer> server = std::make_unique<HttpServer>();

  Recorded() {
    write("key", "k3y-of-the-lab\n");
    write("paperwatch.yaml",
          "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\n"
          "channels:\n"
          "  script: {type: exec, command: [/bin/sh, -c, 'cat >> told']}\n"
          "sources:\n"
          "  - id: numbers\n"
          "    url: " +
              server->url("/list", "reader:open%20sesame@127.0.0.1") +
              "\n"
              "    headers: {X-Lab: {file: key}}\n"
              "    pages: {next: 'a[rel=next]'}\n"
              "    extract: {record: li, fields: {title: a, url: 'a::attr(href)'}}\n");
    show(6);
  }

  void show(int papers) const {
    server->on("/list", [papers](const Request& request) {
      const bool second = request.query == "page=2";
      return second
                 ? html(page(1, 3))
                 : html(page(4, papers,
                             "<a rel=next href='?page=2'>Next</a> for " + request.header("x-lab")));
    });
  }

  std::string all_of(const std::string& name) const {
    std::string text;
    for (const auto& entry : std::filesystem::directory_iterator(folder / name))
      text += text_of_file(entry.path());
    return text;
  }
};

}  // namespace

TEST_CASE("a recorded sync runs again from its folder, without a network", "[e2e][record]") {
  Recorded program;
  CHECK(program.run({"sync"}).status == 0);
  program.show(7);
  const auto live = program.run({"sync", "--record", "tape", "--json"});
  CHECK(live.status == 0);
  REQUIRE(live.json()["visits"][0]["events"].size() >= 1);

  // The same from the beginning, on a database that has seen nothing.
  program.server.reset();
  std::filesystem::remove(program.folder / "paperwatch.db");
  std::filesystem::remove(program.folder / "told");
  const auto replayed = program.run({"sync", "--replay", "tape", "--json"});

  INFO(replayed.out << replayed.err);
  CHECK(replayed.status == 0);
  const auto visit = replayed.json()["visits"][0];
  CHECK(visit["outcome"] == "complete");
  CHECK(visit["papers"] == live.json()["visits"][0]["papers"]);
  CHECK(visit["pages"] == live.json()["visits"][0]["pages"]);
  CHECK(visit["requests"] == live.json()["visits"][0]["requests"]);
  CHECK(program.run({"papers", "--json"}).json()["papers"].size() == 7);
}

TEST_CASE("a replay tells nobody", "[e2e][record]") {
  Recorded program;
  CHECK(program.run({"sync", "--record", "first"}).status == 0);
  program.show(7);
  CHECK(program.run({"sync", "--record", "second"}).status == 0);
  REQUIRE(std::filesystem::exists(program.folder / "told"));

  program.server.reset();
  std::filesystem::remove(program.folder / "paperwatch.db");
  std::filesystem::remove(program.folder / "told");
  CHECK(program.run({"sync", "--replay", "first"}).status == 0);
  const auto second = program.run({"sync", "--replay", "second", "--json"});

  CHECK(second.json()["visits"][0]["events"][0]["kind"] == "paper_new");
  CHECK_FALSE(std::filesystem::exists(program.folder / "told"));
}

TEST_CASE("a recording holds no secret of the configuration", "[e2e][record]") {
  Recorded program;
  CHECK(program.run({"sync", "--record", "tape"}).status == 0);

  REQUIRE(program.server->requests("/list").at(0).header("x-lab") == "k3y-of-the-lab");
  const auto text = program.all_of("tape");
  CHECK(text.find("On the number 5") != std::string::npos);
  for (const char* secret : {"k3y-of-the-lab", "open sesame", "open%20sesame", "cmVhZGVyOm9wZW4"}) {
    INFO(secret);
    CHECK(text.find(secret) == std::string::npos);
  }
}

TEST_CASE("record and replay say what is wrong with their folder", "[e2e][record]") {
  Recorded program;
  const auto absent = program.run({"sync", "--replay", "nothing"});
  CHECK(absent.status == 2);
  CHECK(absent.err.find("nothing holds no recorded exchange") != std::string::npos);

  program.write("thesis.txt", "years of work");
  const auto full = program.run({"sync", "--record", "."});
  CHECK(full.status == 2);
  CHECK(full.err.find("is not an empty folder") != std::string::npos);
  CHECK(program.run({"sync", "--record", "a", "--replay", "b"}).status == 2);
  CHECK(program.server->requests().empty());
}

TEST_CASE("an address that a recording lacks is a problem of that source", "[e2e][record]") {
  Recorded program;
  CHECK(program.run({"sync", "--record", "tape"}).status == 0);
  auto text = program.read("paperwatch.yaml");
  text.replace(text.find("/list"), 5, "/other");
  program.write("paperwatch.yaml", text);

  const auto ended = program.run({"sync", "--replay", "tape"});

  CHECK(ended.status == 1);
  CHECK(ended.out.find("/other is not in the recording tape") != std::string::npos);
}

TEST_CASE("a listing that has moved for good is told by status with its new address", "[e2e]") {
  Recorded program;
  program.server->on("/new", html(page(1, 3)));
  program.server->on("/list", redirect(301, "/new"));
  CHECK(program.run({"sync"}).status == 0);
  const auto moved = "has moved for good to " + program.server->url("/new");
  CHECK(program.run({"status"}).out.find(moved) != std::string::npos);

  program.server->on("/list", redirect(302, "/new"));
  CHECK(program.run({"sync"}).status == 0);
  CHECK(program.run({"status"}).out.find("has moved") == std::string::npos);
}
