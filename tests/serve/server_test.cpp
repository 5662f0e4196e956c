// SPDX-License-Identifier: MIT
// The server on a real port: what a client sees, good or bad.
#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

#include <nlohmann/json.hpp>

#include <paperwatch/serve.hpp>

#include "base/file.hpp"
#include "notify/feed_files.hpp"
#include "notify/world.hpp"
#include "serve/client.hpp"
#include "support/catch.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;
using test::Client;
using test::World;

struct Served : World {
  Served() {
    add_source("hoefler");
    config.serve = ServeSettings{"127.0.0.1:0", Secret("let me in")};
    actions.sync = [this](const std::string& source) -> Result<Done> {
      asked.push_back(source);
      return Done{};
    };
  }
  void start(const ServeLimits& limits = {}) {
    listener.emplace(std::move(*Listener::open(config.serve->listen)));
    server = std::make_unique<Server>(
        config, *listener, actions, [this] { return now; }, limits);
  }
  int port() const {
    const auto address = listener->address();
    return std::atoi(address.substr(address.rfind(':') + 1).c_str());
  }
  void write_feed(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(config.feeds.directory);
    (void)write_file_atomically(config.feeds.directory / name, text);
  }

  ServeActions actions;
  std::vector<std::string> asked;
  std::optional<Listener> listener;
  std::unique_ptr<Server> server;
};

TEST_CASE("a feed comes with validators, and not again while it stays", "[server]") {
  Served served;
  const std::string text = "<rss>" + std::string(4000, ' ') + "</rss>";
  served.write_feed("all.rss", text);
  served.start();
  Client client(served.port());

  const auto first = client.get("/feeds/all.rss");
  CHECK(first.status == 200);
  CHECK(first.body == text);
  CHECK(first.header("Content-Type") == "application/rss+xml; charset=utf-8");
  CHECK(first.header("X-Content-Type-Options") == "nosniff");
  CHECK(first.header("Content-Security-Policy").find("default-src 'none'") == 0);

  const auto tagged =
      client.get("/feeds/all.rss", "If-None-Match: " + first.header("ETag") + "\r\n");
  CHECK(tagged.status == 304);
  CHECK(tagged.header("ETag") == first.header("ETag"));
  const auto dated =
      client.get("/feeds/all.rss", "If-Modified-Since: " + first.header("Last-Modified") + "\r\n");
  CHECK(dated.status == 304);

  const auto head = client.get("/feeds/all.rss", "", "HEAD");
  CHECK(head.status == 200);
  CHECK(head.header("Content-Length") == std::to_string(text.size()));
  const auto packed = client.get("/feeds/all.rss", "Accept-Encoding: gzip\r\n");
  CHECK(packed.header("Content-Encoding") == "gzip");
  CHECK(packed.body.size() < 200);
  CHECK(packed.body.substr(0, 2) == "\x1f\x8b");
  CHECK(client.get("/feeds/none.rss").status == 404);
  CHECK(client.get("/feeds/..%2f..%2fetc%2fpasswd").status == 404);
}

TEST_CASE("what paperwatch writes is what it serves", "[server]") {
  Served served;
  served.add_paper("hoefler", "arxiv:1", "std::vector<int>");
  write_feeds(served.config, served.store);
  served.start();
  Client client(served.port());
  for (const char* name : {"all.rss", "all.atom", "all.json", "hoefler.rss", "status.atom"}) {
    CAPTURE(name);
    const auto file = read_file(served.config.feeds.directory / name);
    REQUIRE(file);
    CHECK(client.get(std::string("/feeds/") + name).body == *file);
  }
}

