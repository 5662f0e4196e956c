// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace paperwatch {

// What threads talk by. Any thread may push and pop.
template <typename T>
class Queue {
 public:
  void push(T item) {
    {
      const std::lock_guard lock(mutex_);
      items_.push_back(std::move(item));
    }
    ready_.notify_one();
  }

  // Waits for an item; nothing once `stop` is requested and none is left.
  std::optional<T> pop(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, stop, [this] { return !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

  // Waits at most `patience`.
  template <typename D>
  std::optional<T> pop_within(D patience) {
    std::unique_lock lock(mutex_);
    if (!ready_.wait_for(lock, patience, [this] { return !items_.empty(); })) return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any ready_;
  std::deque<T> items_;
};

// A few threads that run jobs in the order they came. The destructor lets the job in hand finish
// and drops the rest.
class Pool {
 public:
  explicit Pool(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
      threads_.emplace_back([this](std::stop_token stop) {
        while (!stop.stop_requested()) {
          if (auto job = jobs_.pop(stop)) (*job)();
        }
      });
    }
  }

  void run(std::function<void()> job) { jobs_.push(std::move(job)); }

 private:
  Queue<std::function<void()>> jobs_;
  std::vector<std::jthread> threads_;  // last: they end before the queue does
};

}  // namespace paperwatch
