// SPDX-License-Identifier: MIT
#include "base/hash.hpp"
#include "notify/channels.hpp"
#include "render/mail.hpp"

namespace paperwatch {

namespace {

// All mails about a paper answer to one message that was never sent, so that programs show them
// together, in whatever order they came.
std::string thread_of(const EmailChannel& channel, const Notice& notice) {
  const auto& event = notice.events.front();
  if (notice.is_digest || !event.paper) return {};
  return mail_id("paper." + sha256_hex(event.paper->key).substr(0, 32), channel.from);
}

Result<std::string> fill_or(const std::string& own, const std::string& built_in, const Json& data,
                            Escape escape) {
  return fill_template(own.empty() ? built_in : own, data, escape);
}

}  // namespace

Result<std::string> mail_text(const EmailChannel& channel, const std::string& name,
                              const Notice& notice, const std::string& recipient, Time now) {
  const auto data = template_data(notice);
  auto subject = fill_or(channel.subject, "{{subject}}", data, Escape::none);
  auto text = fill_or(channel.text, plain_template(), data, Escape::none);
  auto html = fill_or(channel.html, mail_html_template(), data, Escape::html);
  for (const auto* part : {&subject, &text, &html}) {
    if (!*part) return fail(part->error());
  }
  Mail mail;
  mail.from = channel.from;
  mail.to = recipient;
  mail.subject = std::move(*subject);
  mail.date = now;
  mail.id = mail_id(notice.delivery, channel.from);
  mail.thread = thread_of(channel, notice);
  mail.more_headers = list_headers(name, channel.from);
  mail.more_headers.emplace_back("X-Paperwatch-Delivery", notice.delivery);
  mail.text = std::move(*text);
  mail.html = std::move(*html);
  return render_mail(mail);
}

Receipt send(const EmailChannel& channel, const std::string& name, const Notice& notice,
             const std::string& recipient, Time now, std::stop_token stop) {
  auto message = mail_text(channel, name, notice, recipient, now);
  if (!message) return {message.error(), std::nullopt, false};
  MailTransfer transfer;
  transfer.smtp = channel.smtp;
  transfer.tls = channel.tls;
  transfer.user = channel.user;
  transfer.password = channel.password.reveal();
  transfer.from = channel.from;
  transfer.to = recipient;
  transfer.message = std::move(*message);
  transfer.ca_file = channel.ca_file;
  transfer.timeout = channel.timeout;
  return post(transfer, std::move(stop));
}

}  // namespace paperwatch
