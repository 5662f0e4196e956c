// SPDX-License-Identifier: MIT
// Sending one thing to one receiver: a request with a body, or a mail.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

// How a receiver answered.
struct Receipt {
  std::optional<Error> error;     // nothing: it accepted. Names the receiver's host, never its path
  std::optional<Duration> wait;   // it wants to be left alone for so long (Retry-After)
  bool receiver_is_down = false;  // nothing else would get through to it now either
  bool accepted() const { return !error; }
};

struct HttpPost {
  std::string url;  // http or https
  std::string method = "POST";
  std::vector<std::pair<std::string, std::string>> headers;  // with Content-Type
  std::string body;
  std::string ca_file;                          // "" the system's
  Duration timeout = std::chrono::seconds(30);  // of the whole exchange
};

struct MailTransfer {
  std::string smtp;  // smtp://HOST[:PORT] or smtps://…
  EmailChannel::Tls tls = EmailChannel::Tls::offered;
  std::string user, password;  // "" no log-in
  std::string from, to;        // of the envelope; one recipient
  std::string message;         // RFC 5322, lines end in CRLF
  std::string ca_file;
  Duration timeout = std::chrono::seconds(60);
};

// Accepted is what was answered with 2xx; redirects are not followed. Any thread may call; blocks
// for `timeout` at most, and after a stop for a few seconds.
Receipt post(const HttpPost& request, std::stop_token stop);

// Accepted is what the server took responsibility for (250 after the message). Any thread, as
// above.
Receipt post(const MailTransfer& mail, std::stop_token stop);

}  // namespace paperwatch