TEST_CASE("asking for a feed renders nothing: the file's bytes come, until others are written",
          "[server]") {
  Served served;
  served.add_paper("hoefler", "arxiv:1", "Sparse");
  write_feeds(served.config, served.store);
  served.start();
  const auto file = served.config.feeds.directory / "all.rss";
  const auto written = std::filesystem::last_write_time(file);
  const auto before = *read_file(file);

  served.add_paper("hoefler", "arxiv:2", "Not yet published");
  std::string etag;
  for (int i = 0; i < 3; ++i) {
    Client client(served.port());
    for (int j = 0; j < 3; ++j) {
      const auto answer = client.get("/feeds/all.rss");
      CHECK(answer.status == 200);
      CHECK(answer.body == before);
      etag = answer.header("ETag");
      CHECK(client.get("/feeds/all.rss", "If-None-Match: " + etag + "\r\n").status == 304);
    }
  }
  CHECK(std::filesystem::last_write_time(file) == written);

  write_feeds(served.config, served.store);
  Client client(served.port());
  const auto asked = [&] {
    return client.get("/feeds/all.rss", "If-None-Match: " + etag + "\r\n");
  };
  for (int i = 0; i < 100 && asked().status == 304; ++i) std::this_thread::sleep_for(50ms);
  CHECK(asked().body == *read_file(file));
}

TEST_CASE("pages, API and health answer on one connection", "[server]") {
  Served served;
  served.add_paper("hoefler", "arxiv:1", "Sparse things");
  served.start();
  Client client(served.port());
  CHECK(client.get("/healthz").body == "ok\n");
  CHECK(client.get("/readyz").status == 200);
  CHECK(client.get("/papers?q=sparse").body.find("Sparse things") != std::string::npos);
  CHECK(nlohmann::json::parse(client.get("/api/v1/papers/1").body)["paper"]["key"] == "arxiv:1");
  CHECK(client.get("/papers/arxiv%3A1").status == 200);
  const auto head = client.get("/papers", "", "HEAD");
  CHECK(head.status == 200);
  CHECK(head.header("Content-Length") != "0");
  CHECK(client.get("http://127.0.0.1/healthz").status == 200);
  CHECK(client.get("/metrics").body.find("paperwatch_http_responses_total{code=\"2xx\"} ") !=
        std::string::npos);
}

TEST_CASE("what happens shows within a moment", "[server]") {
  Served served;
  served.start();
  Client client(served.port());
  served.add_paper("hoefler", "arxiv:1", "Sparse things");
  const auto papers = [&] {
    return nlohmann::json::parse(client.get("/api/v1/status").body)["sources"][0]["papers"];
  };
  for (int i = 0; i < 100 && papers() != 1; ++i) std::this_thread::sleep_for(50ms);
  CHECK(papers() == 1);
}

