// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <paperwatch/serve.hpp>

#include "serve/connection_table.hpp"

namespace paperwatch {

namespace {

constexpr int waiting_connections = 1024;

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Failure refused(const std::string& address, const char* why) {
  return fail("io", fmt::format("cannot listen on {}: {}", address, why),
              "is something else listening there? choose another `listen` under `serve:`");
}

Addresses resolve(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  ::getaddrinfo(host.empty() ? nullptr : host.c_str(), port.c_str(), &hints, &found);
  return {found, &::freeaddrinfo};
}

// -1 with errno where it cannot be.
int listening_socket(const addrinfo& address) {
  const int fd = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  constexpr int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(fd, address.ai_addr, address.ai_addrlen) == 0 &&
      ::listen(fd, waiting_connections) == 0) {
    return fd;
  }
  const int why = errno;
  ::close(fd);
  errno = why;
  return -1;
}

sockaddr_storage name_of_socket(int fd, socklen_t& size) {
  sockaddr_storage name{};
  size = sizeof name;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&name), &size);
  return name;
}

}  // namespace

Result<Listener> Listener::open(const std::string& address) {
  const auto colon = address.rfind(':');
  if (colon == std::string::npos) return refused(address, "it has no port");
  auto host = address.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto found = resolve(host, address.substr(colon + 1));
  if (!found) return refused(address, "there is no such address");
  const int fd = listening_socket(*found);
  if (fd < 0) return refused(address, std::strerror(errno));
  return Listener(fd);
}

Listener Listener::adopt(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  return Listener(fd);
}

Listener::Listener(Listener&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Listener& Listener::operator=(Listener&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Listener::~Listener() {
  if (fd_ >= 0) ::close(fd_);
}

std::string Listener::address() const {
  socklen_t size = 0;
  const auto name = name_of_socket(fd_, size);
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  const int failed =
      ::getnameinfo(reinterpret_cast<const sockaddr*>(&name), size, host.data(), host.size(),
                    port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
  if (failed != 0) return "a socket";
  const bool is_v6 = name.ss_family == AF_INET6;
  return fmt::format("{}{}{}:{}", is_v6 ? "[" : "", host.data(), is_v6 ? "]" : "", port.data());
}

bool Listener::is_loopback() const {
  socklen_t size = 0;
  const auto name = name_of_socket(fd_, size);
  return is_loopback_address(reinterpret_cast<const sockaddr*>(&name));
}

}  // namespace paperwatch
