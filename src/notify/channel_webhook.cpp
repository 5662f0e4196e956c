// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <paperwatch/version.hpp>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url_parts.hpp"
#include "notify/channels.hpp"
#include "render/mail.hpp"

namespace paperwatch {

namespace {

Form form_of(const WebhookChannel& channel) {
  Form form = form_named(channel.form);
  if (!channel.body.empty()) form.body = channel.body;
  if (!channel.content_type.empty()) form.content_type = channel.content_type;
  form.body_escape = escape_of(form.content_type);
  return form;
}

void add_headers_for_ntfy(HttpPost& request, const Notice& notice) {
  request.headers.emplace_back("Title",
                               replace_all(encoded_header(subject_of(notice), 7), "\r\n", ""));
  const auto& event = notice.events.front();
  if (!notice.is_digest && event.paper && !event.paper->url.empty())
    request.headers.emplace_back("Click", event.paper->url);
}

// Matrix's own interface takes PUT and a transaction's id, by which it knows a message again
// (Client-Server API, "PUT /rooms/{roomId}/send/{eventType}/{txnId}"); bridges take POST.
void address_for_matrix(HttpPost& request, const Notice& notice) {
  if (!request.url.ends_with("/send/m.room.message")) return;
  request.method = "PUT";
  request.url += "/" + percent_encode(notice.delivery, UrlPart::userinfo);
}

}  // namespace

Result<HttpPost> webhook_request(const WebhookChannel& channel, const Notice& notice) {
  const auto form = form_of(channel);
  auto body = render_body(notice, form);
  if (!body) return fail(body.error());
  HttpPost request;
  request.url = channel.url;
  request.body = std::move(*body);
  request.ca_file = channel.ca_file;
  request.timeout = channel.timeout;
  request.headers = {{"Content-Type", form.content_type},
                     {"User-Agent", fmt::format("paperwatch/{}", version)},
                     {"Idempotency-Key", notice.delivery}};
  if (!channel.secret.empty()) {
    request.headers.emplace_back(
        "X-Paperwatch-Signature",
        "sha256=" + hmac_sha256_hex(channel.secret.reveal(), request.body));
  }
  if (!channel.bearer.empty())
    request.headers.emplace_back("Authorization", "Bearer " + channel.bearer.reveal());
  for (const auto& [name, value] : channel.headers)
    request.headers.emplace_back(name, value.reveal());
  if (form.name == "ntfy") add_headers_for_ntfy(request, notice);
  if (form.name == "matrix") address_for_matrix(request, notice);
  return request;
}

Receipt send(const WebhookChannel& channel, const Notice& notice, std::stop_token stop) {
  const auto request = webhook_request(channel, notice);
  if (!request) return {request.error(), std::nullopt, false};
  return post(*request, std::move(stop));
}

}  // namespace paperwatch
