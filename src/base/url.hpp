// SPDX-License-Identifier: MIT
// URLs as browsers read and write them (WHATWG URL Standard), for http and https.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

struct Url {
  std::string scheme;              // "http", "https" (others parse too, and serialise as they came)
  std::string username, password;  // percent-encoded
  std::string host;                // as serialised: punycode, IPv6 in brackets
  std::optional<int> port;         // nothing for the scheme's default
  std::string path;                // starts with /
  std::optional<std::string> query, fragment;  // without ? and #

  std::string text() const;    // the serialisation
  std::string origin() const;  // scheme://host[:port]
  int effective_port() const;
};

// Nothing where the standard says failure.
std::optional<Url> parse_url(std::string_view input, const Url* base = nullptr);
// `reference` resolved against `base` and serialised; "" unless the result is http or https.
std::string resolve_url(std::string_view reference, std::string_view base);
// RFC 3986 §5.2 resolution of any scheme, for the resolution table; syntax only.
std::string resolve_reference(std::string_view reference, std::string_view base);

}  // namespace paperwatch
