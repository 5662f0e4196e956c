// SPDX-License-Identifier: MIT
// Takes connections from a socket that outlives it: the next server listens on it.
//
// libmicrohttpd takes them as well, but cannot let go of a socket safely: MHD_quiesce_daemon() and
// its loops may both take it out of the epoll set, and whoever comes second aborts the process
// ("Failed to remove listen FD from epoll set", seen with 1.0).
#pragma once

#include <functional>
#include <thread>

#include <sys/socket.h>

#include "base/file_parts.hpp"

namespace paperwatch {

class Acceptor {
 public:
  // Owns the descriptor from then on.
  using Take = std::function<void(int fd, const sockaddr* address, socklen_t size)>;

  // Starts at once, on a thread of its own that calls both. While there is no room connections wait
  // in the socket's queue. `socket` must stay open.
  Acceptor(int socket, std::function<bool()> has_room, Take take);
  ~Acceptor() { stop(); }
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  // Takes no more; who comes now is the next server's. Again: nothing.
  void stop();

 private:
  void run();
  bool must_stop(int milliseconds) const;  // waits so long; -1: until somebody comes, too
  void take_one();

  int socket_;
  std::function<bool()> has_room_;
  Take take_;
  FileDescriptor stop_;  // an eventfd
  std::jthread thread_;
};

}  // namespace paperwatch
