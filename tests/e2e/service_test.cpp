// SPDX-License-Identifier: MIT
// The daemon as systemd starts it: what it says on NOTIFY_SOCKET (sd_notify(3)), the watchdog, and
// the socket that was opened for it (sd_listen_fds(3)).
#include <algorithm>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

#include "base/text.hpp"
#include "e2e/numbers.hpp"
#include "e2e/program.hpp"
#include "serve/client.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"
#include "support/smtp_server.hpp"
#include "support/socket.hpp"

using namespace paperwatch::test;
using paperwatch::replace_all;

namespace {

// The end of NOTIFY_SOCKET that systemd holds.
class NotifySocket {
 public:
  explicit NotifySocket(std::string path)
      : path_(std::move(path)), socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path_.c_str(), sizeof address.sun_path - 1);
    REQUIRE(::bind(socket_.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  const std::string& path() const { return path_; }

  // All that was said so far.
  const std::vector<std::string>& heard() {
    char text[4096];
    ssize_t size = 0;
    while ((size = ::recv(socket_.fd(), text, sizeof text, MSG_DONTWAIT)) > 0)
      heard_.emplace_back(text, static_cast<std::size_t>(size));
    return heard_;
  }
  std::ptrdiff_t count(const std::string& word) {
    return std::count(heard().begin(), heard().end(), word);
  }
  bool has_said(const std::string& part) {
    const auto& said = heard();
    return std::any_of(said.begin(), said.end(), [&](const std::string& text) {
      return text.find(part) != std::string::npos;
    });
  }

 private:
  std::string path_;
  Socket socket_;
  std::vector<std::string> heard_;
};

struct Service : Program {
  HttpServer server;
  NotifySocket systemd{(folder / "notify").string()};

  Service() {
    server.on("/list", html(numbers_page(3)));
    configure("");
    environment["NOTIFY_SOCKET"] = systemd.path();
  }
  void configure(const std::string& more) const {
    write("paperwatch.yaml", numbers_config(server.url("/list"), more));
  }
};

}  // namespace

TEST_CASE("the service says when it is ready, what it does, and that it stops", "[e2e][service]") {
  Service service;
  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  CHECK(eventually([&] { return service.systemd.has_said("STATUS=1 source; next visit 2"); }));
  CHECK(service.systemd.heard().front() == "READY=1");
  CHECK(service.systemd.has_said("STATUS=visiting 1 of 1 sources; 1 pages so far"));
  CHECK(service.systemd.count("STOPPING=1") == 0);

  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
  CHECK(service.systemd.count("STOPPING=1") == 1);
}

TEST_CASE("a source in trouble is in the line of systemctl status", "[e2e][service]") {
  Service service;
  service.server.on("/list", status(500));
  for (int i = 0; i < 5; ++i) service.run({"sync"});
  REQUIRE(service.run({"status", "--json"}).out.find("unreachable") != std::string::npos);
  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  CHECK(eventually([&] { return service.systemd.has_said("STATUS=1 source, 1 in trouble"); }));
}

TEST_CASE("a configuration at fault is refused at a reload, the old one stays", "[e2e][service]") {
  Service service;
  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  REQUIRE(eventually([&] { return service.systemd.has_said("next visit"); }));
  service.configure("colour: red\n");
  daemon.signal(SIGHUP);
  CHECK(eventually([&] { return service.systemd.count("READY=1") == 2; }));
  CHECK(service.systemd.count("RELOADING=1") == 1);
  daemon.signal(SIGTERM);
  const auto ended = daemon.wait();
  CHECK(ended.status == 0);
  CHECK(ended.err.find("unknown key 'colour'") != std::string::npos);
  CHECK(ended.err.find("the configuration in use stays") != std::string::npos);
}

TEST_CASE("a reload waits for the visits under way, not for all that are due", "[e2e][service]") {
  Service service;
  std::string sources;
  Reply slow = html(numbers_page(3));
  slow.delay = Milliseconds(300);
  constexpr int many = 12;
  for (int i = 0; i < many; ++i) {
    service.server.on(fmt::format("/list{}", i), slow);
    sources += fmt::format(
        "  - {{id: s{0}, url: '{1}', extract: {{record: li, fields: {{title: a, "
        "url: 'a::attr(href)'}}}}}}\n",
        i, service.server.url(fmt::format("/list{}", i)));
  }
  service.write(
      "paperwatch.yaml",
      "fetch: {host_delay: 0s, private_addresses: allow, robots: ignore}\nsources:\n" + sources);
  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  REQUIRE(service.server.wait_for_requests(1));
  daemon.signal(SIGHUP);
  REQUIRE(eventually([&] { return service.systemd.count("READY=1") == 2; }));
  CHECK(service.server.requests().size() < many);
  CHECK(eventually([&] { return service.systemd.has_said("next visit"); }));
  CHECK(service.server.requests().size() == many);
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
}

TEST_CASE("the daemon keeps a distance to the site that a sync would not wait for",
          "[e2e][service]") {
  Service service;
  service.server.on("/list", html(numbers_page(3) + "<a rel=next href='/more'>more</a>"));
  service.server.on("/more", html(numbers_page(5)));
  service.write(
      "paperwatch.yaml",
      fmt::format("fetch: {{host_delay: 11s, private_addresses: allow, robots: ignore}}\n"
                  "sources:\n  - {{id: s, url: '{}', pages: {{next: 'a[rel=next]'}}, "
                  "extract: {{record: li, fields: {{title: a, url: 'a::attr(href)'}}}}}}\n",
                  service.server.url("/list")));
  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  CHECK(eventually([&] { return service.systemd.has_said("STATUS=1 source; next visit"); }, 40));
  CHECK(service.server.requests("/more").size() == 1);
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
  CHECK(service.run({"papers"}).out.find("On the number 5") != std::string::npos);
}

TEST_CASE("the watchdog is fed while an answer is slow, and while nothing is to be done",
          "[e2e][service]") {
  Service service;
  Reply slow = html(numbers_page(3));
  slow.delay = Milliseconds(3000);
  service.server.on("/list", slow);
  service.environment["WATCHDOG_USEC"] = "1000000";  // the daemon would be killed after a second
  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  REQUIRE(service.server.wait_for_requests(1));
  const auto before = service.systemd.count("WATCHDOG=1");
  REQUIRE(eventually([&] { return service.systemd.has_said("next visit"); }));
  const auto after = service.systemd.count("WATCHDOG=1");
  CHECK(after - before >= 5);
  CHECK(after - before <= 30);
  CHECK(eventually([&] { return service.systemd.count("WATCHDOG=1") >= after + 4; }, 10));
}

TEST_CASE("the daemon serves on the socket that systemd opened, whatever `listen` says",
          "[e2e][service]") {
  Service service;
  service.configure("serve: {listen: '127.0.0.1:1'}\n");
  Start start = start_in(service.folder.path(), {"daemon"}, service.environment);
  const Socket listening = listen_on("127.0.0.1", 0);
  start.listening = listening.fd();
  // Who comes before the daemon waits for it.
  Client early(port_of(listening));
  REQUIRE(early.is_connected());
  Running daemon(std::move(start));
  CHECK(early.get("/healthz").status == 200);

  // It stays over a reload, also one that wants another port.
  service.configure("serve: {listen: '127.0.0.1:2'}\n");
  daemon.signal(SIGHUP);
  CHECK(eventually([&] { return service.systemd.count("READY=1") == 2; }));
  CHECK(Client(port_of(listening)).get("/healthz").status == 200);
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().status == 0);
}

