// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include <paperwatch/sync.hpp>

namespace paperwatch {

// A bar on stderr while many pages are visited; nothing where stderr is no terminal. It is wiped
// when the object goes.
class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const SyncProgress& progress);

 private:
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace paperwatch
