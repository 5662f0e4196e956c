// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <thread>

namespace paperwatch {

// SIGINT and SIGTERM as a stop request, SIGHUP as a call. Make one before any other thread starts:
// it blocks the signals for all of them and waits for them on a thread of its own. A second SIGINT
// or SIGTERM ends the process at once with 130.
class Signals {
 public:
  explicit Signals(std::function<void()> on_hangup = {});
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  std::stop_token stop() const { return source_.get_token(); }
  int received() const { return received_; }  // the first that asked to stop, 0 if none did

 private:
  void watch(std::stop_token end);

  std::function<void()> on_hangup_;
  std::stop_source source_;
  std::atomic<int> received_{0};
  std::jthread thread_;
};

}  // namespace paperwatch
