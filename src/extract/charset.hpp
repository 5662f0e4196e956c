// SPDX-License-Identifier: MIT
// From bytes to UTF-8: which encoding a page is in, and the decoding (WHATWG).
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/result.hpp>

namespace paperwatch {

// The WHATWG name of an encoding label, lower case ("latin1" → "windows-1252"); "" if unknown.
std::string encoding_of_label(std::string_view label);

// The HTML standard's prescan of the first 1024 bytes for <meta charset>; "" if none.
std::string prescan_meta(std::string_view bytes);

struct Decoded {
  std::string text;      // valid UTF-8 without BOM and without NUL
  std::string encoding;  // WHATWG name, lower case
  std::string from;      // "bom", "utf-8 bytes", "header", "prolog", "meta", "rule", "guess"
  double replaced = 0;   // share of characters that became U+FFFD
};

// `content_type` is the header's value or ""; `rule` the rule's `encoding:` or "". Fails with
// `encoding` where the bytes are no text (replaced would exceed a quarter, or binary).
Result<Decoded> decode(std::string_view bytes, std::string_view content_type,
                       std::string_view rule);

// Decodes bytes of a known encoding, ill-formed sequences as U+FFFD.
std::string decode_as(std::string_view bytes, std::string_view encoding,
                      std::size_t* replaced = nullptr);

}  // namespace paperwatch
