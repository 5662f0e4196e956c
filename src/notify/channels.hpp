// SPDX-License-Identifier: MIT
// One copy of an event to one channel.
#pragma once

#include <stop_token>
#include <string>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

// Whether this release can send to the channel. One it cannot send to gets no deliveries.
bool is_supported(const Channel& channel);

// The event as JSON with `delivery` on the program's standard input (contract §4). The environment
// is PATH, LANG and HOME of our own and PAPERWATCH_DELIVERY, _EVENT (the id), _KIND, _SOURCE.
Result<Done> send(const ExecChannel& channel, const Event& event, const std::string& delivery,
                  std::stop_token stop);

// One line to the log, or to the journal with PAPERWATCH_* fields where systemd reads our output.
Result<Done> send(const LogChannel& channel, const Event& event, const std::string& delivery,
                  std::stop_token stop);

}  // namespace paperwatch
