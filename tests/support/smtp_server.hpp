// SPDX-License-Identifier: MIT
// A scripted SMTP server on loopback. It takes mail, and can refuse or break off at every stage.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace paperwatch::test {

struct SmtpSettings {
  // PEM texts; with them the server offers STARTTLS, or speaks TLS from the start (`implicit`).
  std::string certificate{}, key{};
  bool implicit = false;
  bool login = false;  // offers AUTH PLAIN
};

struct ReceivedMail {
  std::string from, to;  // of the envelope
  std::string login;     // what AUTH PLAIN said, decoded, with '|' for NUL
  std::string text;      // as sent, without the doubled dots
  bool encrypted = false;
  bool acknowledged = true;
};

// Listens from construction to destruction; all members are safe from any thread.
class SmtpServer {
 public:
  explicit SmtpServer(SmtpSettings settings = {});
  ~SmtpServer();
  SmtpServer(const SmtpServer&) = delete;
  SmtpServer& operator=(const SmtpServer&) = delete;

  int port() const;
  std::string url(const std::string& host = "127.0.0.1") const;  // smtp:// or smtps://

  // What to answer at a stage: connect, EHLO, AUTH, MAIL, RCPT, DATA, message (after the final
  // dot), or "RCPT a@example.org" for one recipient. "" closes the connection instead. `delay`:
  // before that.
  void answer(const std::string& stage, const std::string& reply,
              std::chrono::milliseconds delay = std::chrono::milliseconds(0));
  void answer_well();  // forgets all answers

  std::vector<ReceivedMail> mails() const;  // all that came whole, also those that were refused
  bool wait_for_mails(std::size_t count) const;
  int connections() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paperwatch::test
