// SPDX-License-Identifier: MIT
// A client that sends what it is told, byte by byte if need be.
#pragma once

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace paperwatch::test {

struct Answer {
  int status = 0;  // 0: the connection was closed without one
  std::string head, body;
  std::string header(const std::string& name) const {
    const auto at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return "";
    const auto from = at + name.size() + 4;
    return head.substr(from, head.find('\r', from) - from);
  }
};

class Client {
 public:
  // `from`: the loopback address to come from.
  explicit Client(int port, const char* from = "127.0.0.1")
      : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    ::inet_pton(AF_INET, from, &own.sin_addr);
    ::bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    sockaddr_in server = own;
    server.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, "127.0.0.1", &server.sin_addr);
    is_connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&server), sizeof server) == 0;
  }
  Client(Client&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)),
        is_connected_(other.is_connected_),
        read_(std::move(other.read_)) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() {
    if (fd_ >= 0) ::close(fd_);
  }

  bool is_connected() const { return is_connected_; }
  bool send(std::string_view bytes) const {
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  // Whether the other side closes within `patience`; what it says before is thrown away.
  bool is_closed_within(std::chrono::milliseconds patience) const {
    const auto end = std::chrono::steady_clock::now() + patience;
    char buffer[4096];
    while (std::chrono::steady_clock::now() < end) {
      if (!is_readable(50)) continue;
      if (::recv(fd_, buffer, sizeof buffer, 0) <= 0) return true;
    }
    return false;
  }
  Answer get(const std::string& target, const std::string& headers = "",
             const std::string& method = "GET") {
    send(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n");
    return receive(method != "HEAD");
  }
  Answer post(const std::string& target, const std::string& body, const std::string& headers = "") {
    send("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body);
    return receive(true);
  }
  Answer receive(bool with_body) {
    Answer answer;
    std::size_t end = 0;
    while ((end = read_.find("\r\n\r\n")) == std::string::npos) {
      if (!read_more()) return answer;
    }
    answer.head = read_.substr(0, end + 2);
    read_.erase(0, end + 4);
    answer.status = std::atoi(answer.head.c_str() + 9);
    const auto size = with_body && answer.status != 304
                          ? std::strtoul(answer.header("Content-Length").c_str(), nullptr, 10)
                          : 0;
    while (read_.size() < size) {
      if (!read_more()) return answer;
    }
    answer.body = read_.substr(0, size);
    read_.erase(0, size);
    return answer;
  }

 private:
  bool is_readable(int milliseconds) const {
    pollfd poll{fd_, POLLIN, 0};
    return ::poll(&poll, 1, milliseconds) > 0;
  }
  bool read_more() {
    char buffer[65536];
    if (!is_readable(20'000)) return false;
    const auto size = ::recv(fd_, buffer, sizeof buffer, 0);
    if (size <= 0) return false;
    read_.append(buffer, static_cast<std::size_t>(size));
    return true;
  }

  int fd_;
  bool is_connected_ = false;
  std::string read_;
};

}  // namespace paperwatch::test
