// SPDX-License-Identifier: MIT
#include "fetch/transfer_error.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace paperwatch {

namespace {

struct Meaning {
  std::string_view code, hint;
};

constexpr std::string_view certificate_hint =
    "a certificate is never taken on trust; an authority of your own belongs into ca_file";

Meaning meaning_of(CURLcode code, bool began) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return {"dns", "check the host's name, and this machine's DNS"};
    case CURLE_COULDNT_RESOLVE_PROXY:
      return {"dns", "check fetch: {proxy: …}"};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return {"tls", certificate_hint};
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
      return {"tls", "check ca_file"};
    case CURLE_SSL_CERTPROBLEM:
      return {"tls", "check the client's certificate and key"};
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_SHUTDOWN_FAILED:
    case CURLE_USE_SSL_FAILED:
      return {"tls", ""};
    case CURLE_PARTIAL_FILE:
      return {"truncated", ""};
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return {began ? "truncated" : "connect", ""};
    case CURLE_BAD_CONTENT_ENCODING:
      return {"encoding", ""};
    case CURLE_PROXY:
      return {"connect", "check fetch: {proxy: …}"};
    default:
      return {"connect", ""};
  }
}

}  // namespace

Duration first_byte_time(Duration timeout) {
  return timeout * 2 / 3;
}

Duration low_speed_window(Duration timeout) {
  return std::min<Duration>(std::chrono::seconds(20), timeout / 2);
}

bool is_low_speed(std::uint64_t bytes, Duration window) {
  return bytes * 1000 < lowest_speed * static_cast<std::uint64_t>(window.count());
}

Error transfer_error(CURLcode code, const std::string& url, const std::string& words, bool began) {
  const auto [name, hint] = meaning_of(code, began);
  return {std::string(name), fmt::format("{}: {}", url, words), std::string(hint)};
}

Error private_address_error(const std::string& url) {
  return {"private_address",
          fmt::format("{} leads to a private address of this machine or its network", url),
          "if that is meant, set fetch: {private_addresses: allow}"};
}

bool is_passing_trouble(const Error& error) {
  return error.code == "dns" || error.code == "connect" || error.code == "timeout" ||
         error.code == "truncated";
}

}  // namespace paperwatch
