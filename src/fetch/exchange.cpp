// SPDX-License-Identifier: MIT
#include "fetch/exchange.hpp"

#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "fetch/address.hpp"
#include "fetch/transfer_error.hpp"

namespace paperwatch {

Exchange::Exchange(ExchangeRequest request)
    : request_(std::move(request)), handle_(curl_easy_init()) {
  set_up_transfer();
  set_up_callbacks();
  if (request_.secrets) set_up_secrets();
  set_up_headers();
}

template <typename T>
void Exchange::set(CURLoption option, T value) {
  curl_easy_setopt(handle_.get(), option, value);
}

void Exchange::set_owner(void* owner) {
  set(CURLOPT_PRIVATE, owner);
}

void Exchange::set_up_transfer() {
  const auto& options = request_.options;
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  // Dot segments are gone; what is left of them was escaped on purpose.
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  // Undone here: libcurl takes compressed bodies that break off for whole ones.
  set(CURLOPT_ACCEPT_ENCODING, ContentDecoder::accepted());
  set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
  set(CURLOPT_NOSIGNAL, 1L);
  // A name server that does not answer must hold up neither a stop nor the other hosts.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout.count()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
  set(CURLOPT_USERAGENT, options.user_agent.c_str());
  // Set also when empty: libcurl would take proxies from the environment, and then nobody could
  // say which address a request goes to.
  set(CURLOPT_PROXY, options.proxy.c_str());
  set(CURLOPT_NOPROXY, "");
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (!options.ca_file.empty()) set(CURLOPT_CAINFO, options.ca_file.c_str());
  if (options.family == FetchOptions::Family::ipv4) {
    set(CURLOPT_IPRESOLVE, static_cast<long>(CURL_IPRESOLVE_V4));
  } else if (options.family == FetchOptions::Family::ipv6) {
    set(CURLOPT_IPRESOLVE, static_cast<long>(CURL_IPRESOLVE_V6));
  }
}

void Exchange::set_up_callbacks() {
  set(CURLOPT_ERRORBUFFER, words_.data());
  set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Exchange::on_open);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_PREREQFUNCTION, &Exchange::on_request);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_XFERINFOFUNCTION, &Exchange::on_progress);
  set(CURLOPT_XFERINFODATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
  if (!request_.keep_heads) return;
  set(CURLOPT_DEBUGFUNCTION, &Exchange::on_debug);
  set(CURLOPT_DEBUGDATA, this);
  set(CURLOPT_VERBOSE, 1L);
}

void Exchange::set_up_secrets() {
  const auto& options = request_.options;
  if (!options.bearer.empty()) {
    set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BEARER));
    set(CURLOPT_XOAUTH2_BEARER, options.bearer.c_str());
  } else if (!options.user.empty()) {
    set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
    set(CURLOPT_USERNAME, options.user.c_str());
    set(CURLOPT_PASSWORD, options.password.c_str());
  }
  if (!options.cookies.empty()) set(CURLOPT_COOKIEFILE, options.cookies.c_str());
  if (!options.client_certificate.empty()) {
    set(CURLOPT_SSLCERT, options.client_certificate.c_str());
  }
  if (!options.client_key.empty()) set(CURLOPT_SSLKEY, options.client_key.c_str());
  for (const auto& [name, value] : options.headers) {
    // libcurl's notation for a header without value is a semicolon.
    lines_.add(value.empty() ? name + ";" : name + ": " + value);
  }
}

void Exchange::set_up_headers() {
  const auto& [etag, last_modified] = request_.validators;
  if (!etag.empty()) lines_.add("If-None-Match: " + etag);
  if (!last_modified.empty()) lines_.add("If-Modified-Since: " + last_modified);
  set(CURLOPT_HTTPHEADER, lines_.get());
}

bool Exchange::begin_body() {
  in_body_ = true;
  const auto most = 2 * request_.options.max_body + 1024;  // compression never doubles anything
  auto decoder = ContentDecoder::make(result_.head.content_encoding, most);
  if (decoder) {
    decoder_ = std::move(*decoder);
  } else {
    result_.error = decoder.error();
    result_.error->message = request_.url + ": " + result_.error->message;
  }
  return !result_.error;
}

