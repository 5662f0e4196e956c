// SPDX-License-Identifier: MIT
// What a host's text alone tells.
#pragma once

#include <string_view>

namespace paperwatch {

// Whether `host` is this machine or its neighbourhood as far as the text alone tells: a literal
// that is not public, `localhost`, or a name under it (RFC 6761 §6.3).
bool is_private_host(std::string_view host);

}  // namespace paperwatch
