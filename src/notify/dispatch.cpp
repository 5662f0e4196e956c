// SPDX-License-Identifier: MIT
#include "notify/dispatch.hpp"

namespace paperwatch {

void Dispatch::start(std::size_t lane, std::function<Receipt()> send) {
  threads_[lane] = std::jthread([this, lane, send = std::move(send)] {
    auto receipt = send();
    {
      const std::lock_guard lock(mutex_);
      finished_.push_back({lane, std::move(receipt)});
    }
    changed_.notify_all();
  });
}

std::optional<Dispatch::Finished> Dispatch::take(Duration patience) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, patience, [this] { return !finished_.empty(); }))
    return std::nullopt;
  auto finished = std::move(finished_.front());
  finished_.pop_front();
  return finished;
}

}  // namespace paperwatch
