// SPDX-License-Identifier: MIT
#include "notify/channels.hpp"

#include <variant>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "render/json.hpp"
#include "render/template_names.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

template <typename... T>
struct Overloaded : T... {
  using T::operator()...;
};
template <typename... T>
Overloaded(T...) -> Overloaded<T...>;

}  // namespace

std::vector<std::string> recipients_of(const Channel& channel) {
  const auto* email = std::get_if<EmailChannel>(&channel.kind);
  return email != nullptr ? email->to : std::vector<std::string>{""};
}

std::string type_of(const Channel& channel) {
  return std::visit(Overloaded{[](const LogChannel&) { return std::string("log"); },
                               [](const ExecChannel&) { return std::string("exec"); },
                               [](const WebhookChannel& webhook) {
                                 return webhook.form.empty()
                                            ? std::string("webhook")
                                            : fmt::format("webhook ({})", webhook.form);
                               },
                               [](const EmailChannel&) { return std::string("email"); }},
                    channel.kind);
}

std::string target_of(const Channel& channel) {
  return std::visit(Overloaded{[](const LogChannel&) { return std::string("the log"); },
                               [](const ExecChannel& exec) { return exec.command.front(); },
                               [](const WebhookChannel& webhook) {
                                 const auto url = parse_url(webhook.url);
                                 return url ? url->origin() : std::string();
                               },
                               [](const EmailChannel& email) { return join(email.to, ", "); }},
                    channel.kind);
}

namespace {

// What a webhook would send of one event and of a digest.
Result<Done> check_webhook(const WebhookChannel& webhook) {
  if (const auto right = check_template_names(webhook.body); !right) return right;
  const auto one = sample_notice(Time{});
  const auto digest = digest_of("test", {one.events.front(), one.events.front()}, 2);
  for (const auto& notice : {one, digest}) {
    const auto request = webhook_request(webhook, notice);
    if (!request) return fail(request.error());
    const bool is_json =
        !webhook.body.empty() && contains_ignoring_case(request->headers.front().second, "json");
    if (is_json && !Json::accept(request->body)) {
      return fail("config", "filled in with a sample, the template is no JSON: " + request->body,
                  "is a bracket, a quote or a comma missing? if it is no JSON that is wanted, say "
                  "so with content_type:");
    }
  }
  return Done{};
}

Result<Done> check_mail_templates(const EmailChannel& email) {
  for (const auto* text : {&email.subject, &email.text, &email.html}) {
    if (const auto right = check_template_names(*text); !right) return right;
  }
  return Done{};
}

}  // namespace

Result<Done> check_channel(const Channel& channel) {
  const auto notice = sample_notice(Time{});
  if (const auto* webhook = std::get_if<WebhookChannel>(&channel.kind)) {
    if (const auto right = check_webhook(*webhook); !right) return right;
  }
  if (const auto* email = std::get_if<EmailChannel>(&channel.kind)) {
    if (const auto right = check_mail_templates(*email); !right) return right;
    if (const auto text = mail_text(*email, channel.name, notice, email->from, Time{}); !text)
      return fail(text.error());
  }
  return Done{};
}

Notice sample_notice(Time now) {
  Event event;
  event.kind = EventKind::paper_new;
  event.source = "sample";
  event.at = now;
  event.paper = PaperSummary{.id = 0,
                             .key = "title:a sample from paperwatch",
                             .title = "A sample from paperwatch",
                             .url = "https://example.org/sample",
                             .authors = {"Ada Lovelace", "Charles Babbage"},
                             .subjects = {"cs.DL"},
                             .year = std::nullopt};
  event.message = message_of(event);
  return notice_of("test:" + make_uuid(), std::move(event));
}

Receipt send(const Channel& channel, const Notice& notice, const std::string& recipient, Time now,
             std::stop_token stop) {
  return std::visit(
      Overloaded{[&](const LogChannel& log) { return send(log, notice); },
                 [&](const ExecChannel& exec) { return send(exec, notice, stop); },
                 [&](const WebhookChannel& webhook) { return send(webhook, notice, stop); },
                 [&](const EmailChannel& email) {
                   return send(email, channel.name, notice, recipient, now, stop);
                 }},
      channel.kind);
}

}  // namespace paperwatch
