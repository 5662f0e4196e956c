// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include <paperwatch/send.hpp>

#include "base/text.hpp"
#include "fetch/sending.hpp"

namespace paperwatch {

namespace {

// What is left of the message to read; libcurl doubles the dots at beginnings of lines.
struct Upload {
  std::string_view rest;

  static std::size_t give(char* room, std::size_t, std::size_t size, void* self) {
    auto& rest = static_cast<Upload*>(self)->rest;
    const auto given = std::min(size, rest.size());
    std::memcpy(room, rest.data(), given);
    rest.remove_prefix(given);
    return given;
  }
};

// The last line by which the server refused something, "550 5.1.1 No such user"; after it there is
// a good-bye, which says nothing.
struct Reply {
  std::string line;

  static std::size_t take(char* bytes, std::size_t, std::size_t size, void* self) {
    const std::string_view line(bytes, size);
    if (line.starts_with('4') || line.starts_with('5'))
      static_cast<Reply*>(self)->line = trim(line);
    return size;
  }
};

long level_of(EmailChannel::Tls tls) {
  switch (tls) {
    case EmailChannel::Tls::required:
      return CURLUSESSL_ALL;
    case EmailChannel::Tls::offered:
      return CURLUSESSL_TRY;
    case EmailChannel::Tls::none:
      return CURLUSESSL_NONE;
  }
  return CURLUSESSL_ALL;
}

void log_in(Sending& sending, const MailTransfer& mail) {
  if (mail.user.empty()) return;
  sending.set(CURLOPT_USERNAME, mail.user.c_str());
  sending.set(CURLOPT_PASSWORD, mail.password.c_str());
}

// A reply below 400 stands for a transfer that broke off.
Receipt refusal(CURLcode code, const Sending& sending, const Reply& reply,
                const MailTransfer& mail) {
  const int status = sending.response_code();
  const bool is_login = code == CURLE_LOGIN_DENIED;
  if (status < 400) {
    auto error = sending.error(code, mail.smtp);
    if (is_login) error.hint = "check user and password; over smtp:// many servers want STARTTLS";
    return {std::move(error), std::nullopt, true};
  }
  const char* hint = is_login ? "check user and password" : "";
  return {Error{"smtp",
                fmt::format("{} refused mail to {}: {}", mail.smtp, mail.to,
                            collapse_space(reply.line)),
                hint},
          std::nullopt, is_login || status == 421};
}

}  // namespace

Receipt post(const MailTransfer& mail, std::stop_token stop) {
  Sending sending(mail.ca_file, mail.timeout, std::move(stop));
  Upload upload{mail.message};
  Reply reply;
  curl::Lines recipients;
  recipients.add("<" + mail.to + ">");
  const auto from = "<" + mail.from + ">";
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(mail.timeout).count();
  sending.set(CURLOPT_URL, mail.smtp.c_str());
  sending.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  sending.set(CURLOPT_USE_SSL, level_of(mail.tls));
  log_in(sending, mail);
  sending.set(CURLOPT_MAIL_FROM, from.c_str());
  sending.set(CURLOPT_MAIL_RCPT, recipients.get());
  sending.set(CURLOPT_UPLOAD, 1L);
  sending.set(CURLOPT_READFUNCTION, &Upload::give);
  sending.set(CURLOPT_READDATA, &upload);
  sending.set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(mail.message.size()));
  sending.set(CURLOPT_HEADERFUNCTION, &Reply::take);
  sending.set(CURLOPT_HEADERDATA, &reply);
  // Also bounds the good-bye, which is said within the transfer where the connection is not kept.
  sending.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, static_cast<long>(seconds));

  sending.set(CURLOPT_FORBID_REUSE, 1L);

  const auto code = sending.run();
  if (code == CURLE_OK) return {};
  return refusal(code, sending, reply, mail);
}

}  // namespace paperwatch
