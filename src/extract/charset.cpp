// SPDX-License-Identifier: MIT
#include "extract/charset.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <uchardet/uchardet.h>

#include "base/eight.hpp"
#include "base/text.hpp"
#include "extract/charset_internal.hpp"

namespace paperwatch {

namespace {

using std::string_view;

// What a declared encoding may cost before the page is taken to lie.
constexpr double lie = 0.01;
// Beyond this a page is no text.
constexpr double hopeless = 0.25;

DecodedText decode_text(string_view bytes, string_view encoding) {
  DecodedText text;
  if (encoding == "utf-8") {
    decode_utf8(bytes, text);
  } else if (encoding == "utf-16le" || encoding == "utf-16be") {
    decode_utf16(bytes, encoding == "utf-16be", text);
  } else if (encoding == "iso-2022-jp") {
    decode_iso_2022_jp(bytes, text);
  } else if (encoding == "replacement") {
    if (!bytes.empty()) text.replace();
  } else if (!decode_single_byte(bytes, encoding, text) &&
             !decode_multi_byte(bytes, encoding, text)) {
    decode_utf8(bytes, text);
  }
  if (text.out.find('\0') != std::string::npos) std::erase(text.out, '\0');
  return text;
}

Decoded decoded(string_view bytes, std::string encoding, std::string from) {
  DecodedText text = decode_text(bytes, encoding);
  constexpr string_view mark = "\xEF\xBB\xBF";
  if (string_view(text.out).substr(0, 3) == mark) text.out.erase(0, 3);
  Decoded out;
  if (text.replaced > 0) {
    const auto characters = std::max<std::size_t>(1, character_count(text.out));
    out.replaced = static_cast<double>(text.replaced) / static_cast<double>(characters);
  }
  out.text = std::move(text.out);
  out.encoding = std::move(encoding);
  out.from = std::move(from);
  return out;
}

bool is_ascii(string_view bytes) {
  bytes.remove_prefix(skip_eights(bytes, 0, [](const Eight& eight) { return eight.is_ascii(); }));
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string encoding_of_mark(string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") return "utf-8";
  if (bytes.substr(0, 2) == "\xFF\xFE") return "utf-16le";
  if (bytes.substr(0, 2) == "\xFE\xFF") return "utf-16be";
  return {};
}

// UTF-16 without a mark: every other byte of Western text is NUL; "" if it is not so.
std::string encoding_of_zeros(string_view bytes) {
  bytes = bytes.substr(0, 2048);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < bytes.size(); ++i) zeros[i % 2] += bytes[i] == '\0' ? 1 : 0;
  const std::size_t many = bytes.size() / 2 * 7 / 10, few = bytes.size() / 20;
  if (bytes.size() < 4) return {};
  if (zeros[1] >= many && zeros[0] <= few) return "utf-16le";
  if (zeros[0] >= many && zeros[1] <= few) return "utf-16be";
  return {};
}

// Mostly UTF-8, with a few broken bytes: what a careless program cut out of the middle.
bool is_damaged_utf8(string_view bytes) {
  std::size_t broken = 0, whole = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto start = at;
    const char32_t c = next_character(bytes, at);
    if (c < 0x80) continue;
    ++(c == 0xFFFD && at - start < 3 ? broken : whole);
  }
  return whole > 0 && broken * 4 <= whole;
}

std::string guessed_encoding(string_view bytes) {
  if (is_ascii(bytes) || is_damaged_utf8(bytes)) return "utf-8";
  const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                       uchardet_delete);
  constexpr std::size_t enough = 1u << 20;
  uchardet_handle_data(detector.get(), bytes.data(), std::min(bytes.size(), enough));
  uchardet_data_end(detector.get());
  const string_view name = uchardet_get_charset(detector.get());
  if (name == "UHC") return "euc-kr";
  if (name == "MAC-CYRILLIC") return "x-mac-cyrillic";
  return encoding_of_label(name);
}

