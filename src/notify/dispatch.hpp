// SPDX-License-Identifier: MIT
// Work that waits for others, on threads, one piece at a time per lane.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <paperwatch/model.hpp>
#include <paperwatch/send.hpp>

namespace paperwatch {

// Belongs to one thread, which starts and takes; ends when all that was started has ended.
class Dispatch {
 public:
  struct Finished {
    std::size_t lane;
    Receipt receipt;
  };

  // `send` runs on a thread of the lane's own. The lane must have nothing under way.
  void start(std::size_t lane, std::function<Receipt()> send);
  // The next that has ended; nothing if that takes longer than `patience`.
  std::optional<Finished> take(Duration patience);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Finished> finished_;
  std::map<std::size_t, std::jthread> threads_;  // last: they use the others
};

}  // namespace paperwatch
