// SPDX-License-Identifier: MIT
// What URL parsing is made of: percent-encoding and hosts (WHATWG URL Standard §1.3, §3).
// Pure functions, safe to call from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

// The standard's percent-encode sets, by the part of a URL they belong to.
enum class UrlPart { fragment, query, special_query, path, userinfo };

// UTF-8 bytes that may not stand in `part` become %XX; what is encoded already stays.
std::string percent_encode(std::string_view text, UrlPart part);
// All but ASCII letters, digits and what is `kept` become %XX.
std::string percent_encode(std::string_view text, std::string_view kept);
// %XX become bytes, anything else stays as it is; the answer need not be UTF-8.
std::string percent_decode(std::string_view text);

// The URL without the user and password that it may carry; "" where it cannot be read.
std::string without_login(std::string_view url);
// The same for an address that is to be stored or found again: without a login it stays as written.
std::string stored_address(const std::string& url);

// The host of a special URL as serialised: a lower-case domain in punycode, an IPv4 address in
// four decimal parts, or an IPv6 address in brackets. Nothing where the standard says failure.
std::optional<std::string> parse_host(std::string_view text);
// The host of any other URL: only code points that no host may hold are refused.
std::optional<std::string> parse_opaque_host(std::string_view text);

}  // namespace paperwatch