TEST_CASE("a socket of systemd's that the configuration does not want is complained of",
          "[e2e][service]") {
  Service service;
  Start start = start_in(service.folder.path(), {"daemon"}, service.environment);
  const Socket listening = listen_on("127.0.0.1", 0);
  start.listening = listening.fd();
  Running daemon(std::move(start));
  CHECK(eventually([&] { return service.systemd.has_said("next visit"); }));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait().err.find("nobody answers on the socket that systemd opened") !=
        std::string::npos);
}

TEST_CASE("a stop is over within ten seconds, whoever hangs", "[e2e][service]") {
  Service service;
  HttpServer slow({.address = "0.0.0.0"});
  SmtpServer mails;
  mails.answer("DATA", "250 ok", std::chrono::seconds(60));
  service.configure(fmt::format(
      "serve: {{listen: '127.0.0.1:0'}}\n"
      "channels:\n"
      "  hook: {{type: webhook, url: '{}', timeout: 60s}}\n"
      "  mail: {{type: email, smtp: '{}', from: a@b.example, to: [c@d.example], timeout: 60s}}\n"
      "  script: {{type: exec, command: [/bin/sh, -c, 'touch run; sleep 60'], timeout: 60s}}\n",
      service.server.url("/hook"), mails.url()));
  // Each host is asked for one page at a time: the hanging ones have names of their own.
  auto config = replace_all(service.read("paperwatch.yaml"), "every: 1h", "every: 1s");
  config += fmt::format("  - {{id: never, url: '{}', template: feed}}\n",
                        slow.url("/never", "127.0.0.2"));
  config += fmt::format("  - {{id: dripping, url: '{}', template: feed}}\n",
                        slow.url("/dripping", "127.0.0.3"));
  service.write("paperwatch.yaml", config);
  Reply never = html(numbers_page(3));
  never.delay = Milliseconds(60'000);
  Reply dripping = html(numbers_page(300));
  dripping.piece = 1;
  dripping.pause = Milliseconds(500);
  slow.on("/never", never);
  slow.on("/dripping", dripping);
  service.server.on("/hook", never);
  service.run({"sync", "numbers"});
  service.server.on("/list", html(numbers_page(4)));
  std::this_thread::sleep_for(std::chrono::seconds(2));

  Running daemon(service.folder.path(), {"daemon"}, service.environment);
  REQUIRE(eventually([&] {
    return !service.server.requests("/hook").empty() && mails.connections() > 0 &&
           std::filesystem::exists(service.folder / "run") && !slow.requests("/never").empty() &&
           !slow.requests("/dripping").empty();
  }));
  const auto began = std::chrono::steady_clock::now();
  daemon.signal(SIGTERM);
  const auto ended = daemon.wait();
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
  CHECK(ended.status == 0);
  CHECK(service.systemd.count("STOPPING=1") == 1);
  // Nothing is lost: what nobody accepted yet waits, and is due.
  const auto deliveries = service.run({"deliveries", "--json"}).json()["deliveries"];
  CHECK(deliveries.size() >= 3);
  for (const auto& delivery : deliveries) {
    CHECK(delivery["state"] == "waiting");
    CHECK(delivery["attempts"] == 0);
  }
}
