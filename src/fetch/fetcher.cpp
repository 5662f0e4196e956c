// SPDX-License-Identifier: MIT
#include "fetch/fetcher.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/time.hpp"
#include "fetch/address.hpp"
#include "fetch/cookie_file.hpp"
#include "fetch/host_key.hpp"
#include "fetch/transfer_error.hpp"

namespace paperwatch {

namespace {

// How long what the memory said about a host without delays is believed.
constexpr auto memory_age = std::chrono::seconds(10);
// A request so much later than claimed moves the host's next moment too.
constexpr auto late = std::chrono::milliseconds(10);
constexpr auto longest_poll = std::chrono::milliseconds(1000);
// With nothing under way: whoever has work wakes the thread, an idle machine sleeps on.
constexpr auto idle_poll = std::chrono::milliseconds(std::chrono::hours(1));

}  // namespace

CurlFetcher::CurlFetcher(FetcherSettings settings, HostMemory& hosts, std::stop_token stop,
                         Recorder* recorder)
    : settings_(std::move(settings)), hosts_(hosts), stop_(std::move(stop)), recorder_(recorder) {
  if (!settings_.now) settings_.now = wall_now;
  wall_began_ = settings_.now();
  curl::make_ready();
  multi_.reset(curl_multi_init());
  if (!multi_) throw std::runtime_error("libcurl cannot be made ready");
  // Idle ones count: a server sees no more open connections than were allowed.
  const long connections = std::max(settings_.connections, 1);
  curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, connections);
  curl_multi_setopt(multi_.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
  thread_ = std::thread([this] { run(); });
  on_stop_.emplace(stop_, [this] { curl_multi_wakeup(multi_.get()); });
}

CurlFetcher::~CurlFetcher() {
  on_stop_.reset();
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  curl_multi_wakeup(multi_.get());
  thread_.join();
}

void CurlFetcher::fetch(FetchRequest request, std::function<void(Answer)> done) {
  {
    const std::lock_guard lock(mutex_);
    inbox_.emplace_back(std::move(request), std::move(done));
  }
  curl_multi_wakeup(multi_.get());
}

// The wall clock, but never standing still: with a fixed one (PAPERWATCH_NOW) the moments that
// were claimed would never come.
Time CurlFetcher::now() const {
  const auto passed = std::chrono::duration_cast<Duration>(Clock::now() - began_);
  return std::max(settings_.now(), wall_began_ + passed);
}

bool CurlFetcher::is_stopping() {
  const std::lock_guard lock(mutex_);
  return closing_ || stop_.stop_requested();
}

void CurlFetcher::run() {
  for (;;) {
    take_inbox();
    if (is_stopping()) cancel_all();
    fire_timers();
    take_turns();
    start_ready();
    transfer();
    {
      const std::lock_guard lock(mutex_);
      if (closing_ && inbox_.empty() && jobs_.empty()) return;
    }
    curl_multi_poll(multi_.get(), nullptr, 0, poll_time(), nullptr);
  }
}

int CurlFetcher::poll_time() const {
  if (!turns_.empty() || (!ready_.empty() && running_ < settings_.connections)) return 0;
  auto wait = jobs_.empty() ? idle_poll : longest_poll;
  if (!timers_.empty()) {
    const auto until = timers_.begin()->first - Clock::now();
    wait = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(until),
                      std::chrono::milliseconds(0), longest_poll);
  }
  return static_cast<int>(wait.count());
}

void CurlFetcher::take_inbox() {
  decltype(inbox_) arrived;
  {
    const std::lock_guard lock(mutex_);
    arrived.swap(inbox_);
  }
  for (auto& [request, done] : arrived) {
    auto trail = begin_trail(std::move(request));
    auto& job = add_job(trail ? std::move(*trail) : Trail{}, std::move(done));
    if (trail) {
      turns_.emplace_back(&job, &CurlFetcher::approach);
    } else {
      finish(job, give_up({}, trail.error()));
    }
  }
}

