// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <mutex>

#include <paperwatch/fetch.hpp>

namespace paperwatch {

namespace {

class VolatileHostMemory : public HostMemory {
 public:
  Time claim(const std::string& host, Time now, Duration delay, Duration patience) override {
    const std::lock_guard lock(mutex_);
    const auto known = free_from_.find(host);
    const Time moment = known == free_from_.end() ? now : std::max(now, known->second);
    if (moment - now <= patience) free_from_[host] = moment + delay;
    return moment;
  }

  void hold(const std::string& host, Time until) override {
    const std::lock_guard lock(mutex_);
    auto& free = free_from_[host];
    free = std::max(free, until);
  }

  std::optional<Robots> robots(const std::string& host) override {
    const std::lock_guard lock(mutex_);
    const auto known = robots_.find(host);
    if (known == robots_.end()) return std::nullopt;
    return known->second;
  }

  void keep_robots(const std::string& host, const Robots& robots) override {
    const std::lock_guard lock(mutex_);
    robots_[host] = robots;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Time> free_from_;
  std::map<std::string, Robots> robots_;
};

}  // namespace

std::unique_ptr<HostMemory> make_host_memory() {
  return std::make_unique<VolatileHostMemory>();
}

}  // namespace paperwatch
