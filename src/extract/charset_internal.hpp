// SPDX-License-Identifier: MIT
// The parts of decoding, each with one family of encodings. Names are the WHATWG's, lower case.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paperwatch {

// Decoders append to `out` and count each ill-formed byte or sequence that became U+FFFD.
struct DecodedText {
  std::string out;
  std::size_t replaced = 0;

  void replace() {
    out += "\xEF\xBF\xBD";
    ++replaced;
  }
};

void decode_utf8(std::string_view bytes, DecodedText& text);
void decode_utf16(std::string_view bytes, bool big_endian, DecodedText& text);
// False if `encoding` is no single-byte encoding.
bool decode_single_byte(std::string_view bytes, std::string_view encoding, DecodedText& text);
// Big5, EUC-JP, EUC-KR, GBK, GB18030, Shift_JIS. False if it is none of them.
bool decode_multi_byte(std::string_view bytes, std::string_view encoding, DecodedText& text);
void decode_iso_2022_jp(std::string_view bytes, DecodedText& text);

// The encoding of <?xml … encoding="…"?> at the start; "" if none.
std::string encoding_of_prolog(std::string_view bytes);
// The charset parameter of a Content-Type; "" if none or unknown.
std::string encoding_of_content_type(std::string_view content_type);
// "charset=…" as the HTML standard finds it in <meta content>; the label, "" if none.
std::string charset_in_content(std::string_view content);

}  // namespace paperwatch