CurlFetcher::Job& CurlFetcher::add_job(Trail trail, std::function<void(Answer)> done) {
  auto& job = *jobs_.emplace_back(std::make_unique<Job>());
  job.trail = std::move(trail);
  job.done = std::move(done);
  job.began = Clock::now();
  job.place = std::prev(jobs_.end());
  return job;
}

void CurlFetcher::attempt(Job& job, Work work) {
  try {
    (this->*work)(job);
  } catch (const std::exception& error) {
    finish(job, give_up(job.trail, {"store", error.what(), ""}));
  }
}

void CurlFetcher::later(Job& job, Duration wait, Work work) {
  timers_.emplace(Clock::now() + wait, std::pair{&job, work});
}

void CurlFetcher::fire_timers() {
  const auto time = Clock::now();
  while (!timers_.empty() && timers_.begin()->first <= time) {
    turns_.push_back(timers_.begin()->second);
    timers_.erase(timers_.begin());
  }
}

void CurlFetcher::take_turns() {
  while (!turns_.empty()) {
    const auto [job, work] = turns_.front();
    turns_.pop_front();
    attempt(*job, work);
  }
}

void CurlFetcher::approach(Job& job) {
  const auto& at = job.trail.at;
  if (!job.trail.request.options.allow_private_addresses && is_private_host(at.host)) {
    return finish(job, give_up(job.trail, private_address_error(at.text())));
  }
  if (const auto& cookies = job.trail.request.options.cookies; !cookies.empty()) {
    const auto file = read_cookie_file(cookies);
    if (!file) return finish(job, give_up(job.trail, file.error()));
  }
  job.delay = job.trail.request.options.host_delay;
  if (may_fetch(job)) line_up(job);
}

void CurlFetcher::line_up(Job& job) {
  job.host = host_key(job.trail.at);
  auto& host = host_states_[job.host];
  if (host.busy != nullptr) {
    host.waiting.push_back(&job);
    return;
  }
  host.busy = &job;
  claim(job);
}

Time CurlFetcher::free_moment(Job& job, Time at) {
  auto& host = host_states_[job.host];
  const bool fresh = host.asked && Clock::now() - *host.asked < memory_age;
  // Without a delay there is nothing to claim, only to hear now and then what others were told.
  if (job.delay == Duration(0) && fresh) return std::max(at, host.free_from);
  host.asked = Clock::now();
  const Time moment = hosts_.claim(job.host, at, job.delay, settings_.patience);
  if (moment > at) host.free_from = std::max(host.free_from, moment);
  return moment;
}

void CurlFetcher::claim(Job& job) {
  const Time at = now();
  job.claimed = free_moment(job, at);
  const Duration wait = job.claimed - at;
  if (wait <= settings_.patience) return later(job, wait, &CurlFetcher::make_ready);
  auto error = give_up(
      job.trail,
      {"throttled", fmt::format("{} is not to be asked before {}", job.host, rfc3339(job.claimed)),
       "the host said so, or its host_delay is longer than a visit may wait"});
  error.retry_at = job.claimed;
  finish(job, std::move(error));
}

void CurlFetcher::hold(const std::string& host, Time until) {
  auto& known = host_states_[host].free_from;
  known = std::max(known, until);
  hosts_.hold(host, until);
}

void CurlFetcher::keep_distance(const Job& job, Time began) {
  if (job.delay > Duration(0) && began - job.claimed > late) hold(job.host, began + job.delay);
}

void CurlFetcher::make_ready(Job& job) {
  ready_.push_back(&job);
}

void CurlFetcher::start_ready() {
  while (!ready_.empty() && running_ < std::max(settings_.connections, 1)) {
    Job& job = *ready_.front();
    ready_.pop_front();
    attempt(job, &CurlFetcher::start);
  }
}

void CurlFetcher::start(Job& job) {
  keep_distance(job, now());
  auto request = next_exchange(job.trail);
  request.keep_heads = recorder_ != nullptr;
  job.exchange = std::make_unique<Exchange>(std::move(request));
  job.exchange->set_owner(&job);
  curl_multi_add_handle(multi_.get(), job.exchange->handle());
  ++running_;
  bear_silence(job);
}

