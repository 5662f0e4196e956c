// SPDX-License-Identifier: MIT
// Webhooks against a real receiver.
#include <chrono>

#include "base/hash.hpp"
#include "notify/outbox.hpp"
#include "notify/world.hpp"
#include "render/json.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"
#include "support/test_certificates.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using State = DeliveryRow::State;
using test::HttpServer;
using test::World;

DeliverResult deliver(World& world) {
  return Outbox(world.config, world.store, [&] { return world.now; }).deliver_due({});
}

WebhookChannel hook(const std::string& url) {
  WebhookChannel channel;
  channel.url = url;
  channel.timeout = 5s;
  return channel;
}

DeliveryRow waiting(World& world) {
  return world.store.deliveries(State::waiting).at(0);
}

// An address where nobody listens.
std::string closed_url() {
  const HttpServer gone;
  return gone.url("/secret-path");
}

TEST_CASE("a webhook posts the plain JSON with its key and a signature", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.on("/x", test::status(204));
  auto channel = hook(receiver.url("/x"));
  channel.secret = Secret("Jefe");
  channel.bearer = Secret("token");
  channel.headers = {{"X-Team", Secret("papers")}};
  world.add_channel("hook", channel);
  const auto event = world.add_paper("hoefler", "arxiv:2305.01234", "Sparse “things”");
  world.store.queue(event, {"hook", world.now});

  CHECK(deliver(world).accepted == 1);

  REQUIRE(receiver.requests().size() == 1);
  const auto request = receiver.requests().at(0);
  const auto key = world.store.uuid() + ":" + std::to_string(event.id) + ":hook";
  CHECK(request.method == "POST");
  CHECK(request.header("Content-Type") == "application/json");
  CHECK(request.header("Idempotency-Key") == key);
  CHECK(request.header("Authorization") == "Bearer token");
  CHECK(request.header("X-Team") == "papers");
  CHECK(request.body == compact_text(json_of(event, key)));
  CHECK(request.header("X-Paperwatch-Signature") ==
        "sha256=" + hmac_sha256_hex("Jefe", request.body));
}

