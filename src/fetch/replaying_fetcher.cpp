// SPDX-License-Identifier: MIT
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/recording.hpp>

#include "base/time.hpp"
#include "fetch/address.hpp"
#include "fetch/host_key.hpp"
#include "fetch/recording.hpp"
#include "fetch/robots_outcome.hpp"
#include "fetch/transfer_error.hpp"

namespace paperwatch {

namespace {

// Walks the same trails as the real fetcher, only that each exchange is read from its file. Waits
// are passed over: what has been recorded came after them.
class ReplayingFetcher : public Fetcher {
 public:
  ReplayingFetcher(FetcherSettings settings, Recording recording, std::stop_token stop)
      : settings_(std::move(settings)), recording_(std::move(recording)), stop_(std::move(stop)) {
    thread_ = std::thread([this] { run(); });
  }

  ~ReplayingFetcher() override {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void fetch(FetchRequest request, std::function<void(Answer)> done) override {
    {
      const std::lock_guard lock(mutex_);
      inbox_.emplace_back(std::move(request), std::move(done));
    }
    changed_.notify_all();
  }

 private:
  using Robots = HostMemory::Robots;
  using Asked = std::pair<FetchRequest, std::function<void(Answer)>>;

  void run() {
    while (auto asked = next_asked()) asked->second(answer(std::move(asked->first)));
  }

  std::optional<Asked> next_asked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closing_ || !inbox_.empty(); });
    if (inbox_.empty()) return std::nullopt;
    auto asked = std::move(inbox_.front());
    inbox_.pop_front();
    return asked;
  }

  bool is_stopping() {
    const std::lock_guard lock(mutex_);
    return closing_ || stop_.stop_requested();
  }

  Answer answer(FetchRequest request) {
    auto trail = begin_trail(std::move(request));
    if (!trail) return give_up({}, trail.error());
    if (is_stopping()) return give_up(*trail, {"cancelled", trail->at.text() + ": cancelled", ""});
    return walk(std::move(*trail));
  }

  Answer walk(Trail trail) {
    for (bool onward = true;;) {
      if (onward) {
        if (auto refused = refusal(trail)) return *refused;
      }
      const auto url = trail.at.text();
      if (!recording_.has(url)) return unknown(trail);
      auto exchange = recording_.next(url);
      if (!exchange) return give_up(trail, exchange.error());
      if (exchange->result.head.status == 304 && !trail.is_conditional())
        return only_not_modified(trail);
      // Dates in the answer are to be read at the time they were written.
      const Moment moment{
          .now = exchange->at, .patience = settings_.patience, .retry_base = settings_.retry_base};
      auto step = next_step(trail, std::move(exchange->result), moment);
      if (auto* response = std::get_if<FetchResponse>(&step)) return std::move(*response);
      if (auto* error = std::get_if<FetchError>(&step)) {
        if (error->retry_at) held_[host_key(trail.at)] = *error->retry_at;
        return std::move(*error);
      }
      onward = std::holds_alternative<Onward>(step);
    }
  }

  std::optional<FetchError> refusal(Trail& trail) {
    const auto& options = trail.request.options;
    if (!options.allow_private_addresses && is_private_host(trail.at.host))
      return give_up(trail, private_address_error(trail.at.text()));
    if (!options.obey_robots) return std::nullopt;
    return refusal_of_robots(trail);
  }

  std::optional<FetchError> refusal_of_robots(Trail& trail) {
    auto ask = robots_trail(trail);
    const auto origin = trail.at.origin();
    // Where robots.txt was not asked for, nobody knows of a word against it.
    if (!robots_.contains(origin) && recording_.has(ask.at.text())) {
      const auto came = walk(std::move(ask));
      trail.requests += std::visit([](const auto& either) { return either.requests; }, came);
      const auto robots = robots_of(came, settings_.now());
      if (!robots) {
        auto error = not_now(std::get<FetchError>(came), origin, settings_.now());
        error.requests = trail.requests;
        return error;
      }
      robots_.emplace(origin, *robots);
    }
    const auto known = robots_.find(origin);
    if (known == robots_.end()) return std::nullopt;
    const auto verdict = robots_verdict(known->second, trail);
    if (verdict.allowed) return std::nullopt;
    return give_up(trail, robots_refusal(verdict, trail));
  }

  FetchError unknown(const Trail& trail) const {
    const auto url = trail.at.text();
    if (const auto held = held_.find(host_key(trail.at)); held != held_.end()) {
      auto error = give_up(trail, {"throttled",
                                   fmt::format("{} was not to be asked before {}", held->first,
                                               rfc3339(held->second)),
                                   "the host had said so before, in this recording"});
      error.retry_at = held->second;
      return error;
    }
    return give_up(
        trail,
        {"connect", fmt::format("{} is not in the recording {}", url, recording_.folder().string()),
         "record it too: `paperwatch sync --full --record DIR`"});
  }

  FetchError only_not_modified(const Trail& trail) const {
    return give_up(trail,
                   {"http_304",
                    fmt::format("{} was answered 304 Not Modified when it was recorded, and this "
                                "database does not hold the page",
                                trail.at.text()),
                    "record with `sync --full --record DIR`, or replay with the database of then"},
                   304);
  }

  FetcherSettings settings_;
  Recording recording_;
  std::stop_token stop_;
  // Of the replaying thread alone.
  std::map<std::string, Robots> robots_;  // by origin
  std::map<std::string, Time> held_;      // by host

  std::mutex mutex_;  // guards the next two
  std::deque<Asked> inbox_;
  bool closing_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Fetcher>> make_replaying_fetcher(FetcherSettings settings,
                                                        const std::filesystem::path& folder,
                                                        std::stop_token stop) {
  auto recording = Recording::open(folder);
  if (!recording) return fail(recording.error());
  if (!settings.now) settings.now = wall_now;
  return std::unique_ptr<Fetcher>(std::make_unique<ReplayingFetcher>(
      std::move(settings), std::move(*recording), std::move(stop)));
}

}  // namespace paperwatch