void CurlFetcher::bear_silence(Job& job) {
  job.silence.reset();
  const auto until = job.exchange->silence_ends();
  if (!until) return;
  if (*until > Clock::now()) {
    job.silence = timers_.emplace(*until, std::pair{&job, &CurlFetcher::bear_silence});
    return;
  }
  job.exchange->give_up_waiting();
  conclude(job, CURLE_OPERATION_TIMEDOUT);
}

void CurlFetcher::transfer() {
  int active = 0;
  curl_multi_perform(multi_.get(), &active);
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    void* owner = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
    auto& job = *static_cast<Job*>(owner);
    try {
      conclude(job, code);
    } catch (const std::exception& error) {
      finish(job, give_up(job.trail, {"store", error.what(), ""}));
    }
  }
}

void CurlFetcher::conclude(Job& job, CURLcode code) {
  if (job.silence) timers_.erase(*std::exchange(job.silence, std::nullopt));
  curl_multi_remove_handle(multi_.get(), job.exchange->handle());
  --running_;
  auto result = job.exchange->finish(code);
  job.exchange.reset();
  // Names, connections and TLS took their time before it.
  if (result.sent)
    keep_distance(job, now() - std::chrono::duration_cast<Duration>(Clock::now() - *result.sent));
  spdlog::debug("request url={} status={} bytes={} error={}", job.trail.at.text(),
                result.head.status, result.bytes, result.error ? result.error->message : "none");
  if (recorder_ != nullptr) recorder_->keep({job.trail.at.text(), now(), result});

  const Moment moment{.now = now(),
                      .patience = settings_.patience,
                      .retry_base = settings_.retry_base,
                      .jitter = std::uniform_real_distribution<double>(0, 1)(random_)};
  auto step = next_step(job.trail, std::move(result), moment);
  if (auto* response = std::get_if<FetchResponse>(&step)) {
    finish(job, std::move(*response));
  } else if (auto* error = std::get_if<FetchError>(&step)) {
    if (error->retry_at) hold(job.host, *error->retry_at);
    finish(job, std::move(*error));
  } else if (const auto* again = std::get_if<Again>(&step)) {
    if (again->hold) hold(job.host, *again->hold);
    later(job, again->after, &CurlFetcher::claim);
  } else {
    leave_host(job);
    turns_.emplace_back(&job, &CurlFetcher::approach);
  }
}

void CurlFetcher::leave_host(Job& job) {
  if (job.host.empty()) return;
  auto& host = host_states_[job.host];
  job.host.clear();
  host.busy = nullptr;
  if (host.waiting.empty()) return;
  host.busy = host.waiting.front();
  host.waiting.pop_front();
  turns_.emplace_back(host.busy, &CurlFetcher::claim);
}

void CurlFetcher::finish(Job& job, Answer answer) {
  leave_host(job);
  if (auto* response = std::get_if<FetchResponse>(&answer)) {
    response->took = std::chrono::duration_cast<Duration>(Clock::now() - job.began);
  }
  const auto done = std::move(job.done);
  jobs_.erase(job.place);
  // The job is gone: what a caller throws now would be taken for the job's trouble.
  [&]() noexcept { done(std::move(answer)); }();
}

void CurlFetcher::cancel_all() {
  for (const auto& job : jobs_) {
    if (job->exchange) curl_multi_remove_handle(multi_.get(), job->exchange->handle());
  }
  running_ = 0;
  host_states_.clear();
  awaiting_robots_.clear();
  timers_.clear();
  turns_.clear();
  ready_.clear();
  const auto cancelled = std::exchange(jobs_, {});
  for (const auto& job : cancelled) {
    // Nobody waits for the robots.txt of a fetch that is no more.
    if (job->trail.is_robots) continue;
    job->done(give_up(job->trail, {"cancelled", job->trail.at.text() + ": cancelled", ""}));
  }
}

std::unique_ptr<Fetcher> make_fetcher(FetcherSettings settings, HostMemory& hosts,
                                      std::stop_token stop) {
  return std::make_unique<CurlFetcher>(std::move(settings), hosts, std::move(stop));
}

}  // namespace paperwatch
