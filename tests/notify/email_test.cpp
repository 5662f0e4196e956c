// SPDX-License-Identifier: MIT
// Mail against a scripted server that can fail at every stage, and against a real one.
#include <chrono>
#include <fstream>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.hpp"
#include "notify/outbox.hpp"
#include "notify/world.hpp"
#include "render/json.hpp"
#include "support/catch.hpp"
#include "support/smtp_server.hpp"
#include "support/test_certificates.hpp"

namespace paperwatch {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using State = DeliveryRow::State;
using test::SmtpServer;
using test::World;

DeliverResult deliver(World& world) {
  return Outbox(world.config, world.store, [&] { return world.now; }).deliver_due({});
}

EmailChannel mail_to(const std::string& smtp, std::vector<std::string> to = {"b@example.org"}) {
  EmailChannel channel;
  channel.smtp = smtp;
  channel.from = "papers@example.org";
  channel.to = std::move(to);
  channel.timeout = 5s;
  return channel;
}

std::string header_of(const std::string& mail, const std::string& name) {
  const auto at = mail.find("\r\n" + name + ": ");
  if (at == std::string::npos) return {};
  const auto begin = at + name.size() + 4;
  return mail.substr(begin, mail.find("\r\n", begin) - begin);
}

TEST_CASE("a mail goes to each recipient by itself, with the same id", "[email]") {
  World world;
  const SmtpServer server;
  world.add_channel("lab", mail_to(server.url(), {"b@example.org", "c@example.org"}));
  const auto event = world.add_paper("hoefler", "arxiv:2305.01234", "Sparse");
  world.store.queue(event, {"lab", world.now});

  CHECK(deliver(world).accepted == 1);

  const auto mails = server.mails();
  REQUIRE(mails.size() == 2);
  CHECK(mails[0].from == "papers@example.org");
  CHECK(mails[0].to == "b@example.org");
  CHECK(mails[1].to == "c@example.org");
  CHECK(header_of(mails[1].text, "To") == "c@example.org");
  const auto id = "<" + world.store.uuid() + "." + std::to_string(event.id) + ".lab@example.org>";
  for (const auto& mail : mails) {
    CHECK(header_of(mail.text, "Message-ID") == id);
    CHECK(header_of(mail.text, "List-Id") == "<lab.paperwatch.example.org>");
    CHECK(header_of(mail.text, "Subject") == "New: Sparse");
  }
}

TEST_CASE("mails about one paper are of one thread, those of another are not", "[email]") {
  World world;
  const SmtpServer server;
  world.add_channel("lab", mail_to(server.url()));
  const auto first = world.add_paper("hoefler", "arxiv:1", "One");
  auto changed = test::paper_event(EventKind::paper_changed, "One");
  changed.paper = first.paper;
  changed.id = 0;
  changed.visit = first.visit;
  changed = world.store.insert_events({changed}).at(0);
  const auto other = world.add_paper("hoefler", "arxiv:2", "Two");
  for (const auto& event : {first, changed, other}) world.store.queue(event, {"lab", world.now});

  CHECK(deliver(world).accepted == 3);

  const auto mails = server.mails();
  REQUIRE(mails.size() == 3);
  const auto thread = header_of(mails[0].text, "References");
  CHECK_FALSE(thread.empty());
  CHECK(header_of(mails[1].text, "References") == thread);
  CHECK(header_of(mails[1].text, "In-Reply-To") == thread);
  CHECK(header_of(mails[2].text, "References") != thread);
  CHECK(header_of(mails[0].text, "Message-ID") != header_of(mails[1].text, "Message-ID"));
}

TEST_CASE("whoever has the mail does not get it again when it failed for others", "[email]") {
  World world;
  SmtpServer server;
  server.answer("RCPT c@example.org", "550 5.1.1 no such user");
  world.add_channel("lab",
                    mail_to(server.url(), {"b@example.org", "c@example.org", "d@example.org"}));
  world.owe({"lab"});

  CHECK(deliver(world).put_off == 1);
  CHECK(server.mails().size() == 2);
  const auto row = world.store.deliveries(State::waiting).at(0);
  CHECK_THAT(row.error, Contains("refused mail to c@example.org: 550 5.1.1 no such user"));

  server.answer_well();
  world.now += 1min;
  CHECK(deliver(world).accepted == 1);

  const auto mails = server.mails();
  REQUIRE(mails.size() == 3);
  CHECK(mails[2].to == "c@example.org");
  CHECK(header_of(mails[2].text, "Message-ID") == header_of(mails[0].text, "Message-ID"));
}

TEST_CASE("a failure at any stage puts the mail off, and says what the server said", "[email]") {
  struct Stage {
    const char *stage, *reply, *says;
  };
  const std::vector<Stage> stages{{"connect", "554 5.3.2 not today", "554"},
                                  {"connect", "421 4.3.2 closing", "421"},
                                  {"connect", "", ""},
                                  {"EHLO", "", ""},
                                  {"AUTH", "535 5.7.8 wrong", "535"},
                                  {"AUTH", "454 4.7.0 later", ""},
                                  {"MAIL", "451 4.3.0 later", "451 4.3.0 later"},
                                  {"MAIL", "550 5.7.1 not you", "550 5.7.1 not you"},
                                  {"RCPT", "450 4.2.0 greylisted", "450 4.2.0 greylisted"},
                                  {"RCPT", "550 5.1.1 no such user", "550 5.1.1 no such user"},
                                  {"RCPT", "", ""},
                                  {"DATA", "451 4.3.0 later", "451 4.3.0 later"},
                                  {"DATA", "554 5.6.0 no", "554 5.6.0 no"},
                                  {"DATA", "", ""},
                                  {"message", "452 4.3.1 full", "452 4.3.1 full"},
                                  {"message", "554 5.7.1 spam", "554 5.7.1 spam"},
                                  {"message", "", ""}};
  for (const auto& [stage, reply, says] : stages) {
    CAPTURE(stage, reply);
    World world;
    SmtpServer server({.login = true});
    server.answer(stage, reply);
    auto channel = mail_to(server.url());
    channel.user = "papers";
    channel.password = Secret("hunter2");
    world.add_channel("lab", channel);
    world.owe({"lab"});

    CHECK(deliver(world).put_off == 1);
    const auto row = world.store.deliveries(State::waiting).at(0);
    CHECK_FALSE(row.error.empty());
    CHECK_THAT(row.error, Contains(says));
    CHECK_THAT(row.error, !Contains("hunter2"));

    server.answer_well();
    world.now += 1min;
    CHECK(deliver(world).accepted == 1);
    CHECK(server.mails().back().login == "|papers|hunter2");
  }
}

TEST_CASE("a server that is not there, or does not answer, is put off", "[email]") {
  World world;
  SECTION("nobody listens") {
    const auto url = SmtpServer().url();
    world.add_channel("lab", mail_to(url));
    world.owe({"lab"});
    CHECK(deliver(world).put_off == 1);
  }
  SECTION("silence") {
    SmtpServer server;
    server.answer("RCPT", "250 ok", 4s);
    auto channel = mail_to(server.url());
    channel.timeout = 1s;
    world.add_channel("lab", channel);
    world.owe({"lab"});
    CHECK(deliver(world).put_off == 1);
    CHECK_THAT(world.store.deliveries(State::waiting).at(0).error, Contains("no answer within 1s"));
  }
}

TEST_CASE("a server that is down is asked once, whoever and whatever waits", "[email]") {
  World world;
  SmtpServer server;
  server.answer("connect", "421 4.3.2 closing");
  world.add_channel("lab", mail_to(server.url(), {"b@example.org", "c@example.org"}));
  for (int i = 0; i < 5; ++i) world.owe({"lab"});

  CHECK(deliver(world).put_off == 5);
  CHECK(server.connections() == 1);
}

TEST_CASE("lost between acceptance and acknowledgement, a mail comes again with its id",
          "[email]") {
  World world;
  SmtpServer server;
  server.answer("message", "");
  world.add_channel("lab", mail_to(server.url()));
  world.owe({"lab"});

  CHECK(deliver(world).put_off == 1);
  server.answer_well();
  world.now += 1min;
  CHECK(deliver(world).accepted == 1);

  const auto mails = server.mails();
  REQUIRE(mails.size() == 2);
  CHECK_FALSE(mails[0].acknowledged);
  CHECK(header_of(mails[0].text, "Message-ID") == header_of(mails[1].text, "Message-ID"));
}

TEST_CASE("TLS: from the start, by STARTTLS, and never on trust", "[email][tls]") {
  World world;
  const test::CertificateAuthority authority;
  const auto certificate = authority.issue("DNS:localhost,IP:127.0.0.1");
  (void)write_file_atomically(world.folder / "ca.pem", authority.pem());
  const auto ca_file = (world.folder / "ca.pem").string();

  SECTION("smtps") {
    const SmtpServer server(
        {.certificate = certificate.certificate, .key = certificate.key, .implicit = true});
    auto channel = mail_to(server.url("localhost"));
    channel.ca_file = ca_file;
    world.add_channel("lab", channel);
    world.owe({"lab"});
    CHECK(deliver(world).accepted == 1);
    CHECK(server.mails().at(0).encrypted);
  }
  SECTION("STARTTLS where it is offered") {
    const SmtpServer server({.certificate = certificate.certificate, .key = certificate.key});
    auto channel = mail_to(server.url("localhost"));
    channel.ca_file = ca_file;
    world.add_channel("lab", channel);
    world.owe({"lab"});
    CHECK(deliver(world).accepted == 1);
    CHECK(server.mails().at(0).encrypted);
  }
  SECTION("where it is required and not offered, nothing is sent") {
    const SmtpServer server({.login = true});
    auto channel = mail_to(server.url());
    channel.tls = EmailChannel::Tls::required;
    channel.user = "papers";
    channel.password = Secret("hunter2");
    world.add_channel("lab", channel);
    world.owe({"lab"});
    CHECK(deliver(world).put_off == 1);
    CHECK(server.mails().empty());
  }
  SECTION("an unknown authority") {
    const SmtpServer server(
        {.certificate = certificate.certificate, .key = certificate.key, .implicit = true});
    world.add_channel("lab", mail_to(server.url("localhost")));
    world.owe({"lab"});
    CHECK(deliver(world).put_off == 1);
    CHECK(server.mails().empty());
  }
}

TEST_CASE("a digest is one mail, with its cap", "[email][digest]") {
  World world;
  const SmtpServer server;
  world.add_channel("lab", mail_to(server.url()));
  for (int i = 0; i < 12; ++i) {
    const auto event = world.add_paper("hoefler", "arxiv:" + std::to_string(i),
                                       "Paper number " + std::to_string(i));
    world.store.queue(event, {"lab", world.now, 5});
  }

  CHECK(deliver(world).accepted == 12);

  const auto mails = server.mails();
  REQUIRE(mails.size() == 1);
  CHECK(header_of(mails[0].text, "Subject") == "12 new papers");
  CHECK_THAT(mails[0].text, Contains("Paper number 4"));
  CHECK_THAT(mails[0].text, !Contains("Paper number 5"));
  CHECK_THAT(mails[0].text, Contains("and 7 more"));
  CHECK(header_of(mails[0].text, "References").empty());
}

// The aiosmtpd of Debian's python3-aiosmtpd: another program's idea of SMTP and of MIME.
class RealServer {
 public:
  explicit RealServer(const test::Folder& folder) : folder_(folder) {
    const auto out = (folder_ / "received").string(), port = (folder_ / "port").string();
    const std::string script = PAPERWATCH_SOURCE_DIR "/tests/support/aiosmtpd_receiver.py";
    std::vector<std::string> words{"/usr/bin/python3", script, port, out};
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (::posix_spawn(&pid_, "/usr/bin/python3", nullptr, nullptr, arguments.data(), environ) != 0)
      pid_ = -1;
    for (int i = 0; i < 400 && folder_.text("port").empty() && is_running(); ++i)
      std::this_thread::sleep_for(50ms);
  }
  ~RealServer() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  bool is_running() {
    if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
    return pid_ > 0;
  }
  std::string url() const { return "smtp://127.0.0.1:" + std::string(trim(folder_.text("port"))); }