std::size_t Exchange::take_body(std::string_view bytes) {
  if (!in_body_ && !begin_body()) return 0;
  if (decoder_.take(bytes, [this](std::string_view part) { return keep_body(part); }))
    return bytes.size();
  if (stop_ == Stop::none) stop_ = decoder_.is_flood() ? Stop::body : Stop::coding;
  return 0;
}

bool Exchange::keep_body(std::string_view bytes) {
  auto& body = result_.body;
  const std::uint64_t room = request_.options.max_body - body.size();
  if (bytes.size() <= room) {
    body += bytes;
    return true;
  }
  stop_ = request_.cut_long_body ? Stop::cut : Stop::body;
  if (request_.cut_long_body) body += bytes.substr(0, room);
  return false;
}

std::size_t Exchange::take_header(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > largest_headers) {
    stop_ = Stop::headers;
    return 0;
  }
  if (in_body_) return line.size();  // a trailer
  result_.head.read_line(line);
  if (request_.keep_heads) {
    if (line.starts_with("HTTP/")) result_.response_head.clear();
    result_.response_head += line;
  }
  return line.size();
}

bool Exchange::allows(const sockaddr& address) {
  // With a proxy the connection is the proxy's, whose address its owner has chosen.
  if (request_.options.allow_private_addresses || !request_.options.proxy.empty()) return true;
  return is_public_address(address);
}

bool Exchange::allows_peer(std::string_view address) {
  if (request_.options.allow_private_addresses || !request_.options.proxy.empty()) return true;
  return is_public_literal(address).value_or(false);
}

bool Exchange::is_too_slow() {
  if (!in_body_) return false;  // a page may take its time to be made
  const auto now = Clock::now();
  if (window_began_ == Clock::time_point{}) window_began_ = now;
  const auto window = low_speed_window(request_.options.timeout);
  if (now - window_began_ < window) return false;
  if (is_low_speed(got_ - window_got_, window)) return true;
  window_began_ = now;
  window_got_ = got_;
  return false;
}

std::size_t Exchange::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  return static_cast<Exchange*>(self)->take_body({data, size * count});
}

std::size_t Exchange::on_header(char* data, std::size_t size, std::size_t count, void* self) {
  return static_cast<Exchange*>(self)->take_header({data, size * count});
}

