// SPDX-License-Identifier: MIT
#include "serve/access.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace paperwatch {

namespace {

std::optional<Time> read_time(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return Time(Duration(value));
}

bool is_address(std::string_view host) {
  return host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

bool equal_secrets(std::string_view a, std::string_view b) {
  // Digests are of one length and tell nothing by where they differ.
  const auto left = sha256_hex(a), right = sha256_hex(b);
  unsigned difference = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    difference |= static_cast<unsigned>(left[i] ^ right[i]);
  }
  return difference == 0;
}

Access::Access(Secret token) : token_(std::move(token)), key_(make_uuid() + make_uuid()) {}

bool Access::is_token(std::string_view text) const {
  return is_possible() && equal_secrets(text, token_.reveal());
}

bool Access::has_bearer(const WebRequest& request) const {
  const auto header = request.header("authorization");
  constexpr std::string_view scheme = "bearer ";
  return header.size() > scheme.size() &&
         equal_ignoring_case(header.substr(0, scheme.size()), scheme) &&
         is_token(trim(header.substr(scheme.size())));
}

std::string Access::sign(std::string_view purpose, std::string_view text) const {
  return hmac_sha256_hex(key_, fmt::format("{}:{}", purpose, text));
}

std::string Access::begin_session(Time end) const {
  const auto claim = fmt::format("{}.{}", end.time_since_epoch().count(), make_uuid());
  return claim + "." + sign("session", claim);
}

bool Access::has_session(const WebRequest& request, Time now) const {
  const auto session = request.cookie(cookie);
  const auto dot = session.rfind('.');
  if (!is_possible() || dot == std::string_view::npos) return false;
  const auto claim = session.substr(0, dot);
  if (!equal_secrets(session.substr(dot + 1), sign("session", claim))) return false;
  const auto end = read_time(claim.substr(0, claim.find('.')));
  return end && now < *end;
}

std::string Access::form_token(const WebRequest& request) const {
  return sign("form", request.cookie(cookie));
}

bool Access::is_own_form(const WebRequest& request, Time now) const {
  return has_session(request, now) && is_same_origin(request) &&
         equal_secrets(request.form().text(field), form_token(request));
}

bool is_same_origin(const WebRequest& request) {
  if (const auto site = request.header("sec-fetch-site");
      !site.empty() && site != "same-origin" && site != "none") {
    return false;
  }
  const auto origin = request.header("origin");
  if (origin.empty()) return true;
  const auto host = request.header("host");
  return equal_ignoring_case(origin, fmt::format("http://{}", host)) ||
         equal_ignoring_case(origin, fmt::format("https://{}", host));
}

bool is_known_host(const WebRequest& request, bool is_loopback, const std::string& base_url) {
  if (!is_loopback) return true;
  const auto named = request.header("host");
  if (named.empty()) return true;  // HTTP/1.0: no browser
  const auto url = parse_url(fmt::format("http://{}/", named));
  if (!url) return false;
  const std::string host = url->host;
  if (is_address(host) || host == "localhost" || host.ends_with(".localhost")) return true;
  const auto own = parse_url(base_url);
  return own && own->host == host;
}

}  // namespace paperwatch