Decoded guess(string_view bytes) {
  const std::string encoding = guessed_encoding(bytes);
  if (!encoding.empty()) {
    Decoded out = decoded(bytes, encoding, "guess");
    if (out.replaced <= lie || encoding == "utf-8") return out;
  }
  return decoded(bytes, "windows-1252", "guess");
}

bool begins_like_a_file_of_bytes(string_view bytes) {
  constexpr auto beginnings =
      std::to_array<string_view>({"%PDF-", "\x89PNG", "PK\x03\x04", "GIF8", "\x1F\x8B",
                                  "\xFF\xD8\xFF", "BZh", "\x28\xB5\x2F\xFD",
                                  "\xFD"
                                  "7zXZ"});
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](string_view b) { return bytes.substr(0, b.size()) == b; });
}

bool is_free_of_controls(const Eight& eight) {
  return eight.is_ascii() && (eight.below(27) & ~eight.equal('\n')) == 0;
}

// Text holds next to no control characters; a picture or a compressed body is full of them.
bool is_binary(string_view text) {
  const auto is_control = [](char c) { return (c >= 1 && c < 9) || (c > 13 && c < 27); };
  std::size_t controls = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at % Eight::size == 0) at = skip_eights(text, at, is_free_of_controls);
    if (at < text.size() && is_control(text[at])) ++controls;
  }
  return controls >= 16 && controls > text.size() / 25;
}

// The declarations in the order in which they count, each with its source.
std::vector<std::pair<std::string, std::string>> declarations(string_view bytes,
                                                              string_view content_type) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&](std::string encoding, const char* from) {
    if (!encoding.empty() && encoding != "replacement") out.emplace_back(std::move(encoding), from);
  };
  add(encoding_of_content_type(content_type), "header");
  add(encoding_of_prolog(bytes), "prolog");
  add(encoding_of_meta(bytes), "meta");
  return out;
}

Decoded without_rule(string_view bytes, string_view content_type) {
  if (auto marked = encoding_of_mark(bytes); !marked.empty()) return decoded(bytes, marked, "bom");
  if (auto zeros = encoding_of_zeros(bytes); !zeros.empty()) {
    const bool is_declared = encoding_of_content_type(content_type).substr(0, 6) == "utf-16";
    return decoded(bytes, zeros, is_declared ? "header" : "guess");
  }
  const bool plain = is_ascii(bytes);
  if (!plain && is_valid_utf8(bytes)) return decoded(bytes, "utf-8", "utf-8 bytes");
  for (auto& [encoding, from] : declarations(bytes, content_type)) {
    // Bytes without a NUL that read as ASCII are not UTF-16, whatever is said.
    if (plain && encoding.substr(0, 6) == "utf-16") continue;
    Decoded out = decoded(bytes, encoding, from);
    if (out.replaced <= lie) return out;
  }
  return guess(bytes);
}

}  // namespace

std::string decode_as(std::string_view bytes, std::string_view encoding, std::size_t* replaced) {
  const std::string known = encoding_of_label(encoding);
  DecodedText text = decode_text(bytes, known.empty() ? encoding : string_view(known));
  if (replaced != nullptr) *replaced = text.replaced;
  return std::move(text.out);
}

Result<Decoded> decode(std::string_view bytes, std::string_view content_type,
                       std::string_view rule) {
  const char* const hint = "the address may be that of a file; `encoding:` in the rule decides it";
  if (begins_like_a_file_of_bytes(bytes)) {
    return fail("encoding", "the body is a file of another kind, no text", hint);
  }
  const std::string ruled = encoding_of_label(rule);
  Decoded out = ruled.empty() ? without_rule(bytes, content_type) : decoded(bytes, ruled, "rule");
  if (out.replaced > hopeless) {
    return fail("encoding",
                "the body is no text in " + out.encoding + ": more than a quarter is unreadable",
                hint);
  }
  if (is_binary(out.text)) return fail("encoding", "the body is full of control characters", hint);
  return out;
}

}  // namespace paperwatch
