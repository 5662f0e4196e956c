// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <atomic>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

#include "base/hash.hpp"
#include "support/catch.hpp"

using namespace paperwatch;

namespace {

// Kilobytes of files, program code above all, that are mapped and in memory.
long code_held() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("RssFile:")) return std::stol(line.substr(8));
  return 0;
}

}  // namespace

TEST_CASE("a process holds little of its code after it gave back its memory", "[memory]") {
  const long before = code_held();
  give_back_memory();
  const long after = code_held();
  INFO(before << " KB before, " << after << " KB after");
  CHECK(before > 0);
  CHECK(after < before / 2);
}

TEST_CASE("threads go on while memory is given back", "[memory]") {
  const std::string text(5000, 'x');
  const auto expected = content_hash(text);
  std::atomic<bool> over{false};
  std::atomic<int> wrong{0}, done{0};
  std::thread worker([&] {
    while (!over) {
      if (content_hash(text) != expected) ++wrong;
      ++done;
    }
  });
  for (int i = 0; i < 200; ++i) give_back_memory();
  over = true;
  worker.join();
  CHECK(wrong == 0);
  CHECK(done > 0);
}