TEST_CASE("the signature is HMAC-SHA256 (RFC 4231, test case 2)", "[webhook]") {
  CHECK(hmac_sha256_hex("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST_CASE("without a secret nothing is signed", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.on("/x", test::status(200));
  world.add_channel("hook", hook(receiver.url("/x")));
  world.owe({"hook"});

  CHECK(deliver(world).accepted == 1);
  CHECK_FALSE(receiver.requests().at(0).has("X-Paperwatch-Signature"));
}

TEST_CASE("what is not answered with 2xx is put off, and says why", "[webhook]") {
  struct Case {
    int status;
    const char* says;
  };
  for (const auto& [status, says] :
       {Case{500, "answered 500 Internal Server Error: broken"},
        Case{404, "answered 404 Not Found"}, Case{400, "answered 400 Bad Request"},
        Case{301, "answered 301 Moved Permanently"}}) {
    CAPTURE(status);
    World world;
    HttpServer receiver;
    receiver.on("/secret-path",
                test::status(status, {{"Location", receiver.url("/elsewhere")}}, "broken\n"));
    receiver.on("/elsewhere", test::status(200));
    world.add_channel("hook", hook(receiver.url("/secret-path")));
    world.owe({"hook"});

    CHECK(deliver(world).put_off == 1);

    CHECK_THAT(waiting(world).error, Contains(says));
    CHECK_THAT(waiting(world).error, !Contains("secret-path"));
    CHECK(waiting(world).due == world.now + 1min);
    CHECK(receiver.requests("/elsewhere").empty());
  }
}

TEST_CASE("nobody there, no answer, half an answer: put off as well", "[webhook]") {
  World world;
  SECTION("nobody listens") {
    world.add_channel("hook", hook(closed_url()));
    world.owe({"hook"});
    CHECK(deliver(world).put_off == 1);
    CHECK_THAT(waiting(world).error, !Contains("secret-path"));
  }
  SECTION("the answer does not come in time") {
    HttpServer receiver;
    test::Reply slow = test::status(200);
    slow.delay = 4s;
    receiver.on("/x", slow);
    auto channel = hook(receiver.url("/x"));
    channel.timeout = 1s;
    world.add_channel("hook", channel);
    world.owe({"hook"});
    CHECK(deliver(world).put_off == 1);
    CHECK_THAT(waiting(world).error, Contains("no answer within 1s"));
  }
  SECTION("the connection breaks before the answer") {
    HttpServer receiver;
    test::Reply gone;
    gone.drop = true;
    receiver.on("/x", gone);
    world.add_channel("hook", hook(receiver.url("/x")));
    world.owe({"hook"});
    CHECK(deliver(world).put_off == 1);
  }
}

TEST_CASE("a 2xx counts even if the rest of the answer never comes", "[webhook]") {
  World world;
  HttpServer receiver;
  test::Reply cut = test::text("a long text that is cut short");
  cut.cut_after = 5;
  receiver.on("/x", cut);
  world.add_channel("hook", hook(receiver.url("/x")));
  world.owe({"hook"});

  CHECK(deliver(world).accepted == 1);
}

TEST_CASE("Retry-After is honoured, for all that waits for the receiver", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.on("/x", test::status(429, {{"Retry-After", "1800"}}));
  world.add_channel("hook", hook(receiver.url("/x")));
  for (int i = 0; i < 3; ++i) world.owe({"hook"});

  CHECK(deliver(world).put_off == 3);

  CHECK(receiver.requests().size() == 1);
  for (const auto& row : world.store.deliveries(State::waiting))
    CHECK(row.due == world.now + 30min);
}

TEST_CASE("a receiver that is down is asked once, whatever waits", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.on("/x", test::status(503));
  world.add_channel("hook", hook(receiver.url("/x")));
  for (int i = 0; i < 20; ++i) world.owe({"hook"});

  CHECK(deliver(world).put_off == 20);
  CHECK(receiver.requests().size() == 1);

  receiver.on("/x", test::status(200));
  world.now += 1min;
  CHECK(deliver(world).accepted == 20);
}

TEST_CASE("one delivery that is refused does not hold up the others", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.on("/x", [](const test::Request& request) {
    return test::status(request.body.find("\"bad\"") != std::string::npos ? 422 : 200);
  });
  world.add_channel("hook", hook(receiver.url("/x")));
  world.owe({"hook"}, "bad");
  world.owe({"hook"}, "good");

  const auto result = deliver(world);
  CHECK(result.accepted == 1);
  CHECK(result.put_off == 1);
}

TEST_CASE("a dead channel holds up no other", "[webhook]") {
  World world;
  HttpServer receiver;
  test::Reply slow = test::status(200);
  slow.delay = 10s;
  receiver.on("/dead", slow);
  receiver.on("/x", test::status(200));
  auto dead = hook(receiver.url("/dead"));
  dead.timeout = 6s;
  world.add_channel("dead", dead);
  world.add_channel("hook", hook(receiver.url("/x")));
  world.owe({"dead", "hook"});
  world.owe({"dead", "hook"});

  const auto result = deliver(world);

  CHECK(result.accepted == 2);
  CHECK(result.put_off == 2);
  const auto began = receiver.requests("/dead").at(0).time;
  CHECK(receiver.requests("/x").at(1).time - began < 5s);
}

TEST_CASE("a certificate is checked; an authority of one's own belongs into ca_file", "[webhook]") {
  World world;
  const test::CertificateAuthority authority;
  const auto certificate = authority.issue("DNS:localhost,IP:127.0.0.1");
  HttpServer receiver({.certificate = certificate.certificate, .key = certificate.key});
  receiver.on("/x", test::status(200));
  auto channel = hook(receiver.url("/x", "localhost"));
  world.add_channel("hook", channel);
  world.owe({"hook"});

  CHECK(deliver(world).put_off == 1);
  CHECK(receiver.requests().empty());

  (void)write_file_atomically(world.folder / "ca.pem", authority.pem());
  channel.ca_file = (world.folder / "ca.pem").string();
  world.config.channels.clear();
  world.add_channel("hook", channel);
  world.now += 1min;
  CHECK(deliver(world).accepted == 1);
}

TEST_CASE("the key of a retry is that of the first attempt", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.on_each("/x", {test::status(500), test::status(200)});
  world.add_channel("hook", hook(receiver.url("/x")));
  world.owe({"hook"});

  deliver(world);
  world.now += 1min;
  CHECK(deliver(world).accepted == 1);

  const auto requests = receiver.requests();
  REQUIRE(requests.size() == 2);
  CHECK(requests[0].header("Idempotency-Key") == requests[1].header("Idempotency-Key"));
  CHECK(requests[0].body == requests[1].body);
}

TEST_CASE("forms speak the services' languages", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.otherwise([](const test::Request&) { return test::status(200); });
  for (const auto* const form : {"slack", "discord", "ntfy", "matrix"}) {
    auto channel = hook(receiver.url(std::string("/") + form));
    channel.form = form;
    world.add_channel(form, channel);
  }
  auto room = hook(receiver.url("/_matrix/client/v3/rooms/!r:example.org/send/m.room.message"));
  room.form = "matrix";
  world.add_channel("room", room);
  const auto event = world.add_paper("hoefler", "arxiv:2305.01234", "A <b> & “c”");
  for (const auto* const name : {"slack", "discord", "ntfy", "matrix", "room"})
    world.store.queue(event, {name, world.now});

  CHECK(deliver(world).accepted == 5);

  const auto slack = Json::parse(receiver.requests("/slack").at(0).body);
  CHECK_THAT(slack["text"].get<std::string>(),
             Contains("<https://example.org/5|A &lt;b&gt; &amp; “c”>"));
  const auto discord = Json::parse(receiver.requests("/discord").at(0).body);
  CHECK_THAT(discord["content"].get<std::string>(),
             Contains("[A \\<b\\> & “c”](<https://example.org/5>)"));
  CHECK(discord["allowed_mentions"]["parse"].empty());
  const auto ntfy = receiver.requests("/ntfy").at(0);
  CHECK_THAT(ntfy.body, Contains("A <b> & “c”"));
  CHECK_THAT(ntfy.header("Title"), Contains("=?utf-8?B?"));
  CHECK(ntfy.header("Click") == "https://example.org/5");
  const auto matrix = receiver.requests("/matrix").at(0);
  CHECK(matrix.method == "POST");
  const auto content = Json::parse(matrix.body);
  CHECK(content["msgtype"] == "m.text");
  CHECK_THAT(content["formatted_body"].get<std::string>(), Contains("A &lt;b&gt; &amp; “c”</a>"));
  // Matrix's own interface: PUT with a transaction's id that is the delivery's key.
  bool found = false;
  for (const auto& request : receiver.requests())
    found = found || (request.method == "PUT" &&
                      request.target.find("/send/m.room.message/" + world.store.uuid()) !=
                          std::string::npos);
  CHECK(found);
}

TEST_CASE("a template of one's own is the body, escaped for its type", "[webhook]") {
  World world;
  HttpServer receiver;
  receiver.otherwise([](const test::Request&) { return test::status(200); });
  auto channel = hook(receiver.url("/json"));
  channel.body = R"({"say":"{{headline}}","n":{{count}}})";
  world.add_channel("json", channel);
  channel.url = receiver.url("/plain");
  channel.body = "{{#events}}{{kind}}: {{title}}{{/events}}";
  channel.content_type = "text/plain";
  world.add_channel("plain", channel);
  const auto event = world.add_paper("hoefler", "arxiv:2305.01234", "\"Sparse\" <things>");
  for (const auto* const name : {"json", "plain"}) world.store.queue(event, {name, world.now});

  CHECK(deliver(world).accepted == 2);

  const auto json = Json::parse(receiver.requests("/json").at(0).body);
  CHECK_THAT(json["say"].get<std::string>(), Contains("\"Sparse\" <things>"));
  CHECK(json["n"] == 1);
  CHECK(receiver.requests("/plain").at(0).body == "paper_new: \"Sparse\" <things>");
  CHECK(receiver.requests("/plain").at(0).header("Content-Type") == "text/plain");
}

TEST_CASE("where a channel leads is told without its secrets", "[webhook]") {
  CHECK(target_of({"hook", hook("https://hooks.example.org/services/T0/secret"), {}}) ==
        "https://hooks.example.org");
}

}  // namespace
}  // namespace paperwatch
