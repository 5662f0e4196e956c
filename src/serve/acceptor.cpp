// SPDX-License-Identifier: MIT
#include "serve/acceptor.hpp"

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace paperwatch {

namespace {

constexpr int look_for_room = 20;     // milliseconds
constexpr int after_a_failure = 100;  // no descriptor left, say

bool is_passing(int error) {
  return error == EAGAIN || error == EINTR || error == ECONNABORTED;
}

}  // namespace

Acceptor::Acceptor(int socket, std::function<bool()> has_room, Take take)
    : socket_(socket),
      has_room_(std::move(has_room)),
      take_(std::move(take)),
      stop_(::eventfd(0, EFD_CLOEXEC)) {
  // Who is gone again by the time he is taken must not keep the thread.
  const int flags = ::fcntl(socket_, F_GETFL);
  if (!stop_ || flags < 0 || ::fcntl(socket_, F_SETFL, flags | O_NONBLOCK) != 0)
    throw std::runtime_error("the HTTP server cannot start");
  thread_ = std::jthread([this] { run(); });
}

void Acceptor::stop() {
  if (!thread_.joinable()) return;
  const std::uint64_t one = 1;
  while (::write(stop_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  thread_.join();
}

void Acceptor::run() {
  for (;;) {
    const bool has_room = has_room_();
    if (must_stop(has_room ? -1 : look_for_room)) return;
    if (has_room) take_one();
  }
}

bool Acceptor::must_stop(int milliseconds) const {
  pollfd waited[] = {{stop_.get(), POLLIN, 0}, {socket_, POLLIN, 0}};
  ::poll(waited, milliseconds < 0 ? 2 : 1, milliseconds);
  return waited[0].revents != 0;
}

void Acceptor::take_one() {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  auto* peer = reinterpret_cast<sockaddr*>(&address);
  const int fd = ::accept4(socket_, peer, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd >= 0) {
    take_(fd, peer, size);
  } else if (!is_passing(errno)) {
    pollfd waited{stop_.get(), POLLIN, 0};
    ::poll(&waited, 1, after_a_failure);
  }
}

}  // namespace paperwatch
