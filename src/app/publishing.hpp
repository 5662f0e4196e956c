// SPDX-License-Identifier: MIT
// What follows a commit that brought events.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>
#include <paperwatch/sync.hpp>

namespace paperwatch {

// Feed files while visits go on. What visits bring is collected and published together when they
// are over, so that each feed is rendered once; but a run of hours publishes along the way.
class FeedPublisher {
 public:
  // `complain` is called for each thing that went wrong. At the beginning everything may be news:
  // an earlier process may have been killed before it published.
  FeedPublisher(const Config& config, Store& store, std::function<void(const Error&)> complain);

  void has_visited(const VisitReport& report);
  void has_news();
  // Publishes if there is news that has waited too long. Often.
  void publish_overdue();
  // Publishes if there is news.
  void publish();

 private:
  using Clock = std::chrono::steady_clock;

  const Config& config_;
  Store& store_;
  std::function<void(const Error&)> complain_;
  bool has_news_ = true;
  Clock::time_point news_since_ = Clock::now();
  Clock::duration patience_;
};

// To stderr.
void print_feed_error(const Error& error);

// The feed files alone.
void publish_feeds(const Config& config, Store& store);

// Delivers what is due. What went wrong goes to stderr and never changes the exit status: what was
// not accepted waits in the outbox.
void publish_deliveries(const Config& config, Store& store, std::stop_token stop);

// Both.
void publish(const Config& config, Store& store, std::stop_token stop);

}  // namespace paperwatch
