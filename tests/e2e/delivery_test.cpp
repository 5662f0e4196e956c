// SPDX-License-Identifier: MIT
// Deliveries and schedules of the real program: killed at the worst moment, and kept waiting.
#include <algorithm>

#include "e2e/program.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"
#include "support/smtp_server.hpp"

using namespace paperwatch::test;

namespace {

std::string page(int papers) {
  std::string items;
  for (int i = papers; i >= 1; --i)
    items += fmt::format("<li><a href=/p/{}>On the number {}</a></li>", i, i);
  return "<!doctype html><html><body><ul>" + items + "</ul></body></html>";
}

// A listing with two papers that was visited, and a third that is about to be found.
struct Newsroom : Program {
  HttpServer site;

  explicit Newsroom(const std::string& channels, const std::string& schedule = "every: 1h") {
    site.on("/list", html(page(2)));
    write("paperwatch.yaml",
          "fetch: {host_delay: 0s, private_addresses: allow, retries: 0}\n" + channels +
              "sources:\n  - id: numbers\n    url: " + site.url("/list") + "\n    " + schedule +
              "\n    extract: {record: li, fields: {title: a, url: 'a::attr(href)'}}\n");
    run({"sync"});
    site.on("/list", html(page(3)));
  }
  nlohmann::json deliveries() const { return run({"deliveries", "--json"}).json()["deliveries"]; }
};

std::string header_of(const std::string& mail, const std::string& name) {
  const auto at = mail.find("\r\n" + name + ": ");
  if (at == std::string::npos) return {};
  const auto begin = at + name.size() + 4;
  return mail.substr(begin, mail.find("\r\n", begin) - begin);
}

std::string routed(const std::string& channel) {
  return "channels:\n  it: " + channel + "\nroutes: [{channel: it, kinds: paper_new}]\n";
}

}  // namespace

