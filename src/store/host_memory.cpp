// SPDX-License-Identifier: MIT
// What all processes agree on about hosts.
#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/opening.hpp"
#include "store/sqlite.hpp"

namespace paperwatch {

namespace {

constexpr Duration forgotten_after = std::chrono::days(30);
constexpr Duration clock_tolerance = std::chrono::minutes(1);

struct Host {
  Time free_at = Time::min();
  Time asked = Time::min();
};

// The next moment at which the host may be asked. If it was last asked in the future, the clock
// was set back: the wait that was left then is counted from now.
Time next_moment(const Host& host, Time now) {
  if (host.asked > now + clock_tolerance)
    return now + std::max(Duration::zero(), host.free_at - host.asked);
  return std::max(now, host.free_at);
}

// A refusal of the database (full disk, lock) must not end the fetching: what cannot be shared
// between processes is then at least kept within this one.
class StoredHostMemory final : public HostMemory {
 public:
  explicit StoredHostMemory(const std::filesystem::path& file) : db_(open_for_writing(file)) {
    // Losing the last moments in a power cut costs politeness of seconds, not data.
    db_->execute("PRAGMA synchronous = NORMAL");
  }

  Time claim(const std::string& host, Time now, Duration delay, Duration patience) override {
    const std::lock_guard lock(mutex_);
    try {
      sqlite::Writing writing(*db_);
      forget_old(now);
      const auto [moment, claimed] = claim_from(read(host), now, delay, patience);
      if (claimed) write(host, *claimed);
      writing.commit();
      return moment;
    } catch (const StoreError&) {
      const auto [moment, claimed] = claim_from(unshared_[host], now, delay, patience);
      if (claimed) unshared_[host] = *claimed;
      return moment;
    }
  }

  void hold(const std::string& host, Time until) override {
    const std::lock_guard lock(mutex_);
    try {
      sqlite::Writing writing(*db_);
      Host known = read(host);
      known.free_at = std::max(known.free_at, until);
      write(host, known);
      writing.commit();
    } catch (const StoreError&) {
      unshared_[host].free_at = std::max(unshared_[host].free_at, until);
    }
  }

  std::optional<Robots> robots(const std::string& host) override {
    const std::lock_guard lock(mutex_);
    try {
      auto row =
          db_->statement("SELECT body, status, fetched FROM robots WHERE host = ?1").with(host);
      if (!row.next()) return std::nullopt;
      return Robots{row.text(0), static_cast<int>(row.integer(1)), row.time(2)};
    } catch (const StoreError&) {
      return std::nullopt;
    }
  }

  void keep_robots(const std::string& host, const Robots& robots) override {
    const std::lock_guard lock(mutex_);
    try {
      db_->statement(
             "INSERT OR REPLACE INTO robots(host, status, fetched, body)"
             " VALUES(?1, ?2, ?3, ?4)")
          .run(host, robots.status, robots.fetched, sqlite::Blob{robots.body});
    } catch (const StoreError&) {
      // It will be asked for again.
    }
  }

 private:
  struct Claim {
    Time moment{};
    std::optional<Host> claimed;
  };

  static Claim claim_from(const Host& host, Time now, Duration delay, Duration patience) {
    const Time moment = next_moment(host, now);
    if (moment - now > patience) return {moment, std::nullopt};
    return {moment, Host{moment + delay, now}};
  }

  // What this process noted on its own while the database refused counts too.
  Host read(const std::string& host) {
    Host known;
    if (const auto found = unshared_.find(host); found != unshared_.end()) known = found->second;
    auto row = db_->statement("SELECT free_at, asked FROM host WHERE name = ?1").with(host);
    if (!row.next()) return known;
    return {std::max(known.free_at, row.time(0)), std::max(known.asked, row.time(1))};
  }

  void write(const std::string& host, const Host& known) {
    db_->statement("INSERT OR REPLACE INTO host(name, free_at, asked) VALUES(?1, ?2, ?3)")
        .run(host, known.free_at, known.asked);
  }

  // Once a day at most.
  void forget_old(Time now) {
    if (now < next_cleaning_) return;
    next_cleaning_ = now + std::chrono::days(1);
    const Time limit = now - forgotten_after;
    db_->statement("DELETE FROM host WHERE asked < ?1 AND free_at < ?2").run(limit, now);
    db_->statement("DELETE FROM robots WHERE fetched < ?1").run(limit);
  }

  std::mutex mutex_;
  std::unique_ptr<sqlite::Database> db_;
  std::map<std::string, Host> unshared_;
  Time next_cleaning_ = Time::min();
};

}  // namespace

std::unique_ptr<HostMemory> open_host_memory(const std::filesystem::path& file) {
  return std::make_unique<StoredHostMemory>(file);
}

}  // namespace paperwatch
