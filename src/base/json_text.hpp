// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace paperwatch {

// `text` as a JSON string with its quotes (RFC 8259 §7), at the end of `out`. Bytes that are no
// UTF-8 become U+FFFD. Half of the bytes that a visit writes are such strings: this costs a tenth
// of what a library's serialiser takes for them.
void append_json_string(std::string& out, std::string_view text);

}  // namespace paperwatch
