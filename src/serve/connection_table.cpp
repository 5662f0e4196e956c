// SPDX-License-Identifier: MIT
#include "serve/connection_table.hpp"

#include <algorithm>
#include <limits>

#include <netinet/in.h>

namespace paperwatch {

namespace {

template <typename T>
const T& as(const sockaddr* address) {
  return *reinterpret_cast<const T*>(address);
}

bool is_mapped(const in6_addr& address) {
  return IN6_IS_ADDR_V4MAPPED(&address);
}

}  // namespace

std::string address_key(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto& v4 = as<sockaddr_in>(address).sin_addr;
    return {reinterpret_cast<const char*>(&v4), sizeof v4};
  }
  if (address->sa_family == AF_INET6) {
    const auto& v6 = as<sockaddr_in6>(address).sin6_addr;
    const auto* bytes = reinterpret_cast<const char*>(&v6);
    return is_mapped(v6) ? std::string(bytes + 12, 4) : std::string(bytes, 8);
  }
  return "local";
}

bool is_loopback_address(const sockaddr* address) {
  if (address->sa_family == AF_INET6) {
    const auto& v6 = as<sockaddr_in6>(address).sin6_addr;
    if (!is_mapped(v6)) return IN6_IS_ADDR_LOOPBACK(&v6);
  }
  return address->sa_family == AF_UNIX || address_key(address).front() == 127;
}

bool ConnectionTable::admits(const sockaddr* address) {
  if (!limits_.limit_loopback && is_loopback_address(address)) return true;
  const std::lock_guard lock(mutex_);
  const auto known = per_address_.find(address_key(address));
  if (known == per_address_.end() || known->second < limits_.connections_per_address) return true;
  traffic_.count_refused();
  return false;
}

ConnectionTable::Connection* ConnectionTable::open(int fd, const sockaddr* address) {
  const bool is_limited = limits_.limit_loopback || !is_loopback_address(address);
  const std::lock_guard lock(mutex_);
  auto& connection = open_.emplace_back(fd, is_limited ? address_key(address) : std::string());
  connection.self_ = std::prev(open_.end());
  connection.due_in(limits_.header_deadline);
  if (is_limited) ++per_address_[connection.address_];
  return &connection;
}

void ConnectionTable::close(Connection* connection) {
  const std::lock_guard lock(mutex_);
  const auto known = per_address_.find(connection->address_);
  if (known != per_address_.end() && --known->second == 0) per_address_.erase(known);
  open_.erase(connection->self_);
}

std::size_t ConnectionTable::size() {
  const std::lock_guard lock(mutex_);
  return open_.size();
}

bool ConnectionTable::anybody_waits() {
  const std::lock_guard lock(mutex_);
  return std::any_of(open_.begin(), open_.end(),
                     [](const Connection& connection) { return connection.waits_.load(); });
}

void ConnectionTable::cut_off_late() {
  const auto now = Clock::now().time_since_epoch().count();
  // Closing takes the same lock, so that no descriptor is another's by now.
  const std::lock_guard lock(mutex_);
  for (auto& connection : open_) {
    if (connection.due_ > now) continue;
    ::shutdown(connection.fd_, SHUT_RDWR);
    connection.due_ = std::numeric_limits<Clock::rep>::max();
    traffic_.count_cut_off();
  }
}

}  // namespace paperwatch