TEST_CASE("posting needs the token, bodies are bounded", "[server]") {
  Served served;
  served.start();
  const int port = served.port();
  CHECK(Client(port).post("/api/v1/sync/hoefler", "").status == 401);
  CHECK(
      Client(port).post("/api/v1/sync/hoefler", "", "Authorization: Bearer let me in\r\n").status ==
      202);
  CHECK(Client(port).post("/login", "token=let+me+in").status == 303);
  CHECK(Client(port).post("/login", std::string(70'000, 'x')).status == 413);

  // Without a length the bytes are counted.
  Client chunked(port);
  chunked.send("POST /login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "4000\r\n" + std::string(0x4000, 'x') + "\r\n";
  for (int i = 0; i < 8; ++i) {
    if (!chunked.send(chunk)) break;
  }
  CHECK(chunked.is_closed_within(5s));
  served.server.reset();
  CHECK(served.asked == std::vector<std::string>{"hoefler"});
}

TEST_CASE("a head that is too long, and a name that is not ours, are refused", "[server]") {
  Served served;
  served.start();
  const auto long_head =
      Client(served.port()).get("/healthz", "X-Long: " + std::string(60'000, 'x') + "\r\n");
  CHECK((long_head.status >= 400 || long_head.status == 0));

  Client client(served.port());
  client.send("GET /papers HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  CHECK(client.receive(true).status == 421);
}

TEST_CASE("a head that does not end in time ends the connection, however it drips", "[server]") {
  Served served;
  ServeLimits limits;
  limits.header_deadline = 1s;
  served.start(limits);
  Client dripping(served.port());
  dripping.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
  const auto began = std::chrono::steady_clock::now();
  while (!dripping.is_closed_within(100ms) && std::chrono::steady_clock::now() - began < 10s) {
    dripping.send("X: y\r\n");
  }
  const auto took = std::chrono::steady_clock::now() - began;
  CHECK(took > 500ms);
  CHECK(took < 8s);
}

TEST_CASE("a body that does not come in time ends the connection", "[server]") {
  Served served;
  ServeLimits limits;
  limits.exchange_deadline = 1s;
  served.start(limits);
  Client client(served.port());
  client.send("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n");
  const auto began = std::chrono::steady_clock::now();
  while (!client.is_closed_within(100ms) && std::chrono::steady_clock::now() - began < 10s) {
    client.send("x");
  }
  CHECK(std::chrono::steady_clock::now() - began < 8s);
}

TEST_CASE("one address has so many connections and no more; others have theirs", "[server]") {
  Served served;
  ServeLimits limits;
  limits.limit_loopback = true;
  limits.connections_per_address = 5;
  served.start(limits);
  std::deque<Client> held;
  for (int i = 0; i < 5; ++i) {
    held.emplace_back(served.port());
    CHECK(held.back().get("/healthz").status == 200);
  }
  CHECK(Client(served.port()).get("/healthz").status == 0);
  CHECK(Client(served.port(), "127.0.0.2").get("/healthz").status == 200);

  held.pop_back();
  const auto is_welcome_again = [&] {
    for (int i = 0; i < 100; ++i) {
      if (Client(served.port()).get("/healthz").status == 200) return true;
      std::this_thread::sleep_for(20ms);
    }
    return false;
  };
  CHECK(is_welcome_again());
}

TEST_CASE("500 slow clients do not delay a normal one", "[server]") {
  Served served;
  served.write_feed("all.rss", "<rss/>");
  served.start();
  std::deque<Client> slow;
  for (int i = 0; i < 500; ++i) {
    slow.emplace_back(served.port());
    REQUIRE(slow.back().is_connected());
    slow.back().send("GET /feeds/all.rss HTTP/1.1\r\nHost: local");
  }
  for (const char* target : {"/feeds/all.rss", "/papers", "/healthz"}) {
    CAPTURE(target);
    const auto began = std::chrono::steady_clock::now();
    CHECK(Client(served.port()).get(target).status == 200);
    CHECK(std::chrono::steady_clock::now() - began < 1s);
  }
}

TEST_CASE("a server stops at once, also while pages are being asked for", "[server]") {
  Served served;
  served.start();
  std::atomic<bool> over{false};
  std::thread asking([&, port = served.port()] {
    while (!over) Client(port).get("/papers");
  });
  std::this_thread::sleep_for(200ms);
  const auto began = std::chrono::steady_clock::now();
  served.server.reset();
  CHECK(std::chrono::steady_clock::now() - began < 5s);
  over = true;
  served.listener.reset();
  asking.join();
}

TEST_CASE("who comes while there is no room waits until there is", "[server]") {
  Served served;
  ServeLimits limits;
  limits.connections = 4;
  served.start(limits);
  std::deque<Client> held;
  for (int i = 0; i < 4; ++i) {
    held.emplace_back(served.port());
    CHECK(held.back().get("/healthz").status == 200);
  }
  Client waits(served.port());
  std::jthread leaving([&] {
    std::this_thread::sleep_for(200ms);
    held.clear();
  });
  CHECK(waits.get("/healthz").status == 200);
}

TEST_CASE("who has connected is answered, also by a server that stops", "[server]") {
  Served served;
  served.start();
  Client client(served.port());
  REQUIRE(client.is_connected());
  std::this_thread::sleep_for(50ms);
  std::jthread stopping([&] { served.server.reset(); });
  std::this_thread::sleep_for(50ms);
  CHECK(client.get("/papers").status == 200);
}

TEST_CASE("a port that is taken, and one that is none, are told", "[server]") {
  auto first = Listener::open("127.0.0.1:0");
  REQUIRE(first);
  CHECK(first->is_loopback());
  const auto second = Listener::open(first->address());
  REQUIRE_FALSE(second);
  CHECK(second.error().message.find("cannot listen on " + first->address()) == 0);
  CHECK_FALSE(Listener::open("no.such.host.invalid:80"));
  const auto everywhere = Listener::open("0.0.0.0:0");
  REQUIRE(everywhere);
  CHECK_FALSE(everywhere->is_loopback());
}

}  // namespace
}  // namespace paperwatch
