// SPDX-License-Identifier: MIT
// One notice to one channel.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/send.hpp>

#include "render/notice.hpp"

namespace paperwatch {

// Who gets a copy each, sent by itself: the mail addresses; {""} for any other channel.
std::vector<std::string> recipients_of(const Channel& channel);

// "email", "webhook (slack)", …
std::string type_of(const Channel& channel);
// Where a channel leads, in words without a secret.
std::string target_of(const Channel& channel);

// What the channel's templates have wrong; found by trying them.
Result<Done> check_channel(const Channel& channel);

// What `channels test` sends.
Notice sample_notice(Time now);

// Sends to one of the recipients; blocks until it is accepted or refused, or its time is over. A
// stop shortens that. Any thread may call. `now` dates a mail.
Receipt send(const Channel& channel, const Notice& notice, const std::string& recipient, Time now,
             std::stop_token stop);

// The same by kind.
//
// The notice's JSON on the program's standard input. The environment is PATH, LANG
// and HOME of our own, PAPERWATCH_DELIVERY, and _EVENT (the id), _KIND and _SOURCE of an event,
// _EVENTS (how many) of a digest.
Receipt send(const ExecChannel& channel, const Notice& notice, std::stop_token stop);
// A line each to the log, or to the journal with PAPERWATCH_* fields where systemd reads our
// output.
Receipt send(const LogChannel& channel, const Notice& notice);
// With Idempotency-Key and, where there is a secret, X-Paperwatch-Signature.
Receipt send(const WebhookChannel& channel, const Notice& notice, std::stop_token stop);
// `name`: the channel's.
Receipt send(const EmailChannel& channel, const std::string& name, const Notice& notice,
             const std::string& recipient, Time now, std::stop_token stop);

// The mail that would be sent.
Result<std::string> mail_text(const EmailChannel& channel, const std::string& name,
                              const Notice& notice, const std::string& recipient, Time now);
// The request that would be made.
Result<HttpPost> webhook_request(const WebhookChannel& channel, const Notice& notice);

}  // namespace paperwatch
