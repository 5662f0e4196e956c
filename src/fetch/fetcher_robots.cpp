// SPDX-License-Identifier: MIT
// The fetcher's part about robots.txt: who may go on, who waits for the file, who is refused.
#include <algorithm>
#include <utility>

#include "fetch/fetcher.hpp"
#include "fetch/host_key.hpp"
#include "fetch/robots_outcome.hpp"

namespace paperwatch {

namespace {

using Robots = HostMemory::Robots;

constexpr auto robots_age = std::chrono::hours(24);  // RFC 9309 §2.4

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
  const auto verdict = robots_verdict(*robots, job.trail);
  if (!verdict.allowed) {
    finish(job, give_up(job.trail, robots_refusal(verdict, job.trail)));
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
