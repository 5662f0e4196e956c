// SPDX-License-Identifier: MIT
// Whatever the bytes and the encoding, the text is UTF-8 without NUL.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "extract/charset.hpp"

namespace {

constexpr auto encodings = std::to_array<std::string_view>(
    {"", "utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030",
     "big5", "euc-kr", "windows-1252", "windows-1258", "iso-8859-8", "replacement"});

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto encoding = encodings[data[0] % encodings.size()];
  const auto page = paperwatch::decode(bytes, "text/html; charset=" + std::string(encoding), "");
  const auto text = page ? page->text : paperwatch::decode_as(bytes, encoding);
  if (!paperwatch::is_valid_utf8(text) || text.find('\0') != std::string::npos) std::abort();
  return 0;
}
