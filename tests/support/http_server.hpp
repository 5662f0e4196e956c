// SPDX-License-Identifier: MIT
// A scripted HTTP/1.1 server on loopback: what the tests and the demo fetch from. It can answer
// well, and it can misbehave in every way a server of the real web does.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paperwatch::test {

using Headers = std::vector<std::pair<std::string, std::string>>;
using Milliseconds = std::chrono::milliseconds;

// What a client sent, as the log keeps it.
struct Request {
  std::string method, target;  // as on the request line
  std::string path;            // target without query
  std::string query;           // without ?, "" if none
  Headers headers;             // as sent, in order
  std::string body{};
  std::chrono::steady_clock::time_point time;
  int connection = 0;  // number of the connection it came on, from 1

  // The first header of this name in any case; "" if absent.
  std::string header(std::string_view name) const;
  bool has(std::string_view name) const;
};

struct Reply {
  int status = 200;
  Headers headers{};  // Date is added; Content-Length by `framing` unless it stands here
  std::string body{};
  Milliseconds delay{0};  // before the first byte
  // Sends the body `piece` bytes at a time with `pause` between; 0 sends it at once.
  std::size_t piece = 0;
  Milliseconds pause{0};
  std::optional<std::size_t> cut_after{};  // closes after so many bytes of the body
  enum class Framing { length, chunked, until_close } framing = Framing::length;
  bool gzip = false;   // compresses, if the client accepts it
  bool close = false;  // closes the connection afterwards
  bool drop = false;   // closes the connection instead of answering
  std::string raw{};   // if set: these bytes instead of all the above, then close
};

using Handler = std::function<Reply(const Request&)>;

struct ServerSettings {
  int port = 0;                       // 0: any free one
  std::string address = "127.0.0.1";  // also "::1", or "0.0.0.0" for all of 127.0.0.0/8
  // TLS if set: PEM texts. `client_ca`: clients must show a certificate signed by it.
  std::string certificate{}, key{}, client_ca{};
};

// Listens from construction to destruction. All members are safe from any thread while it runs;
// handlers run on connection threads, several at once. Only loopback peers are served.
class HttpServer {
 public:
  explicit HttpServer(ServerSettings settings = {});  // throws std::system_error
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // What to answer. `where` is compared with the whole target first, then with the path alone;
  // later words replace earlier ones. Anything else is answered by the fallback, else 404.
  void on(const std::string& where, Reply reply);
  void on(const std::string& where, Handler handler);
  // One reply after the other; the last one stays.
  void on_each(const std::string& where, std::vector<Reply> replies);
  void otherwise(Handler handler);

  int port() const;
  // "http://127.0.0.1:PORT" + path; with another host name or address where given.
  std::string url(std::string_view path = "/") const;
  std::string url(std::string_view path, std::string_view host) const;

  std::vector<Request> requests() const;  // in order of arrival
  std::vector<Request> requests(std::string_view path) const;
  void forget_requests();
  // Whether so many requests came within `patience`.
  bool wait_for_requests(std::size_t count, Milliseconds patience = Milliseconds(5000)) const;
  int connections() const;       // accepted so far
  int open_connections() const;  // now, as far as this side has seen their ends
  // The most requests that were being answered (handler and delay) at one moment: in all, and
  // with one and the same Host header.
  int peak() const;
  int peak_of_one_host() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Shorthands for replies.
Reply html(std::string body, Headers headers = {});
Reply text(std::string body, Headers headers = {});
Reply status(int code, Headers headers = {}, std::string body = {});
Reply redirect(int code, std::string to);

// gzip of `bytes`, for replies that are compressed whether asked or not.
std::string gzip(std::string_view bytes);

}  // namespace paperwatch::test
