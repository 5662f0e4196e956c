// SPDX-License-Identifier: MIT
// Which addresses belong to the public internet. Pure; nothing is resolved.
#pragma once

#include <optional>
#include <string_view>

#include <paperwatch/host.hpp>

struct sockaddr;

namespace paperwatch {

// False for everything of IANA's special-purpose registries (RFC 6890 and later) that is not
// globally reachable: loopback, private, link-local (the cloud's metadata service included),
// shared (CGNAT), multicast, unspecified, documentation, reserved. Forms that carry an IPv4
// address inside (mapped, compatible, translated, NAT64, 6to4) are judged by that address.
// False also for what is neither IPv4 nor IPv6.
bool is_public_address(const sockaddr& address);

// The same for an address as a URL's host or libcurl writes it, brackets and zone allowed.
// Nothing if `host` is a name.
std::optional<bool> is_public_literal(std::string_view host);

}  // namespace paperwatch
