// SPDX-License-Identifier: MIT
#include "support/http_server.hpp"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <signal.h>

#include "base/text.hpp"
#include "support/http_wire.hpp"
#include "support/socket.hpp"

namespace paperwatch::test {

namespace {

constexpr std::size_t largest_head = 64 << 10;

const std::string* find_header(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (equal_ignoring_case(key, name)) return &value;
  }
  return nullptr;
}

// The first byte of TLS: somebody took this server for one that speaks it.
constexpr char tls_greeting = 0x16;

// Takes the next request off `stream`; `rest` holds what was read beyond it.
std::optional<Request> read_request(Stream& stream, std::string& rest) {
  std::size_t end = 0;
  while ((end = rest.find("\r\n\r\n")) == std::string::npos) {
    if (rest.size() > largest_head || !stream.read_some(rest)) return std::nullopt;
    if (rest.front() == tls_greeting) return std::nullopt;
  }
  auto request = parse_head(std::string_view(rest).substr(0, end + 2));
  rest.erase(0, end + 4);
  if (!request) return std::nullopt;
  request->time = std::chrono::steady_clock::now();
  if (equal_ignoring_case(request->header("expect"), "100-continue")) {
    stream.write("HTTP/1.1 100 Continue\r\n\r\n");
  }
  const auto length = request->header("content-length");
  const std::size_t size = length.empty() ? 0 : std::stoul(length);
  while (rest.size() < size) {
    if (!stream.read_some(rest)) return std::nullopt;
  }
  request->body = rest.substr(0, size);
  rest.erase(0, size);
  return request;
}

}  // namespace

std::string Request::header(std::string_view name) const {
  const auto* value = find_header(headers, name);
  return value ? *value : "";
}

bool Request::has(std::string_view name) const {
  return find_header(headers, name) != nullptr;
}

struct HttpServer::Parts {
  struct Connection {
    Socket socket;
    std::thread thread;
    bool ended = false;
  };

  ServerSettings settings;
  TlsContext tls{nullptr, &SSL_CTX_free};
  Socket listener;
  int port = 0;

  mutable std::mutex mutex;
  mutable std::condition_variable changed;  // a request came, or the server stops
  bool stopping = false;
  std::map<std::string, Handler> script;
  Handler fallback;
  std::vector<Request> log;
  std::list<Connection> open;
  int accepted = 0, active = 0, peak = 0, peak_of_one_host = 0;
  int connected = 0;
  std::map<std::string, int> active_of_host;
  std::thread thread;

  void listen() {
    for (;;) {
      bool refused = false;
      Socket peer = accept_from(listener, refused);
      const std::lock_guard lock(mutex);
      if (stopping) return;
      if (refused || peer.fd() < 0) continue;
      forget_ended();
      ++connected;
      auto& connection = open.emplace_back();
      connection.socket = std::move(peer);
      connection.thread =
          std::thread([this, &connection, number = ++accepted] { serve(connection, number); });
    }
  }

  void forget_ended() {
    open.remove_if([](Connection& connection) {
      if (connection.ended) connection.thread.join();
      return connection.ended;
    });
  }

  void serve(Connection& connection, int number) {
    Stream stream(connection.socket, tls.get());
    std::string rest;
    while (stream.ready()) {
      auto request = read_request(stream, rest);
      if (!request) break;
      request->connection = number;
      if (!answer(*request, stream)) break;
    }
    stream.finish();
    connection.socket.shut_down();
    const std::lock_guard lock(mutex);
    --connected;
    connection.ended = true;
  }

  // Whether the connection stays open.
  bool answer(const Request& request, Stream& stream) {
    const Handler handler = enter(request);
    const Reply reply = handler(request);
    const bool go_on = pause(reply.delay);
    leave(request);
    if (!go_on || reply.drop) return false;
    if (!reply.raw.empty()) {
      stream.write(reply.raw);
      return false;
    }
    const Wire wire = render_reply(reply, request);
    return stream.write(wire.head) && send_body(wire.body, reply, stream) && !wire.close;
  }

  bool send_body(std::string_view body, const Reply& reply, Stream& stream) {
    if (reply.piece == 0) return stream.write(body);
    while (!body.empty()) {
      const auto size = std::min(reply.piece, body.size());
      if (!stream.write(body.substr(0, size)) || !pause(reply.pause)) return false;
      body.remove_prefix(size);
    }
    return true;
  }

  Handler enter(const Request& request) {
    const std::lock_guard lock(mutex);
    log.push_back(request);
    peak = std::max(peak, ++active);
    peak_of_one_host = std::max(peak_of_one_host, ++active_of_host[request.header("host")]);
    changed.notify_all();
    if (const auto exact = script.find(request.target); exact != script.end()) return exact->second;
    if (const auto path = script.find(request.path); path != script.end()) return path->second;
    return fallback;
  }

