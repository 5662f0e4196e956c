// SPDX-License-Identifier: MIT
#include "app/publishing.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "base/time.hpp"
#include "notify/feed_files.hpp"
#include "notify/outbox.hpp"

namespace paperwatch {

namespace {

// How long news may wait for more while visits go on; and with many feeds, so long that writing
// them takes no more than a small part of the run.
constexpr auto shortest_patience = std::chrono::seconds(30);
constexpr int small_part = 20;

}  // namespace

FeedPublisher::FeedPublisher(const Config& config, Store& store,
                             std::function<void(const Error&)> complain)
    : config_(config),
      store_(store),
      complain_(std::move(complain)),
      patience_(shortest_patience) {}

void FeedPublisher::has_visited(const VisitReport& report) {
  if (!report.events.empty() || report.visit.baseline > 0) has_news();
}

void FeedPublisher::has_news() {
  if (!std::exchange(has_news_, true)) news_since_ = Clock::now();
}

void FeedPublisher::publish_overdue() {
  if (has_news_ && Clock::now() - news_since_ >= patience_) publish();
}

void FeedPublisher::publish() {
  if (!has_news_) return;
  const auto begun = Clock::now();
  const auto errors = refresh_feeds(config_, store_).errors;
  for (const auto& error : errors) complain_(error);
  const auto ended = Clock::now();
  patience_ = std::max<Clock::duration>(shortest_patience, small_part * (ended - begun));
  has_news_ = !errors.empty();
  news_since_ = ended;
}

void print_feed_error(const Error& error) {
  fmt::print(stderr, "paperwatch: {}\n", error.message);
  if (!error.hint.empty()) fmt::print(stderr, "  {}\n", error.hint);
}

void publish_feeds(const Config& config, Store& store) {
  FeedPublisher(config, store, print_feed_error).publish();
}

void publish_deliveries(const Config& config, Store& store, std::stop_token stop) {
  const auto result = deliver_all(config, store, wall_now, stop);
  for (const auto& problem : result.problems) fmt::print(stderr, "paperwatch: {}\n", problem);
}

void publish(const Config& config, Store& store, std::stop_token stop) {
  publish_feeds(config, store);
  publish_deliveries(config, store, stop);
}

}  // namespace paperwatch
