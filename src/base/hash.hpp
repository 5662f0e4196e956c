// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace paperwatch {

// 128 bits of XXH3 in hexadecimal: tells contents apart, not forgeries.
std::string content_hash(std::string_view bytes);
// 64 bits of it; never 0.
std::uint64_t short_hash(std::string_view bytes);
std::string sha256_hex(std::string_view bytes);
std::string hmac_sha256_hex(std::string_view key, std::string_view bytes);
// A random (version 4) UUID.
std::string make_uuid();

}  // namespace paperwatch