TEST_CASE("killed between acceptance and acknowledgement: the same Idempotency-Key again",
          "[e2e][delivery]") {
  HttpServer receiver;
  Reply slow = status(200);
  slow.delay = Milliseconds(20'000);
  receiver.on_each("/x", {slow, status(200)});
  Newsroom program(routed("{type: webhook, url: '" + receiver.url("/x") + "'}"));

  {
    Running sync(program.folder.path(), {"sync"}, program.environment);
    REQUIRE(receiver.wait_for_requests(1, Milliseconds(20'000)));
    sync.signal(SIGKILL);
    sync.wait();
  }
  CHECK(program.deliveries().at(0)["state"] == "waiting");
  CHECK(program.run({"sync"}).status == 0);

  const auto requests = receiver.requests();
  REQUIRE(requests.size() == 2);
  CHECK_FALSE(requests[0].header("Idempotency-Key").empty());
  CHECK(requests[0].header("Idempotency-Key") == requests[1].header("Idempotency-Key"));
  CHECK(requests[0].body == requests[1].body);
  CHECK(program.deliveries().at(0)["state"] == "done");
}

TEST_CASE("killed between acceptance and acknowledgement: the same Message-ID again",
          "[e2e][delivery]") {
  SmtpServer server;
  server.answer("message", "250 taken", std::chrono::seconds(20));
  Newsroom program(routed("{type: email, smtp: '" + server.url() +
                          "', from: papers@example.org, to: lab@example.org}"));

  {
    Running sync(program.folder.path(), {"sync"}, program.environment);
    REQUIRE(server.wait_for_mails(1));
    sync.signal(SIGKILL);
    sync.wait();
  }
  server.answer_well();
  CHECK(program.run({"sync"}).status == 0);

  const auto mails = server.mails();
  REQUIRE(mails.size() == 2);
  CHECK_FALSE(header_of(mails[0].text, "Message-ID").empty());
  CHECK(header_of(mails[0].text, "Message-ID") == header_of(mails[1].text, "Message-ID"));
}

TEST_CASE("a dead channel delays no visit and no other channel of the daemon", "[e2e][delivery]") {
  HttpServer receiver;
  Reply never = status(200);
  never.delay = Milliseconds(60'000);
  receiver.on("/dead", never);
  receiver.on("/x", status(200));
  Newsroom program("channels:\n  dead: {type: webhook, url: '" + receiver.url("/dead") +
                       "'}\n  hook: {type: webhook, url: '" + receiver.url("/x") +
                       "'}\nroutes: [{channel: dead, kinds: paper_new}, {channel: hook, kinds: "
                       "paper_new}]\n",
                   "every: 1s");

  Running daemon(program.folder.path(), {"daemon"}, program.environment);
  REQUIRE(eventually([&] { return receiver.requests("/dead").size() == 1; }));
  CHECK(eventually([&] { return receiver.requests("/x").size() == 1; }));
  program.site.on("/list", html(page(4)));
  CHECK(eventually([&] { return receiver.requests("/x").size() == 2; }));
  CHECK(receiver.requests("/dead").size() == 1);
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
}

TEST_CASE("deliveries do not change what sync answers", "[e2e][delivery]") {
  HttpServer receiver;
  receiver.on("/secret", status(500));
  Newsroom program(routed("{type: webhook, url: '" + receiver.url("/secret") + "'}"));

  const auto ended = program.run({"sync"});

  CHECK(ended.status == 0);
  CHECK(ended.err.find("answered 500") != std::string::npos);
  CHECK(ended.err.find("/secret") == std::string::npos);
  const auto status = program.run({"status", "--json"}).json();
  CHECK(status["deliveries"]["waiting"] == 1);
}

TEST_CASE("a digest waits for its moment", "[e2e][delivery]") {
  HttpServer receiver;
  receiver.on("/x", status(200));
  Newsroom program("channels:\n  it: {type: webhook, url: '" + receiver.url("/x") +
                   "'}\nroutes: [{channel: it, kinds: paper_new, digest: 'daily 08:00', timezone: "
                   "UTC, cap: 1}]\n");
  program.environment["PAPERWATCH_NOW"] = "2027-01-04T12:00:00Z";
  program.site.on("/list", html(page(5)));
  program.run({"sync"});
  CHECK(receiver.requests().empty());
  CHECK(program.deliveries().at(0)["due"] == "2027-01-05T08:00:00Z");

  program.environment["PAPERWATCH_NOW"] = "2027-01-05T08:00:00Z";
  program.run({"sync"});

  REQUIRE(receiver.requests().size() == 1);
  const auto body = nlohmann::json::parse(receiver.requests().at(0).body);
  CHECK(body["events"].size() == 1);
  CHECK(body["more"] == 2);
  CHECK(body["delivery"] == receiver.requests().at(0).header("Idempotency-Key"));
}

TEST_CASE("a calendar decides when a source is due", "[e2e][calendar]") {
  Newsroom program("", "at: '*-*-* 08:00'\n    timezone: Europe/Zurich");
  program.environment["PAPERWATCH_NOW"] = "2027-01-04T12:00:00Z";
  program.run({"sync"});

  const auto next = [&] {
    return program.run({"status", "--json"}).json()["sources"][0]["next_visit"];
  };
  CHECK(next() == "2027-01-05T07:00:00Z");

  // What is written by now counts, where that is earlier.
  auto config = program.read("paperwatch.yaml");
  config.replace(config.find("08:00'"), 6, "21:30'");
  program.write("paperwatch.yaml", config);
  CHECK(next() == "2027-01-04T20:30:00Z");
}

TEST_CASE("a calendar that is none is a fault; one that is over a warning", "[e2e][calendar]") {
  const Newsroom wrong("", "at: 'Mon 25:00'");
  const auto faults = wrong.run({"check"});
  CHECK(faults.status == 2);
  CHECK(faults.out.find("paperwatch.yaml:5:") != std::string::npos);
  CHECK(faults.out.find("hour: from 0 to 23") != std::string::npos);

  const Newsroom over("", "at: '2020-01-01 08:00'");
  const auto warned = over.run({"check"});
  CHECK(warned.status == 0);
  CHECK(warned.out.find("never comes again") != std::string::npos);
  CHECK(over.run({"status", "--json"}).json()["sources"][0]["next_visit"].is_null());
}

TEST_CASE("channels are listed without their secrets, and tested with a sample",
          "[e2e][delivery]") {
  HttpServer receiver;
  receiver.on("/secret", status(200));
  SmtpServer server;
  server.answer("RCPT c@example.org", "550 5.1.1 no such user");
  Newsroom program("channels:\n  hook: {type: webhook, form: slack, url: '" +
                   receiver.url("/secret") + "'}\n  mail: {type: email, smtp: '" + server.url() +
                   "', from: a@example.org, to: [b@example.org, c@example.org]}\n");

  const auto listed = program.run({"channels", "--json"});
  CHECK(listed.status == 0);
  CHECK(listed.out.find("/secret") == std::string::npos);
  CHECK(listed.json()["channels"][0]["type"] == "webhook (slack)");
  CHECK(program.run({"channels"}).out.find("b@example.org, c@example.org") != std::string::npos);

  CHECK(program.run({"channels", "test", "hook"}).status == 0);
  const auto body = nlohmann::json::parse(receiver.requests().at(0).body);
  CHECK(body["text"].get<std::string>().find("A sample from paperwatch") != std::string::npos);
  const auto mailed = program.run({"channels", "test", "mail"});
  CHECK(mailed.status == 1);
  CHECK(mailed.out.find("a sample was sent to b@example.org and accepted") != std::string::npos);
  CHECK(mailed.out.find("550 5.1.1 no such user") != std::string::npos);
  CHECK(program.run({"channels", "test", "hok"}).err.find("did you mean 'hook'?") !=
        std::string::npos);
  CHECK(program.deliveries().empty());
}

TEST_CASE("templates that are none are faults of the configuration", "[e2e][delivery]") {
  Newsroom program(
      "channels:\n  mail: {type: email, smtp: 'smtp://127.0.0.1:1', from: a@b.c, to: d@e.f, "
      "subject: '{{#digest}} without end'}\n");
  const auto checked = program.run({"check"});
  CHECK(checked.status == 2);
  CHECK(checked.out.find("channel mail: this is no template") != std::string::npos);
}

TEST_CASE("what the log channel accepted was written, also by one sync", "[e2e][delivery]") {
  Newsroom program(routed("{type: log}"));
  const auto sync = program.run({"--quiet", "sync"});
  CHECK(sync.err.find("On the number 3") != std::string::npos);
  CHECK(sync.err.find("kind=paper_new source=numbers delivery=") != std::string::npos);
  CHECK(program.deliveries().at(0)["state"] == "done");
}

TEST_CASE("quiet hours hold the delivery, not the visit", "[e2e][delivery]") {
  HttpServer receiver;
  receiver.on("/x", status(200));
  Newsroom program("channels:\n  it: {type: webhook, url: '" + receiver.url("/x") +
                   "'}\nroutes: [{channel: it, kinds: paper_new, quiet: '22:00-07:00', timezone: "
                   "Europe/Zurich}]\n");
  program.environment["PAPERWATCH_NOW"] = "2027-01-04T23:00:00Z";
  const auto visit = program.run({"sync", "--json"}).json();
  CHECK(visit["totals"]["events"] == 2);
  CHECK(program.read("feeds/numbers.atom").find("On the number 3") != std::string::npos);
  CHECK(receiver.requests().empty());
  CHECK(program.deliveries().at(0)["due"] == "2027-01-05T06:00:00Z");

  program.environment["PAPERWATCH_NOW"] = "2027-01-05T06:00:00Z";
  program.run({"sync"});
  CHECK(receiver.requests().size() == 1);
}
