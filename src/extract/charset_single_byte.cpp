// SPDX-License-Identifier: MIT
// Single-byte encodings: glibc's tables, corrected where the WHATWG's differ.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>

#include <iconv.h>

#include "base/text.hpp"
#include "extract/charset_internal.hpp"

namespace paperwatch {

namespace {

using Table = std::array<char32_t, 128>;  // of 0x80 … 0xFF; 0 is ill-formed

struct Names {
  std::string_view whatwg;
  const char* iconv;
};

constexpr auto encoding_names = std::to_array<Names>({
    {"ibm866", "IBM866"},           {"iso-8859-2", "ISO-8859-2"},   {"iso-8859-3", "ISO-8859-3"},
    {"iso-8859-4", "ISO-8859-4"},   {"iso-8859-5", "ISO-8859-5"},   {"iso-8859-6", "ISO-8859-6"},
    {"iso-8859-7", "ISO-8859-7"},   {"iso-8859-8", "ISO-8859-8"},   {"iso-8859-8-i", "ISO-8859-8"},
    {"iso-8859-10", "ISO-8859-10"}, {"iso-8859-13", "ISO-8859-13"}, {"iso-8859-14", "ISO-8859-14"},
    {"iso-8859-15", "ISO-8859-15"}, {"iso-8859-16", "ISO-8859-16"}, {"koi8-r", "KOI8-R"},
    {"koi8-u", "KOI8-U"},           {"macintosh", "MACINTOSH"},     {"windows-874", "CP874"},
    {"windows-1250", "CP1250"},     {"windows-1251", "CP1251"},     {"windows-1252", "CP1252"},
    {"windows-1253", "CP1253"},     {"windows-1254", "CP1254"},     {"windows-1255", "CP1255"},
    {"windows-1256", "CP1256"},     {"windows-1257", "CP1257"},     {"windows-1258", "CP1258"},
    {"x-mac-cyrillic", "MAC-UK"},
});

struct Correction {
  std::string_view encoding;
  unsigned char byte;
  char32_t character;
};

constexpr auto corrections = std::to_array<Correction>({
    {"koi8-u", 0xAE, 0x045E},
    {"koi8-u", 0xBE, 0x040E},
    {"macintosh", 0xC6, 0x2206},
    {"macintosh", 0xF0, 0xF8FF},
    {"windows-1255", 0xCA, 0x05BA},
    {"x-mac-cyrillic", 0xFF, 0x20AC},
});

// One byte at a time, so that encodings with combining characters hold nothing back.
char32_t character_of(iconv_t converter, char byte) {
  std::array<char, 16> buffer{};
  char* in = &byte;
  char* out = buffer.data();
  std::size_t in_left = 1, out_left = buffer.size();
  const bool is_ill_formed =
      iconv(converter, &in, &in_left, &out, &out_left) == static_cast<std::size_t>(-1);
  iconv(converter, nullptr, nullptr, &out, &out_left);
  if (is_ill_formed || out_left != buffer.size() - 4) return 0;
  char32_t c = 0;
  std::memcpy(&c, buffer.data(), sizeof c);
  return c;
}

constexpr const char* native_utf32 =
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "UTF-32LE" : "UTF-32BE";

Table make_table(const Names& name) {
  Table table{};
  const iconv_t converter = iconv_open(native_utf32, name.iconv);
  if (converter == reinterpret_cast<iconv_t>(-1)) return table;
  const bool is_windows = name.whatwg.substr(0, 8) == "windows-";
  for (unsigned i = 0; i < table.size(); ++i) {
    table[i] = character_of(converter, static_cast<char>(0x80 + i));
    // Where Windows left a hole among the controls, the WHATWG puts the control.
    if (is_windows && table[i] == 0 && i < 0x20) table[i] = 0x80 + i;
  }
  iconv_close(converter);
  for (const auto& [encoding, byte, character] : corrections) {
    if (encoding == name.whatwg) table[byte - 0x80u] = character;
  }
  return table;
}

Table user_defined() {
  Table table{};
  for (unsigned i = 0; i < table.size(); ++i) table[i] = 0xF780 + i;
  return table;
}

const std::map<std::string_view, Table>& tables() {
  static const std::map<std::string_view, Table> all = [] {
    std::map<std::string_view, Table> out;
    for (const auto& name : encoding_names) out.emplace(name.whatwg, make_table(name));
    out.emplace("x-user-defined", user_defined());
    return out;
  }();
  return all;
}

}  // namespace

bool decode_single_byte(std::string_view bytes, std::string_view encoding, DecodedText& text) {
  const auto found = tables().find(encoding);
  if (found == tables().end()) return false;
  text.out.reserve(text.out.size() + bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text.out += c;
    } else if (const char32_t character = found->second[byte - 0x80u]; character != 0) {
      append_utf8(text.out, character);
    } else {
      text.replace();
    }
  }
  return true;
}

}  // namespace paperwatch