 private:
  const test::Folder& folder_;
  pid_t pid_ = -1;
};

TEST_CASE("a real mail server takes it, and a real reader reads it", "[email]") {
  World world;
  RealServer server(world.folder);
  if (!server.is_running()) {
    WARN("no python3-aiosmtpd on this machine");
    return;
  }
  world.add_channel("lab", mail_to(server.url()));
  const std::string title =
      "Über “sparse” & <dense> 稀疏 matrices, " + std::string(150, 'x') + " = end";
  const auto event = world.add_paper("hoefler", "arxiv:2305.01234", title);
  world.store.queue(event, {"lab", world.now});

  CHECK(deliver(world).accepted == 1);

  const auto mail = Json::parse(world.folder.text("received"));
  CHECK(mail["mail_from"] == "papers@example.org");
  CHECK(mail["rcpt_tos"] == Json({"b@example.org"}));
  CHECK(mail["subject"] == "New: " + title);
  CHECK(mail["type"] == "multipart/alternative");
  CHECK(mail["defects"].empty());
  CHECK(mail["longest_line"] <= 78);
  CHECK_THAT(mail["plain"].get<std::string>(), Contains("New in hoefler: " + title));
  CHECK_THAT(mail["html"].get<std::string>(),
             Contains("Über “sparse” &amp; &lt;dense&gt; 稀疏 matrices"));
  CHECK(mail["date"] == "Mon, 30 Nov 2026 10:00:00 +0000");
}

}  // namespace
}  // namespace paperwatch
