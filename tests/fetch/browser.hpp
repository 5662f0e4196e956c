// SPDX-License-Identifier: MIT
// A scripted server and the real fetcher in front of it, for tests.
#pragma once

#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <paperwatch/fetch.hpp>

#include "base/time.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

namespace paperwatch::test {

using Answer = Fetcher::Answer;
using namespace std::chrono_literals;

// Options with which a loopback server is fetched at once, once, and without robots.txt: a test
// switches on what it is about.
inline FetchOptions plain_options() {
  FetchOptions options;
  options.user_agent = "paperwatch (test)";
  options.timeout = 20s;
  options.connect_timeout = 10s;
  options.host_delay = 0s;
  options.retries = 0;
  options.obey_robots = false;
  options.allow_private_addresses = true;
  return options;
}

// Waits are counted in whole milliseconds. On a busy machine the server's threads see a request
// long after it was sent: how far two lie apart at least, only a moment of before the first can
// tell.
constexpr auto tick = 5ms;

inline FetcherSettings quick_settings() {
  return {.connections = 16, .patience = 10s, .now = wall_now, .retry_base = 20ms};
}

class Browser {
 public:
  explicit Browser(FetcherSettings settings = quick_settings())
      : fetcher_(make_fetcher(std::move(settings), *hosts_, stop_.get_token())) {}

  std::future<Answer> begin(FetchRequest request) {
    auto promise = std::make_shared<std::promise<Answer>>();
    fetcher_->fetch(std::move(request), [promise](Answer a) { promise->set_value(std::move(a)); });
    return promise->get_future();
  }
  std::future<Answer> begin(const std::string& url, FetchOptions options = plain_options()) {
    return begin({.url = url, .validators = {}, .options = std::move(options)});
  }

  Answer get(FetchRequest request) { return begin(std::move(request)).get(); }
  Answer get(const std::string& url, FetchOptions options = plain_options()) {
    return begin(url, std::move(options)).get();
  }

  FetchResponse page(FetchRequest request) {
    auto answer = get(std::move(request));
    if (const auto* error = std::get_if<FetchError>(&answer)) FAIL(error->error.message);
    return std::get<FetchResponse>(std::move(answer));
  }
  FetchResponse page(const std::string& url, FetchOptions options = plain_options()) {
    return page({.url = url, .validators = {}, .options = std::move(options)});
  }

  FetchError error(FetchRequest request) {
    auto answer = get(std::move(request));
    if (const auto* response = std::get_if<FetchResponse>(&answer)) {
      FAIL("answered " << response->status << ": " << response->body.substr(0, 80));
    }
    return std::get<FetchError>(std::move(answer));
  }
  FetchError error(const std::string& url, FetchOptions options = plain_options()) {
    return error({.url = url, .validators = {}, .options = std::move(options)});
  }

  HostMemory& hosts() { return *hosts_; }
  void stop() { stop_.request_stop(); }
  void close() { fetcher_.reset(); }

 private:
  std::unique_ptr<HostMemory> hosts_ = make_host_memory();
  std::stop_source stop_;
  std::unique_ptr<Fetcher> fetcher_;
};

}  // namespace paperwatch::test
