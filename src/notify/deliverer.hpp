// SPDX-License-Identifier: MIT
// Deliveries of the daemon, on a thread of their own: a slow channel never holds up a visit.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

class Deliverer {
 public:
  // Opens its own connection to the configuration's database (throws StoreError) and starts. The
  // configuration must outlive it; `now` is called on its thread. Trouble with the store while it
  // runs is logged and tried again after a minute.
  Deliverer(const Config& config, std::function<Time()> now);
  // As stop(): a program that runs has a few seconds left.
  ~Deliverer();
  Deliverer(const Deliverer&) = delete;
  Deliverer& operator=(const Deliverer&) = delete;

  // Something may be due. Any thread; does not block.
  void wake();
  // Ends the thread and waits for it. Again: nothing.
  void stop();

 private:
  void run(std::stop_token stop);
  Duration deliver(std::stop_token stop);  // answers how long to sleep
  Duration until_due(bool busy);

  const Config& config_;
  std::function<Time()> now_;
  Store store_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool woken_ = false;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace paperwatch
