// SPDX-License-Identifier: MIT
// One HTTP exchange: a request, and what came back, within limits. It follows nothing, repeats
// nothing and decides nothing beyond where it must stop reading.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <paperwatch/fetch.hpp>

#include "fetch/content_coding.hpp"
#include "fetch/curl.hpp"
#include "fetch/response_head.hpp"

namespace paperwatch {

struct ExchangeRequest {
  std::string url;  // no user name, no fragment
  FetchOptions options;
  bool secrets = false;  // whether headers, credentials, cookies and the client's certificate go
  Validators validators;
  // Whether a body beyond max_body is cut there, and no error.
  bool cut_long_body = false;
  bool keep_heads = false;  // the text of both heads
};

struct ExchangeResult {
  std::optional<Error> error;  // no answer, or not all of it
  ResponseHead head;
  std::string body;
  bool length_known = false;
  // When the request left this machine, if it did.
  std::optional<std::chrono::steady_clock::time_point> sent;
  std::uint64_t bytes = 0;
  Duration took{};
  std::string request_head, response_head;  // as sent and received, if they were to be kept
};

class Exchange {
 public:
  explicit Exchange(ExchangeRequest request);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // For the multi handle; CURLINFO_PRIVATE of it is `owner`.
  CURL* handle() const { return handle_.get(); }
  void set_owner(void* owner);
  // When the server is to be given up if it has said nothing till then; nothing once it has.
  std::optional<std::chrono::steady_clock::time_point> silence_ends() const;
  // Before finish(): it was given up.
  void give_up_waiting() { stop_ = Stop::silent; }
  // After libcurl has said that the transfer is over, or it was given up, once.
  ExchangeResult finish(CURLcode code);

 private:
  using Clock = std::chrono::steady_clock;
  // Why a callback stopped the transfer.
  enum class Stop { none, private_address, body, headers, silent, slow, coding, cut };

  void set_up_transfer();
  void set_up_callbacks();
  void set_up_secrets();
  void set_up_headers();
  template <typename T>
  void set(CURLoption option, T value);

  bool begin_body();
  std::size_t take_body(std::string_view bytes);
  bool keep_body(std::string_view bytes);
  std::size_t take_header(std::string_view line);
  bool allows(const sockaddr& address);
  bool allows_peer(std::string_view address);
  bool is_too_slow();
  std::optional<Error> trouble(CURLcode code) const;
  Error error_of(CURLcode code) const;
  Error timeout_error() const;
  Error stop_error() const;
  double seconds(CURLINFO info) const;

  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
  static curl_socket_t on_open(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int on_request(void* self, char* peer, char* own, int peer_port, int own_port);
  static int on_progress(void* self, curl_off_t, curl_off_t got, curl_off_t, curl_off_t);
  static int on_debug(CURL*, curl_infotype kind, char* data, std::size_t size, void* self);

  ExchangeRequest request_;
  curl::Easy handle_;
  curl::Lines lines_;
  std::array<char, CURL_ERROR_SIZE> words_{};  // libcurl's own about what went wrong
  ExchangeResult result_;
  Stop stop_ = Stop::none;
  std::size_t header_bytes_ = 0;
  bool in_body_ = false;
  ContentDecoder decoder_;  // of the body's compression, once it has begun
  // Low speed is judged over windows of time, the first of which begins with the body.
  Clock::time_point window_began_{};
  std::uint64_t got_ = 0, window_got_ = 0;
};

}  // namespace paperwatch
