// SPDX-License-Identifier: MIT
// The fetcher's part about robots.txt: who may go on, who waits for the file, who is refused.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fetch/fetcher.hpp"
#include "fetch/host_key.hpp"
#include "fetch/robots.hpp"

namespace paperwatch {

namespace {

using Robots = HostMemory::Robots;

constexpr auto robots_age = std::chrono::hours(24);   // RFC 9309 §2.4
constexpr auto ask_again = std::chrono::minutes(10);  // after a robots.txt that failed

// Whether the answer is one to go by: the file, or the word that there is none. Anything else
// means "not now" (RFC 9309 §2.3.1).
bool is_usable(const Robots& robots) {
  return robots.status / 100 == 2 || (robots.status / 100 == 4 && robots.status != 429);
}

RobotsVerdict judge(const Robots& robots, const Trail& trail) {
  if (robots.status / 100 != 2) return {};
  return judge_robots(parse_robots(robots.body), robots_agent(trail.request.options.user_agent),
                      trail.at.text());
}

Error refusal(const RobotsVerdict& verdict, const Trail& trail) {
  return {"robots",
          fmt::format("{}/robots.txt, line {}, '{}', forbids {}", trail.at.origin(), verdict.line,
                      verdict.rule, trail.at.text()),
          "ask the site's owner; with their leave set robots: ignore for this source"};
}

// What became of fetching the file, as far as it can be kept.
std::optional<Robots> robots_of(const Fetcher::Answer& answer, Time now) {
  if (const auto* response = std::get_if<FetchResponse>(&answer)) {
    return Robots{.body = response->body, .status = response->status, .fetched = now};
  }
  const auto& error = std::get<FetchError>(answer);
  Robots robots{.body = "", .status = error.status, .fetched = now};
  // More redirects than anyone need follow: as if there were no file (RFC 9309 §2.3.1.2).
  if (error.error.code == "redirected") robots.status = 404;
  if (is_usable(robots)) return robots;
  return std::nullopt;
}

// Troubles of the host as a whole: the page would have met them just so.
bool is_of_the_host(const std::string& code) {
  return code == "dns" || code == "connect" || code == "tls" || code == "timeout" ||
         code == "private_address" || code == "throttled" || code == "store";
}

// What those who waited for the file are told when it could not be had.
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

}  // namespace

std::optional<Robots> CurlFetcher::known_robots(const Job& job, const Origin& origin) {
  if (job.robots && job.robots->first == origin) return job.robots->second;
  auto kept = hosts_.robots(origin);
  const Time time = now();
  if (!kept || !is_usable(*kept) || kept->fetched > time || time - kept->fetched > robots_age) {
    return std::nullopt;
  }
  return kept;
}

bool CurlFetcher::may_fetch(Job& job) {
  const auto& options = job.trail.request.options;
  if (!options.obey_robots) return true;
  const Origin origin = job.trail.at.origin();
  const auto robots = known_robots(job, origin);
  if (!robots) {
    ask_robots(job, origin);
    return false;
  }
  const auto verdict = judge(*robots, job.trail);
  if (!verdict.allowed) {
    finish(job, give_up(job.trail, refusal(verdict, job.trail)));
    return false;
  }
  if (verdict.crawl_delay) keep_crawl_delay(job, *verdict.crawl_delay);
  return true;
}

void CurlFetcher::keep_crawl_delay(Job& job, Duration wanted) {
  job.delay = std::max(job.delay, std::min(wanted, job.trail.request.options.retry_after_cap));
  // The file itself was fetched before anyone knew. A delay that could not be waited out here
  // counts from the first page on, else there would never be one.
  if (job.robots && job.delay <= settings_.patience) {
    hold(host_key(job.trail.at), job.robots->second.fetched + job.delay);
  }
}

void CurlFetcher::ask_robots(Job& job, const Origin& origin) {
  auto& waiting = awaiting_robots_[origin];
  waiting.push_back(&job);
  if (waiting.size() > 1) return;
  // A delay too long to be waited out would keep the page away that the file was asked for.
  auto trail = robots_trail(job.trail);
  auto& delay = trail.request.options.host_delay;
  delay = std::min(delay, settings_.patience);
  auto& robots = add_job(std::move(trail),
                         [this, origin](Answer answer) { robots_came(origin, std::move(answer)); });
  turns_.emplace_back(&robots, &CurlFetcher::approach);
}

void CurlFetcher::robots_came(const Origin& origin, Answer answer) {
  const auto waiting = std::exchange(awaiting_robots_[origin], {});
  awaiting_robots_.erase(origin);
  // Who had it fetched pays for it.
  waiting.front()->trail.requests +=
      std::visit([](const auto& either) { return either.requests; }, answer);
  const auto robots = robots_of(answer, now());
  if (robots) {
    try {
      hosts_.keep_robots(origin, *robots);
    } catch (const std::exception& error) {
      answer = FetchError{.error = {"store", error.what(), ""}, .retry_at = {}};
    }
  }
  const auto* failure = std::get_if<FetchError>(&answer);
  const bool refused = failure && (!robots || failure->error.code == "store");
  for (Job* job : waiting) {
    if (refused) {
      auto told = not_now(*failure, origin, now());
      told.requests = job->trail.requests;
      finish(*job, std::move(told));
    } else {
      job->robots.emplace(origin, *robots);
      turns_.emplace_back(job, &CurlFetcher::approach);
    }
  }
}

}  // namespace paperwatch
