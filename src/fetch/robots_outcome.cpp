// SPDX-License-Identifier: MIT
#include "fetch/robots_outcome.hpp"

#include <fmt/format.h>

namespace paperwatch {

namespace {

using Robots = HostMemory::Robots;

constexpr auto ask_again = std::chrono::minutes(10);  // after a robots.txt that failed

// Troubles of the host as a whole: the page would have met them just so.
bool is_of_the_host(const std::string& code) {
  return code == "dns" || code == "connect" || code == "tls" || code == "timeout" ||
         code == "private_address" || code == "throttled" || code == "store";
}

}  // namespace

bool is_usable(const Robots& robots) {
  return robots.status / 100 == 2 || (robots.status / 100 == 4 && robots.status != 429);
}

RobotsVerdict robots_verdict(const Robots& robots, const Trail& trail) {
  if (robots.status / 100 != 2) return {};
  return judge_robots(parse_robots(robots.body), robots_agent(trail.request.options.user_agent),
                      trail.at.text());
}

Error robots_refusal(const RobotsVerdict& verdict, const Trail& trail) {
  return {"robots",
          fmt::format("{}/robots.txt, line {}, '{}', forbids {}", trail.at.origin(), verdict.line,
                      verdict.rule, trail.at.text()),
          "ask the site's owner; with their leave set robots: ignore for this source"};
}

std::optional<Robots> robots_of(const Fetcher::Answer& answer, Time now) {
  if (const auto* response = std::get_if<FetchResponse>(&answer)) {
    return Robots{.body = response->body, .status = response->status, .fetched = now};
  }
  const auto& error = std::get<FetchError>(answer);
  Robots robots{.body = "", .status = error.status, .fetched = now};
  // More redirects than anyone need follow: as if there were no file (RFC 9309 §2.3.1.2).
  if (error.error.code == "redirected") robots.status = 404;
  // A file that began well and did not arrive whole may forbid anything.
  if (is_usable(robots) && robots.status / 100 != 2) return robots;
  return std::nullopt;
}

FetchError not_now(FetchError error, const std::string& origin, Time now) {
  error.requests = 0;
  if (is_of_the_host(error.error.code)) return error;
  if (!error.retry_at) error.retry_at = now + ask_again;
  error.error = {"robots",
                 fmt::format("{}/robots.txt could not be read ({}); until it can, nothing of the "
                             "host may be fetched",
                             origin, error.error.message),
                 "this mends itself when the host does; robots: ignore does without the file"};
  return error;
}

}  // namespace paperwatch
