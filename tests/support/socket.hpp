// SPDX-License-Identifier: MIT
// Sockets of the scripted server: listening, one connection with or without TLS.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <openssl/ssl.h>

namespace paperwatch::test {

// Owns a file descriptor.
class Socket {
 public:
  explicit Socket(int fd = -1) : fd_(fd) {}
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket();
  int fd() const { return fd_; }
  void shut_down() const;  // wakes every thread that waits on it

 private:
  int fd_;
};

// Throws std::system_error; `port` 0 is any free one.
Socket listen_on(const std::string& address, int port);
int port_of(const Socket& socket);
// Waits for the next peer; a socket without descriptor once the listener was shut down, and for
// peers that are not of this machine (`refused`).
Socket accept_from(const Socket& listener, bool& refused);

using TlsContext = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;
// A server's context from PEM texts; with `client_ca` clients must show a certificate.
TlsContext make_tls_context(const std::string& certificate, const std::string& key,
                            const std::string& client_ca);

// One connection, plain or (with a context) TLS. Reading and writing block until shut_down.
class Stream {
 public:
  Stream(const Socket& socket, SSL_CTX* tls);
  bool ready() const { return ready_; }  // false: the handshake failed
  bool read_some(std::string& into);     // false at the end
  bool write(std::string_view bytes);    // false if the peer has gone
  void finish();                         // says good-bye, where TLS has a word for it

 private:
  int fd_;
  std::unique_ptr<SSL, decltype(&SSL_free)> tls_;
  bool ready_ = true;
};

}  // namespace paperwatch::test
