// SPDX-License-Identifier: MIT
// Every open connection: how many there are of each address, and until when each must have said
// what it has to say. libmicrohttpd knows only how long nothing moved; who sends a byte now and
// then would stay for ever. Any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <map>
#include <mutex>
#include <string>

#include <sys/socket.h>

#include <paperwatch/serve.hpp>

#include "serve/traffic.hpp"

namespace paperwatch {

// What is counted as one address: an IPv4 address (also one written as IPv6), an IPv6 /64.
std::string address_key(const sockaddr* address);
bool is_loopback_address(const sockaddr* address);

class ConnectionTable {
 public:
  using Clock = std::chrono::steady_clock;

  class Connection {
   public:
    Connection(int fd, std::string address) : fd_(fd), address_(std::move(address)) {}
    void due_in(Duration duration) { due_ = (Clock::now() + duration).time_since_epoch().count(); }
    // Whether an answer is owed: from the beginning, as nobody connects without a question.
    void waits(bool now) { waits_ = now; }

   private:
    friend class ConnectionTable;
    int fd_;
    std::string address_;  // "" is not limited
    std::atomic<Clock::rep> due_{0};
    std::atomic<bool> waits_{true};
    std::list<Connection>::iterator self_;
  };

  ConnectionTable(const ServeLimits& limits, Traffic& traffic)
      : limits_(limits), traffic_(traffic) {}

  // Whether one more is welcome.
  bool admits(const sockaddr* address);
  // Its first request's head is due at once. Valid until closed.
  Connection* open(int fd, const sockaddr* address);
  // Before the descriptor is closed.
  void close(Connection* connection);
  std::size_t size();
  bool anybody_waits();
  // Shuts down those whose time is over; their owner then closes them.
  void cut_off_late();

  const ServeLimits& limits() const { return limits_; }

 private:
  const ServeLimits limits_;
  Traffic& traffic_;
  std::mutex mutex_;
  std::list<Connection> open_;
  std::map<std::string, std::size_t> per_address_;
};

}  // namespace paperwatch
