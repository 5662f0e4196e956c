// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

// RFC 4648 §4, with padding.
std::string encode_base64(std::string_view bytes);
// Nothing for what no encoder writes: white space, wrong padding, other characters.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace paperwatch
