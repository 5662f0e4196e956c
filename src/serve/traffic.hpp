// SPDX-License-Identifier: MIT
// What the server has done so far, for the metrics. Any thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace paperwatch {

class Traffic {
 public:
  void count(int status) { ++answers_[class_of(status)]; }
  void count_refused() { ++refused_; }
  void count_cut_off() { ++cut_off_; }

  // Of 200 to 299 (hundreds = 2) and so on.
  std::uint64_t answers(int hundreds) const { return answers_[class_of(hundreds * 100)]; }
  std::uint64_t refused() const { return refused_; }  // connections over a limit
  std::uint64_t cut_off() const { return cut_off_; }  // connections over a deadline

 private:
  static std::size_t class_of(int status) {
    return status >= 100 && status < 600 ? static_cast<std::size_t>(status / 100) : 0;
  }

  std::array<std::atomic<std::uint64_t>, 6> answers_{};
  std::atomic<std::uint64_t> refused_{0}, cut_off_{0};
};

}  // namespace paperwatch