  void leave(const Request& request) {
    const std::lock_guard lock(mutex);
    --active;
    --active_of_host[request.header("host")];
  }

  // False if the server stops meanwhile.
  bool pause(Milliseconds time) {
    if (time.count() == 0) return true;
    std::unique_lock lock(mutex);
    return !changed.wait_for(lock, time, [this] { return stopping; });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
      for (auto& connection : open) connection.socket.shut_down();
    }
    changed.notify_all();
    listener.shut_down();
    thread.join();
    for (auto& connection : open) connection.thread.join();
  }
};

HttpServer::HttpServer(ServerSettings settings) : parts_(std::make_unique<Parts>()) {
  // OpenSSL writes without MSG_NOSIGNAL; a client that hangs up must not end the process.
  signal(SIGPIPE, SIG_IGN);
  parts_->settings = std::move(settings);
  const auto& own = parts_->settings;
  if (!own.certificate.empty()) {
    parts_->tls = make_tls_context(own.certificate, own.key, own.client_ca);
  }
  parts_->fallback = [](const Request&) { return status(404, {}, "not here\n"); };
  parts_->listener = listen_on(own.address, own.port);
  parts_->port = port_of(parts_->listener);
  parts_->thread = std::thread([parts = parts_.get()] { parts->listen(); });
}

HttpServer::~HttpServer() {
  parts_->stop();
}

void HttpServer::on(const std::string& where, Reply reply) {
  on(where, [reply = std::move(reply)](const Request&) { return reply; });
}

void HttpServer::on(const std::string& where, Handler handler) {
  const std::lock_guard lock(parts_->mutex);
  parts_->script[where] = std::move(handler);
}

void HttpServer::on_each(const std::string& where, std::vector<Reply> replies) {
  struct Sequence {
    std::mutex mutex;
    std::vector<Reply> replies;
    std::size_t next = 0;
  };
  auto sequence = std::make_shared<Sequence>();
  sequence->replies = std::move(replies);
  on(where, [sequence](const Request&) {
    const std::lock_guard lock(sequence->mutex);
    const auto at = std::min(sequence->next++, sequence->replies.size() - 1);
    return sequence->replies.at(at);
  });
}

void HttpServer::otherwise(Handler handler) {
  const std::lock_guard lock(parts_->mutex);
  parts_->fallback = std::move(handler);
}

int HttpServer::port() const {
  return parts_->port;
}

std::string HttpServer::url(std::string_view path) const {
  const auto& address = parts_->settings.address;
  if (address == "0.0.0.0") return url(path, "127.0.0.1");
  return url(path, address.find(':') == std::string::npos ? address : "[" + address + "]");
}

std::string HttpServer::url(std::string_view path, std::string_view host) const {
  return fmt::format("{}://{}:{}{}", parts_->tls ? "https" : "http", host, port(), path);
}

std::vector<Request> HttpServer::requests() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->log;
}

std::vector<Request> HttpServer::requests(std::string_view path) const {
  auto all = requests();
  std::erase_if(all, [&](const Request& request) { return request.path != path; });
  return all;
}

void HttpServer::forget_requests() {
  const std::lock_guard lock(parts_->mutex);
  parts_->log.clear();
}

bool HttpServer::wait_for_requests(std::size_t count, Milliseconds patience) const {
  std::unique_lock lock(parts_->mutex);
  return parts_->changed.wait_for(lock, patience, [&] { return parts_->log.size() >= count; });
}

int HttpServer::connections() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->accepted;
}

int HttpServer::open_connections() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->connected;
}

int HttpServer::peak() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->peak;
}

int HttpServer::peak_of_one_host() const {
  const std::lock_guard lock(parts_->mutex);
  return parts_->peak_of_one_host;
}

Reply html(std::string body, Headers headers) {
  headers.emplace_back("Content-Type", "text/html; charset=utf-8");
  return {.status = 200, .headers = std::move(headers), .body = std::move(body)};
}

Reply text(std::string body, Headers headers) {
  headers.emplace_back("Content-Type", "text/plain; charset=utf-8");
  return {.status = 200, .headers = std::move(headers), .body = std::move(body)};
}

Reply status(int code, Headers headers, std::string body) {
  return {.status = code, .headers = std::move(headers), .body = std::move(body)};
}

Reply redirect(int code, std::string to) {
  return status(code, {{"Location", std::move(to)}});
}

}  // namespace paperwatch::test
