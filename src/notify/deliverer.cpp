// SPDX-License-Identifier: MIT
#include "notify/deliverer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <spdlog/spdlog.h>

#include "notify/outbox.hpp"

namespace paperwatch {

namespace {

using namespace std::chrono_literals;

// Other processes queue deliveries without waking us.
constexpr Duration longest_sleep = 1min;
constexpr Duration shortest_sleep = 50ms;
constexpr Duration idle_sleep = 1h;  // without channels nobody queues any
constexpr Duration busy_sleep = 2s;  // somebody else is delivering
constexpr Duration trouble_sleep = 1min;

}  // namespace

Deliverer::Deliverer(const Config& config, std::function<Time()> now)
    : config_(config),
      now_(std::move(now)),
      store_(config.database, Store::Access::write),
      thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}

Deliverer::~Deliverer() {
  stop();
}

void Deliverer::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

void Deliverer::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void Deliverer::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    const auto sleep = deliver(stop);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, sleep, [this] { return woken_; });
    woken_ = false;
  }
}

Duration Deliverer::deliver(std::stop_token stop) {
  try {
    const auto result = Outbox(config_, store_, now_).deliver_due(std::move(stop));
    return until_due(result.busy);
  } catch (const StoreError& error) {
    spdlog::error("deliveries wait error=\"{}\" hint=\"{}\"", error.what(), error.hint);
    return trouble_sleep;
  }
}

Duration Deliverer::until_due(bool busy) {
  if (busy) return busy_sleep;
  const auto due = store_.next_due();
  if (!due) return config_.channels.empty() ? idle_sleep : longest_sleep;
  return std::clamp<Duration>(*due - now_(), shortest_sleep, longest_sleep);
}

}  // namespace paperwatch
