// SPDX-License-Identifier: MIT
// From an address to the bytes that answered.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

struct Validators {
  std::string etag;           // as the server wrote it, quotes and W/ included; "" if none
  std::string last_modified;  // the server's own text, sent back as it came
  bool operator==(const Validators&) const = default;
  bool empty() const { return etag.empty() && last_modified.empty(); }
};

// How the requests of one source are made; defaults are those of the configuration.
struct FetchOptions {
  std::string user_agent;
  Duration timeout = std::chrono::seconds(30);  // whole transfer
  Duration connect_timeout = std::chrono::seconds(10);
  std::uint64_t max_body = 16u << 20;  // bytes after decompression
  int redirects = 5;
  Duration host_delay = std::chrono::seconds(3);  // between the starts of two requests to a host
  int retries = 2;
  Duration retry_after_cap = std::chrono::hours(6);
  bool obey_robots = true;
  bool allow_private_addresses = false;
  std::string proxy;                           // "" none
  std::string ca_file;                         // "" the system's
  std::string cookies;                         // Netscape file, "" none
  std::string client_certificate, client_key;  // PEM files, "" none
  enum class Family { any, ipv4, ipv6 } family = Family::any;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string user, password, bearer;  // secrets: never logged, never sent to another host
};

struct FetchRequest {
  std::string url;        // absolute, http or https
  Validators validators;  // empty: unconditional
  FetchOptions options;
};

struct FetchResponse {
  int status = 0;             // 2xx, or 304 if not_modified
  bool not_modified = false;  // the body is what the validators were for
  std::string url;            // final address after redirects
  std::string moved_to;       // where permanent redirects alone lead, "" if there were none
  std::string body;           // decompressed
  std::string content_type;
  Validators validators;
  bool length_known = false;  // the end was announced (length, chunks, or HTTP/2), and came
  int requests = 1;           // sent over the wire for this answer: redirects, retries, robots.txt
  std::uint64_t bytes = 0;    // received over the wire, headers not counted
  Duration took{};
};

// What a failed fetch cost and how long to leave the host alone.
struct FetchError {
  Error error;
  int status = 0;  // HTTP status where there was one
  int requests = 0;
  std::optional<Time> retry_at;  // throttled: no request before then
};

// Answers every request exactly once, also when cancelled.
//
// One at a time per host, hosts side by side; waits, retries and redirects happen inside.
// Waits of up to `patience` are waited out; longer ones fail at once with `throttled`.
struct Fetcher {
  using Answer = std::variant<FetchResponse, FetchError>;
  virtual ~Fetcher() = default;
  // Any thread may call. `done` is called on a thread of the fetcher's; it must not block.
  virtual void fetch(FetchRequest request, std::function<void(Answer)> done) = 0;
};

// What several processes and several runs must agree on about a host: when it may be asked
// next, and what its robots.txt said. Implementations are safe to call from any thread.
struct HostMemory {
  struct Robots {
    std::string body;
    int status = 0;  // 0: could not be reached
    Time fetched{};
  };
  virtual ~HostMemory() = default;
  // Claims the next free moment at `host`, not before `now`, and keeps `delay` free after it,
  // unless that moment lies further than `patience` away: then nothing is claimed. Returns the
  // moment in both cases.
  virtual Time claim(const std::string& host, Time now, Duration delay, Duration patience) = 0;
  // Leaves the host alone until `until` (never shortens an earlier word).
  virtual void hold(const std::string& host, Time until) = 0;
  virtual std::optional<Robots> robots(const std::string& host) = 0;
  virtual void keep_robots(const std::string& host, const Robots& robots) = 0;
};

struct FetcherSettings {
  int connections = 16;                           // all hosts together
  Duration patience = std::chrono::seconds(10);   // the longest wait inside a fetch
  std::function<Time()> now;                      // the wall clock
  Duration retry_base = std::chrono::seconds(1);  // wait before the first retry; doubles
};

// The real one, on libcurl. `hosts` must outlive it. The destructor cancels what is under way
// (each request is still answered) and joins its thread; so does a stop of `stop`.
std::unique_ptr<Fetcher> make_fetcher(FetcherSettings settings, HostMemory& hosts,
                                      std::stop_token stop);
// A memory of hosts that ends with the process; for tests and `try`.
std::unique_ptr<HostMemory> make_host_memory();

}  // namespace paperwatch
