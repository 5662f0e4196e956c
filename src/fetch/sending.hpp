// SPDX-License-Identifier: MIT
// What every sending shares: one transfer of libcurl's with a time limit, which a stop may end.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

#include "fetch/curl.hpp"

namespace paperwatch {

class Sending {
 public:
  // `ca_file`: "" the system's certificates.
  Sending(const std::string& ca_file, Duration timeout, std::stop_token stop);
  Sending(const Sending&) = delete;
  Sending& operator=(const Sending&) = delete;

  template <typename T>
  void set(CURLoption option, T value) {
    curl_easy_setopt(easy_.get(), option, value);
  }
  CURL* handle() const { return easy_.get(); }

  CURLcode run() { return curl_easy_perform(easy_.get()); }
  int response_code() const;  // 0 before the first
  // Why `code` came of it; `receiver` is named in the message.
  Error error(CURLcode code, const std::string& receiver) const;

 private:
  static int tell_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

  curl::Easy easy_;
  Duration timeout_;
  std::stop_token stop_;
  std::optional<std::chrono::steady_clock::time_point> stopped_;  // when the stop was noticed
  std::array<char, CURL_ERROR_SIZE> words_{};
};

}  // namespace paperwatch
