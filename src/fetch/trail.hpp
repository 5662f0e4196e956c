// SPDX-License-Identifier: MIT
// Where one fetch stands between its exchanges, and what its next step is. Pure: no clock, no
// network, no randomness of its own.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include <paperwatch/fetch.hpp>
#include <paperwatch/result.hpp>

#include "base/url.hpp"
#include "fetch/exchange.hpp"

namespace paperwatch {

struct Trail {
  FetchRequest request;
  Url start, at;           // without user name and fragment
  bool is_robots = false;  // for robots.txt: no secrets, a long file is cut
  int hops = 0, retries = 0;
  bool permanent = true;  // all redirects so far
  std::string moved_to;
  int requests = 0;
  std::uint64_t bytes = 0;

  bool is_at_own_origin() const { return at.origin() == start.origin(); }
  // Validators speak of the requested URL alone.
  bool is_conditional() const { return !request.validators.empty() && at.text() == start.text(); }
};

// The beginning; fails for what is no http or https URL. A user name in the URL becomes basic
// authentication, unless the options have their own.
Result<Trail> begin_trail(FetchRequest request);
// The trail of the robots.txt that speaks for `trail.at`.
Trail robots_trail(const Trail& trail);

ExchangeRequest next_exchange(const Trail& trail);

// What a step depends on besides the answer.
struct Moment {
  Time now{};
  Duration patience{}, retry_base{};
  double jitter = 0;  // 0 to 1
};

struct Onward {};  // ask trail.at
struct Again {     // ask the same once more
  Duration after{};
  std::optional<Time> hold;  // nobody may ask the host before
};
using Step = std::variant<Onward, Again, FetchResponse, FetchError>;

// What follows from `result`. A FetchError with code `throttled` and retry_at means that nobody
// may ask the host before then.
Step next_step(Trail& trail, ExchangeResult result, const Moment& moment);

FetchError give_up(const Trail& trail, Error error, int status = 0);

}  // namespace paperwatch
