// SPDX-License-Identifier: MIT
// Feeds, pages and the API over HTTP (docs/serving.md). Reading is for everybody who can reach the
// port; whatever changes something wants the configured token.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

// A listening socket; closed when it goes out of scope.
class Listener {
 public:
  // `address` as `serve.listen` has it: "127.0.0.1:8330", "[::1]:8330", "localhost:0" (any free
  // port). The error's code is "io".
  static Result<Listener> open(const std::string& address);
  // Takes over a socket that somebody else has opened, as systemd does.
  static Listener adopt(int fd);

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&& other) noexcept;
  ~Listener();

  int fd() const { return fd_; }
  std::string address() const;  // host:port as the system has it
  bool is_loopback() const;     // reached from this machine only

 private:
  explicit Listener(int fd) : fd_(fd) {}
  int fd_ = -1;
};

enum class Verdict { accept, reject };

// What the server asks of the rest of the program. Called on threads of its own, one call at a time
// per function or several at once; must not block for long. An empty function is answered with 501.
// Of an error, code "usage" is the asker's fault (404), any other is ours (503).
struct ServeActions {
  // Visits the source as soon as possible; answers before the visit begins.
  std::function<Result<Done>(const std::string& source)> sync;
  // Accepts or rejects a quarantined visit.
  std::function<Result<Done>(VisitId visit, Verdict verdict)> review;
};

struct ServeLimits {
  Duration header_deadline = std::chrono::seconds(10);     // from the first byte to the last header
  Duration exchange_deadline = std::chrono::seconds(120);  // from there to the answer's last byte
  Duration idle = std::chrono::seconds(30);                // a connection on which nothing moves
  std::size_t body = 64 * 1024;                            // bytes of a request's body
  std::size_t head = 16 * 1024;                            // bytes of request line and headers
  std::size_t connections = 2000;                          // all clients together
  std::size_t connections_per_address = 100;               // an IPv6 /64 counts as one
  // A reverse proxy on this machine speaks for many clients.
  bool limit_loopback = false;
  std::size_t waiting = 256;  // requests for pages that wait for a thread
};

class Server {
 public:
  // Opens connections of its own to the configuration's database (throws StoreError) and answers
  // until destruction. The configuration must outlive it and have `serve`; the listener is kept
  // open by its owner.
  Server(const Config& config, const Listener& listener, ServeActions actions,
         std::function<Time()> now, const ServeLimits& limits = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paperwatch
