// SPDX-License-Identifier: MIT
#include "support/socket.hpp"

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <sys/socket.h>
#include <unistd.h>

namespace paperwatch::test {

namespace {

[[noreturn]] void throw_system(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

Address make_address(const std::string& text, int port) {
  Address address;
  auto& v4 = reinterpret_cast<sockaddr_in&>(address.storage);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(address.storage);
  if (inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(static_cast<std::uint16_t>(port));
    address.size = sizeof v4;
  } else if (inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(static_cast<std::uint16_t>(port));
    address.size = sizeof v6;
  } else {
    throw std::invalid_argument("not an address: " + text);
  }
  return address;
}

bool is_loopback(const sockaddr_storage& peer) {
  if (peer.ss_family == AF_INET) {
    return (ntohl(reinterpret_cast<const sockaddr_in&>(peer).sin_addr.s_addr) >> 24) == 127;
  }
  return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(peer).sin6_addr);
}

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
Bio memory(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free};
}

}  // namespace

Socket::~Socket() {
  if (fd_ >= 0) close(fd_);
}

void Socket::shut_down() const {
  if (fd_ >= 0) shutdown(fd_, SHUT_RDWR);
}

Socket listen_on(const std::string& address, int port) {
  auto at = make_address(address, port);
  Socket socket(::socket(at.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0) throw_system("socket");
  const int on = 1;
  setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (at.storage.ss_family == AF_INET6) {
    setsockopt(socket.fd(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  }
  if (bind(socket.fd(), at.get(), at.size) != 0) throw_system("bind to " + address);
  if (listen(socket.fd(), 1024) != 0) throw_system("listen");
  return socket;
}

int port_of(const Socket& socket) {
  Address at;
  at.size = sizeof at.storage;
  if (getsockname(socket.fd(), at.get(), &at.size) != 0) throw_system("getsockname");
  // The port stands at the same place for both families.
  return ntohs(reinterpret_cast<sockaddr_in&>(at.storage).sin_port);
}

Socket accept_from(const Socket& listener, bool& refused) {
  Address peer;
  peer.size = sizeof peer.storage;
  Socket socket(accept4(listener.fd(), peer.get(), &peer.size, SOCK_CLOEXEC));
  // A peer that gave up between SYN and accept is no reason to stop listening.
  refused = socket.fd() < 0 ? errno == ECONNABORTED || errno == EINTR : !is_loopback(peer.storage);
  if (refused) return Socket();
  const int on = 1;
  if (socket.fd() >= 0) setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

TlsContext make_tls_context(const std::string& certificate, const std::string& key,
                            const std::string& client_ca) {
  TlsContext context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
  const std::unique_ptr<X509, decltype(&X509_free)> own(
      PEM_read_bio_X509(memory(certificate).get(), nullptr, nullptr, nullptr), &X509_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> secret(
      PEM_read_bio_PrivateKey(memory(key).get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
  if (!own || !secret || SSL_CTX_use_certificate(context.get(), own.get()) != 1 ||
      SSL_CTX_use_PrivateKey(context.get(), secret.get()) != 1) {
    throw std::invalid_argument("the server's certificate or key cannot be used");
  }
  if (client_ca.empty()) return context;
  const std::unique_ptr<X509, decltype(&X509_free)> ca(
      PEM_read_bio_X509(memory(client_ca).get(), nullptr, nullptr, nullptr), &X509_free);
  X509_STORE_add_cert(SSL_CTX_get_cert_store(context.get()), ca.get());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return context;
}

Stream::Stream(const Socket& socket, SSL_CTX* tls) : fd_(socket.fd()), tls_(nullptr, &SSL_free) {
  if (tls == nullptr) return;
  tls_.reset(SSL_new(tls));
  SSL_set_fd(tls_.get(), fd_);
  ready_ = SSL_accept(tls_.get()) == 1;
}

bool Stream::read_some(std::string& into) {
  std::array<char, 16384> buffer;  // NOLINT: filled by the next line
  const auto got = tls_ ? SSL_read(tls_.get(), buffer.data(), static_cast<int>(buffer.size()))
                        : recv(fd_, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  into.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

bool Stream::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = std::min<std::size_t>(bytes.size(), 1 << 16);
    const auto sent = tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(size))
                           : send(fd_, bytes.data(), size, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Stream::finish() {
  if (tls_) SSL_shutdown(tls_.get());
}

}  // namespace paperwatch::test
