// SPDX-License-Identifier: MIT
#include "support/smtp_server.hpp"

#include <array>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "support/socket.hpp"

namespace paperwatch::test {

namespace {

struct Answer {
  std::string reply;
  std::chrono::milliseconds delay{0};
};

std::string decoded_base64(std::string_view text) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const auto value = digits.find(c);
    if (value == std::string_view::npos) break;
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const auto byte = static_cast<char>(bits >> count & 0xFF);
    out += byte == '\0' ? '|' : byte;
  }
  return out;
}

std::string between_brackets(const std::string& line) {
  const auto from = line.find('<'), to = line.find('>');
  return from == std::string::npos || to == std::string::npos
             ? ""
             : line.substr(from + 1, to - from - 1);
}

}  // namespace

struct SmtpServer::Parts {
  explicit Parts(SmtpSettings given)
      : settings(std::move(given)),
        tls(nullptr, SSL_CTX_free),
        listener(listen_on("127.0.0.1", 0)) {
    if (!settings.certificate.empty())
      tls = make_tls_context(settings.certificate, settings.key, "");
    accepting = std::jthread([this] { accept_all(); });
  }
  ~Parts() {
    listener.shut_down();
    accepting.join();
    {
      const std::lock_guard lock(mutex);
      ending = true;
      for (const auto& socket : sockets) socket.shut_down();
    }
    changed.notify_all();
    threads.clear();
  }

  void accept_all() {
    while (true) {
      bool refused = false;
      Socket socket = accept_from(listener, refused);
      if (refused) continue;
      if (socket.fd() < 0) return;
      const std::lock_guard lock(mutex);
      ++connections;
      const Socket& kept = sockets.emplace_back(std::move(socket));
      threads.emplace_back([this, &kept] {
        talk(kept);
        kept.shut_down();
      });
    }
  }

  Answer answer_for(const std::string& stage, const std::string& usual) {
    const std::lock_guard lock(mutex);
    const auto found = answers.find(stage);
    return found == answers.end() ? Answer{usual} : found->second;
  }

  // False if the connection is to end.
  bool reply(Stream& stream, const std::string& stage, const std::string& usual) {
    const auto answer = answer_for(stage, usual);
    {
      std::unique_lock lock(mutex);
      changed.wait_for(lock, answer.delay, [this] { return ending; });
    }
    return !answer.reply.empty() && stream.write(answer.reply + "\r\n");
  }

  static std::optional<std::string> line_of(Stream& stream, std::string& buffer) {
    std::size_t end = 0;
    while ((end = buffer.find("\r\n")) == std::string::npos) {
      if (!stream.read_some(buffer)) return std::nullopt;
    }
    auto line = buffer.substr(0, end);
    buffer.erase(0, end + 2);
    return line;
  }

  void talk(const Socket& socket) {
    auto stream = std::make_unique<Stream>(socket, settings.implicit ? tls.get() : nullptr);
    if (!stream->ready() || !reply(*stream, "connect", "220 test ESMTP")) return;
    std::string buffer;
    ReceivedMail mail;
    mail.encrypted = settings.implicit;
    while (auto line = line_of(*stream, buffer)) {
      const auto verb = line->substr(0, 4);
      if (verb == "STAR" && tls) {
        stream->write("220 go on\r\n");
        stream = std::make_unique<Stream>(socket, tls.get());
        if (!stream->ready()) return;
        mail.encrypted = true;
      } else if (verb == "QUIT") {
        stream->write("221 bye\r\n");
        stream->finish();
        return;
      } else if (!command(*stream, buffer, verb, *line, mail)) {
        return;
      }
    }
  }

  bool command(Stream& stream, std::string& buffer, const std::string& verb,
               const std::string& line, ReceivedMail& mail) {
    if (verb == "EHLO" || verb == "HELO") return reply(stream, "EHLO", greeting(mail.encrypted));
    if (verb == "AUTH") return log_in(stream, buffer, line, mail);
    if (verb == "MAIL") {
      mail.from = between_brackets(line);
      return reply(stream, "MAIL", "250 ok");
    }
    if (verb == "RCPT") {
      mail.to = between_brackets(line);
      const auto own = "RCPT " + mail.to;
      const bool has_own = !answer_for(own, "").reply.empty();
      return reply(stream, has_own ? own : "RCPT", "250 ok");
    }
    if (verb == "DATA") return take_message(stream, buffer, mail);
    return stream.write("250 ok\r\n");
  }

  std::string greeting(bool encrypted) const {
    std::string lines = "250-test";
    if (tls && !encrypted) lines += "\r\n250-STARTTLS";
    if (settings.login) lines += "\r\n250-AUTH PLAIN";
    return lines + "\r\n250 SIZE";
  }

  bool log_in(Stream& stream, std::string& buffer, const std::string& line, ReceivedMail& mail) {
    auto said = line.size() > 11 ? line.substr(11) : "";
    if (said.empty()) {
      stream.write("334 \r\n");
      said = line_of(stream, buffer).value_or("");
    }
    mail.login = decoded_base64(said);
    return reply(stream, "AUTH", "235 ok");
  }

  bool take_message(Stream& stream, std::string& buffer, ReceivedMail& mail) {
    const auto go_on = answer_for("DATA", "354 go on");
    if (!reply(stream, "DATA", "354 go on")) return false;
    if (!go_on.reply.starts_with("354")) return true;
    mail.text.clear();
    while (auto line = line_of(stream, buffer)) {
      if (*line == ".") {
        const auto verdict = answer_for("message", "250 taken");
        mail.acknowledged = verdict.reply.starts_with("250");
        {
          const std::lock_guard lock(mutex);
          mails.push_back(mail);
        }
        changed.notify_all();
        return reply(stream, "message", "250 taken");
      }
      mail.text += (line->starts_with('.') ? line->substr(1) : *line) + "\r\n";
    }
    return false;
  }

  SmtpSettings settings;
  TlsContext tls;
  Socket listener;
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::string, Answer> answers;
  std::vector<ReceivedMail> mails;
  int connections = 0;
  bool ending = false;
  std::list<Socket> sockets;
  std::list<std::jthread> threads;
  std::jthread accepting;
};

SmtpServer::SmtpServer(SmtpSettings settings)
    : parts_(std::make_unique<Parts>(std::move(settings))) {}
SmtpServer::~SmtpServer() = default;

int SmtpServer::port() const {
  return port_of(parts_->listener);
}

std::string SmtpServer::url(const std::string& host) const {
  return (parts_->settings.implicit ? "smtps://" : "smtp://") + host + ":" + std::to_string(port());
}

void SmtpServer::answer(const std::string& stage, const std::string& reply,
                        std::chrono::milliseconds delay) {
  const std::lock_guard lock(parts_->mutex);
  parts_->answers[stage] = {reply, delay};
}

void SmtpServer::answer_well() {
  const std::lock_guard lock(parts_->mutex);
  parts_->answers.clear();
}

std::vector<ReceivedMail> SmtpServer::mails() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->mails;
}

bool SmtpServer::wait_for_mails(std::size_t count) const {
  std::unique_lock lock(parts_->mutex);
  return parts_->changed.wait_for(lock, std::chrono::seconds(10),
                                  [&] { return parts_->mails.size() >= count; });
}

int SmtpServer::connections() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->connections;
}

}  // namespace paperwatch::test
