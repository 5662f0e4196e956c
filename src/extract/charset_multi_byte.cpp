// SPDX-License-Identifier: MIT
// Encodings of East Asia by glibc's iconv; ISO-2022-JP by way of EUC-JP.
#include <array>
#include <cerrno>

#include <iconv.h>

#include "base/text.hpp"
#include "extract/charset_internal.hpp"

namespace paperwatch {

namespace {

// The charsets under which glibc has what the WHATWG means.
const char* iconv_name(std::string_view encoding) {
  if (encoding == "shift_jis") return "CP932";
  if (encoding == "euc-kr") return "CP949";
  if (encoding == "gbk" || encoding == "gb18030") return "GB18030";
  if (encoding == "big5") return "BIG5-HKSCS";
  if (encoding == "euc-jp") return "EUC-JP";
  return nullptr;
}

class Converter {
 public:
  explicit Converter(const char* from) : handle_(iconv_open("UTF-8", from)) {}
  ~Converter() {
    if (is_open()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  bool is_open() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  // Converts as far as it can; false at a byte that begins nothing.
  bool run(std::string_view& in, std::string& out) {
    std::array<char, 4096> buffer;
    while (!in.empty()) {
      char* from = const_cast<char*>(in.data());  // iconv's signature; it only reads
      char* to = buffer.data();
      std::size_t from_left = in.size(), to_left = buffer.size();
      const bool failed = iconv(handle_, &from, &from_left, &to, &to_left) == ~std::size_t{0};
      const int error = errno;
      out.append(buffer.data(), buffer.size() - to_left);
      in.remove_prefix(in.size() - from_left);
      if (failed && error != E2BIG) return false;
    }
    flush(out);
    return true;
  }
  // What is held back for a combining character that did not come.
  void flush(std::string& out) {
    std::array<char, 64> buffer;
    char* to = buffer.data();
    std::size_t left = buffer.size();
    iconv(handle_, nullptr, nullptr, &to, &left);
    out.append(buffer.data(), buffer.size() - left);
  }

 private:
  iconv_t handle_;
};

// JIS X 0201's Latin half in ISO-2022-JP.
char32_t roman(char c) {
  if (c == 0x5C) return 0xA5;
  if (c == 0x7E) return 0x203E;
  return static_cast<unsigned char>(c);
}

// A decoder of ISO-2022-JP: the escapes say how the bytes up to the next one are read.
class Iso2022Jp {
 public:
  explicit Iso2022Jp(DecodedText& text) : text_(text) {}

  void run(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
      if (bytes[at] == '\x1B' && escape(bytes.substr(at + 1, 2))) {
        at += 3;
      } else {
        at += character(bytes.substr(at));
      }
    }
    flush();
  }

 private:
  enum class Set { ascii, roman, katakana, two_byte };

  bool escape(std::string_view sequence) {
    Set next = Set::ascii;
    if (sequence == "(J") {
      next = Set::roman;
    } else if (sequence == "(I") {
      next = Set::katakana;
    } else if (sequence == "$@" || sequence == "$B") {
      next = Set::two_byte;
    } else if (sequence != "(B") {
      return false;
    }
    flush();
    set_ = next;
    return true;
  }

  // Reads one character; gives its length.
  std::size_t character(std::string_view bytes) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    const bool is_graphic = first > 0x20 && first < 0x7F;
    if (first >= 0x80 || first == 0x1B || first == 0x0E || first == 0x0F) {
      flush();
      text_.replace();
    } else if (!is_graphic || set_ == Set::ascii) {
      flush();
      text_.out += bytes[0];
    } else if (set_ == Set::roman) {
      append_utf8(text_.out, roman(bytes[0]));
    } else if (set_ == Set::katakana && first <= 0x5F) {
      append_utf8(text_.out, 0xFF61 + first - 0x21u);
    } else if (set_ == Set::two_byte && bytes.size() > 1 && bytes[1] > 0x20 && bytes[1] < 0x7F) {
      euc_ += static_cast<char>(first | 0x80);
      euc_ += static_cast<char>(bytes[1] | 0x80);
      return 2;
    } else {
      flush();
      text_.replace();
    }
    return 1;
  }

  void flush() {
    if (!euc_.empty()) decode_multi_byte(euc_, "euc-jp", text_);
    euc_.clear();
  }

  DecodedText& text_;
  Set set_ = Set::ascii;
  std::string euc_;  // two-byte characters not yet decoded
};

}  // namespace

namespace {

// One character that JIS lacks and Microsoft added, such as a circled digit. Everything else is
// what JIS says: the two differ on a few (〜 is U+301C to JIS, U+FF5E to Microsoft).
bool decode_microsofts(Converter& microsoft, std::string_view& bytes, std::string& out) {
  for (const std::size_t length : {2u, 3u}) {
    std::string_view one = bytes.substr(0, length);
    std::string character;
    if (one.size() < length || !microsoft.run(one, character)) continue;
    out += character;
    bytes.remove_prefix(length);
    return true;
  }
  return false;
}

}  // namespace

bool decode_multi_byte(std::string_view bytes, std::string_view encoding, DecodedText& text) {
  const char* const name = iconv_name(encoding);
  if (name == nullptr) return false;
  Converter converter(name);
  if (!converter.is_open()) return false;
  text.out.reserve(text.out.size() + bytes.size() + bytes.size() / 2);
  const bool is_chinese = encoding == "gbk" || encoding == "gb18030";
  Converter microsoft("EUC-JP-MS");
  while (!converter.run(bytes, text.out)) {
    converter.flush(text.out);
    if (encoding == "euc-jp" && decode_microsofts(microsoft, bytes, text.out)) continue;
    if (is_chinese && bytes[0] == '\x80') {
      text.out += "\xE2\x82\xAC";  // Windows put the euro there
    } else {
      text.replace();
    }
    bytes.remove_prefix(1);
  }
  return true;
}

void decode_iso_2022_jp(std::string_view bytes, DecodedText& text) {
  Iso2022Jp(text).run(bytes);
}

}  // namespace paperwatch
