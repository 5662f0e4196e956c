// SPDX-License-Identifier: MIT
#include "fetch/sending.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/time.hpp"
#include "fetch/transfer_error.hpp"

namespace paperwatch {

namespace {

constexpr Duration longest_connecting = std::chrono::seconds(10);
// What is under way is better finished: breaking off may mean to say it twice.
constexpr Duration stop_grace = std::chrono::seconds(5);

}  // namespace

Sending::Sending(const std::string& ca_file, Duration timeout, std::stop_token stop)
    : timeout_(timeout), stop_(std::move(stop)) {
  curl::make_ready();
  easy_.reset(curl_easy_init());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_ERRORBUFFER, words_.data());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::min(timeout, longest_connecting).count()));
  set(CURLOPT_XFERINFOFUNCTION, &Sending::tell_progress);
  set(CURLOPT_XFERINFODATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_PROXY, "");  // never one from the environment
  if (!ca_file.empty()) set(CURLOPT_CAINFO, ca_file.c_str());
}

int Sending::tell_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& sending = *static_cast<Sending*>(self);
  if (!sending.stop_.stop_requested()) return 0;
  const auto now = std::chrono::steady_clock::now();
  if (!sending.stopped_) sending.stopped_ = now;
  return now - *sending.stopped_ > stop_grace ? 1 : 0;
}

int Sending::response_code() const {
  long code = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &code);
  return static_cast<int>(code);
}

Error Sending::error(CURLcode code, const std::string& receiver) const {
  if (code == CURLE_OPERATION_TIMEDOUT) {
    return {"timeout", fmt::format("{}: no answer within {}", receiver, duration_text(timeout_)),
            "raise the channel's timeout if the receiver is only slow"};
  }
  if (code == CURLE_ABORTED_BY_CALLBACK) return {"stopped", receiver + ": stopped", ""};
  return transfer_error(code, receiver,
                        words_[0] != '\0' ? words_.data() : curl_easy_strerror(code), false);
}

}  // namespace paperwatch
