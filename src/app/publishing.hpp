// SPDX-License-Identifier: MIT
// What follows a commit that brought events.
#pragma once

#include <stop_token>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// The feed files alone.
void publish_feeds(const Config& config, Store& store);

// Brings the feeds up to date and delivers what is due. What went wrong goes to stderr and never
// changes the exit status: what was not accepted waits in the outbox.
void publish(const Config& config, Store& store, std::stop_token stop);

}  // namespace paperwatch
