// SPDX-License-Identifier: MIT
// When to ask again. Pure.
#pragma once

#include <optional>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

// What a Retry-After header asks for, counted from `now` (RFC 9110 §10.2.3, both forms), never
// more than `cap`; a date that has passed is 0. Nothing where it cannot be read.
std::optional<Duration> parse_retry_after(std::string_view text, Time now, Duration cap);

// The wait before retry number `retry` (from 0): doubles from `base`, and is stretched by up to a
// half as `jitter` goes from 0 to 1, so that clients that failed together do not return together.
Duration backoff(int retry, Duration base, double jitter);

// Whether a status speaks of a trouble that passes.
bool is_passing_trouble(int status);

// "Not Found" for 404; "" for a status without a name.
std::string_view reason_of(int status);

}  // namespace paperwatch