curl_socket_t Exchange::on_open(void* self, curlsocktype, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(self);
  if (!exchange.allows(address->addr)) {
    exchange.stop_ = Stop::private_address;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Called for connections used again too, which on_open of another source may have let pass.
int Exchange::on_request(void* self, char* peer, char*, int, int) {
  auto& exchange = *static_cast<Exchange*>(self);
  if (!exchange.allows_peer(peer)) {
    exchange.stop_ = Stop::private_address;
    return CURL_PREREQFUNC_ABORT;
  }
  // One of several addresses may have been refused before this one was let pass.
  exchange.stop_ = Stop::none;
  exchange.result_.sent = Clock::now();
  return CURL_PREREQFUNC_OK;
}

int Exchange::on_progress(void* self, curl_off_t, curl_off_t got, curl_off_t, curl_off_t) {
  auto& exchange = *static_cast<Exchange*>(self);
  exchange.got_ = static_cast<std::uint64_t>(got);
  if (!exchange.is_too_slow()) return 0;
  exchange.stop_ = Stop::slow;
  return 1;
}

int Exchange::on_debug(CURL*, curl_infotype kind, char* data, std::size_t size, void* self) {
  // Of what goes to a proxy first (CONNECT) nothing is kept.
  const std::string_view text(data, size);
  if (kind == CURLINFO_HEADER_OUT && text.starts_with("GET ")) {
    static_cast<Exchange*>(self)->result_.request_head = text;
  }
  return 0;
}

std::optional<Exchange::Clock::time_point> Exchange::silence_ends() const {
  if (header_bytes_ > 0) return std::nullopt;
  return result_.sent.value_or(Clock::now()) + first_byte_time(request_.options.timeout);
}

ExchangeResult Exchange::finish(CURLcode code) {
  long version = 0;
  curl_off_t bytes = 0;
  curl_easy_getinfo(handle_.get(), CURLINFO_HTTP_VERSION, &version);
  curl_easy_getinfo(handle_.get(), CURLINFO_SIZE_DOWNLOAD_T, &bytes);
  const auto& head = result_.head;
  result_.bytes = static_cast<std::uint64_t>(bytes);
  result_.took = std::chrono::duration_cast<Duration>(
      std::chrono::duration<double>(seconds(CURLINFO_TOTAL_TIME)));
  result_.length_known =
      version >= CURL_HTTP_VERSION_2_0 || head.status == 304 || !head.content_length.empty() ||
      contains_ignoring_case(head.transfer_encoding, "chunked") || !decoder_.is_plain();
  if (!result_.error) result_.error = trouble(code);
  return std::move(result_);
}

std::optional<Error> Exchange::trouble(CURLcode code) const {
  if (stop_ == Stop::cut) return std::nullopt;
  if (code != CURLE_OK) return error_of(code);
  if (decoder_.is_whole()) return std::nullopt;
  return Error{"truncated",
               fmt::format("{}: the body breaks off in the middle of its compression ({})",
                           request_.url, result_.head.content_encoding),
               ""};
}

double Exchange::seconds(CURLINFO info) const {
  double value = 0;
  curl_easy_getinfo(handle_.get(), info, &value);
  return value;
}

Error Exchange::error_of(CURLcode code) const {
  if (stop_ != Stop::none) return stop_error();
  if (code == CURLE_OPERATION_TIMEDOUT) return timeout_error();
  const std::string words = words_[0] != '\0' ? words_.data() : curl_easy_strerror(code);
  return transfer_error(code, request_.url, words, !result_.body.empty());
}

Error Exchange::stop_error() const {
  const auto& url = request_.url;
  const auto& options = request_.options;
  switch (stop_) {
    case Stop::private_address:
      return private_address_error(url);
    case Stop::headers:
      return {"too_large",
              fmt::format("{} sent more than {} of headers", url, size_text(largest_headers)), ""};
    case Stop::silent:
      return {"timeout",
              fmt::format("{}: no answer within {}", url,
                          duration_text(first_byte_time(options.timeout))),
              "if the host is known to be slow, raise fetch: {timeout: …}; the answer has to begin "
              "within two thirds of it"};
    case Stop::coding:
      return {"encoding",
              fmt::format("{}: the body is not compressed as the answer says ({})", url,
                          result_.head.content_encoding),
              ""};
    case Stop::slow:
      return {"timeout",
              fmt::format("{} was too slow: fewer than {} bytes a second over {}", url,
                          lowest_speed, duration_text(low_speed_window(options.timeout))),
              ""};
    default:
      return {
          "too_large",
          fmt::format("{} is larger than {} after decompression", url, size_text(options.max_body)),
          "if that is right for this listing, raise fetch: {max_body: …}"};
  }
}

// Which of the limits it was: libcurl has one word for all of them.
Error Exchange::timeout_error() const {
  const auto& url = request_.url;
  const auto whole = duration_text(request_.options.timeout);
  if (!result_.sent) {
    const auto limit = std::min(request_.options.connect_timeout, request_.options.timeout);
    const bool resolved = seconds(CURLINFO_NAMELOOKUP_TIME) > 0;
    return {
        "timeout",
        fmt::format("{}: {} within {}", url,
                    resolved ? "no connection" : "the name was not resolved", duration_text(limit)),
        "if the host is known to be slow, raise fetch: {connect_timeout: …}"};
  }
  const std::string hint = "if the host is known to be slow, raise fetch: {timeout: …}";
  if (result_.head.status == 0) {
    return {"timeout", fmt::format("{}: no answer within {}", url, whole), hint};
  }
  return {"timeout",
          fmt::format("{}: the answer was not complete within {}, {} came", url, whole,
                      size_text(got_)),
          hint};
}

}  // namespace paperwatch
