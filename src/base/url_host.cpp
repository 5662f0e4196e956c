// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <unicode/idna.h>
#include <unicode/unistr.h>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url_parts.hpp"

namespace paperwatch {

namespace {

constexpr std::string_view forbidden_in_hosts(" #/:<>?@[\\]^|\t\n\r\0", 17);

bool is_forbidden_in_domains(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x1F || byte == 0x7F || c == '%' ||
         forbidden_in_hosts.find(c) != std::string_view::npos;
}

// ---- domains ------------------------------------------------------------------------------

// Plain ASCII without a punycode label needs no Unicode processing: the common case.
bool is_plain_domain(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<signed char>(c) >= 0; });
  return ascii && !contains_ignoring_case(text, "xn--");
}

// UTS #46 with the standard's choices: CheckBidi, CheckJoiners, non-transitional, hyphens,
// STD3 and lengths unchecked.
std::optional<std::string> idna_to_ascii(std::string_view text) {
  constexpr std::uint32_t unchecked =
      UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
      UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::IDNA> idna(icu::IDNA::createUTS46Instance(
      UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
          UIDNA_NONTRANSITIONAL_TO_UNICODE,
      status));
  if (U_FAILURE(status) || !idna) return std::nullopt;
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  icu::IDNAInfo info;
  idna->nameToASCII_UTF8(icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink,
                         info, status);
  if (U_FAILURE(status) || (info.getErrors() & ~unchecked) != 0) return std::nullopt;
  return out;
}

// ---- IPv4 ---------------------------------------------------------------------------------

// A part in decimal, octal (0…) or hexadecimal (0x…). Capped well above 2^32, which is all
// that matters to the caller.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  unsigned base = 10;
  if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() >= 2 && text[0] == '0') {
    base = 8;
    text.remove_prefix(1);
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!is_ascii_hex(c)) return std::nullopt;
    const auto digit = static_cast<unsigned>(is_ascii_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    if (digit >= base) return std::nullopt;
    value = std::min<std::uint64_t>(value * base + digit, std::uint64_t{1} << 40U);
  }
  return value;
}

std::vector<std::string> labels_of(std::string_view domain) {
  auto labels = split(domain, '.');
  if (labels.size() > 1 && labels.back().empty()) labels.pop_back();
  return labels;
}

bool ends_in_number(std::string_view domain) {
  const std::string last = labels_of(domain).back();
  if (last.empty()) return false;
  if (std::all_of(last.begin(), last.end(), is_ascii_digit)) return true;
  return parse_ipv4_number(last).has_value();
}

std::string ipv4_text(std::uint64_t address) {
  std::string out;
  for (unsigned shift = 32; shift > 0; shift -= 8) {
    if (!out.empty()) out += '.';
    out += std::to_string((address >> (shift - 8)) & 0xFFU);
  }
  return out;
}

// Every part but the last is one byte; the last one fills the rest.
std::optional<std::string> parse_ipv4(std::string_view domain) {
  const auto labels = labels_of(domain);
  if (labels.size() > 4) return std::nullopt;
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto number = parse_ipv4_number(labels[i]);
    const bool last = i + 1 == labels.size();
    const std::uint64_t limit = last ? std::uint64_t{1} << (8U * (4 - i)) : 256;
    if (!number || *number >= limit) return std::nullopt;
    address += last ? *number : *number << (8U * (3 - i));
  }
  return ipv4_text(address);
}

// ---- IPv6 ---------------------------------------------------------------------------------

using Pieces = std::vector<std::uint16_t>;

// The dotted tail of an address: exactly four decimal parts without leading zeros.
bool append_dotted(Pieces& pieces, std::string_view text) {
  const auto parts = split(text, '.');
  if (parts.size() != 4) return false;
  std::array<unsigned, 4> bytes{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& part = parts[i];
    if (part.empty() || part.size() > 3 || !std::all_of(part.begin(), part.end(), is_ascii_digit) ||
        (part.size() > 1 && part[0] == '0') || std::stoi(part) > 255) {
      return false;
    }
    bytes[i] = static_cast<unsigned>(std::stoi(part));
  }
  pieces.push_back(static_cast<std::uint16_t>(bytes[0] * 256 + bytes[1]));
  pieces.push_back(static_cast<std::uint16_t>(bytes[2] * 256 + bytes[3]));
  return true;
}

// One side of "::" (or the whole address): pieces between colons, none of them empty.
bool append_pieces(Pieces& pieces, std::string_view text, bool may_end_dotted) {
  if (text.empty()) return true;
  const auto parts = split(text, ':');
  if (parts.size() > 8) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& part = parts[i];
    if (part.find('.') != std::string::npos) {
      return may_end_dotted && i + 1 == parts.size() && append_dotted(pieces, part);
    }
    if (part.empty() || part.size() > 4 || !std::all_of(part.begin(), part.end(), is_ascii_hex)) {
      return false;
    }
    pieces.push_back(static_cast<std::uint16_t>(std::stoi(part, nullptr, 16)));
  }
  return true;
}

std::optional<Pieces> parse_ipv6(std::string_view text) {
  Pieces head;
  const auto gap = text.find("::");
  if (gap == std::string_view::npos) {
    if (!append_pieces(head, text, true) || head.size() != 8) return std::nullopt;
    return head;
  }
  Pieces tail;
  if (!append_pieces(head, text.substr(0, gap), false) ||
      !append_pieces(tail, text.substr(gap + 2), true) || head.size() + tail.size() > 7) {
    return std::nullopt;
  }
  head.resize(8 - tail.size());
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

std::string hex_text(unsigned value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (unsigned shift = 16; shift > 0; shift -= 4) {
    const unsigned digit = (value >> (shift - 4)) & 0xFU;
    if (digit != 0 || !out.empty() || shift == 4) out += digits[digit];
  }
  return out;
}

// The first longest run of at least two zero pieces is left out (RFC 5952 §4.2).
std::string ipv6_text(const Pieces& pieces) {
  std::size_t gap = pieces.size();
  std::size_t gap_length = 1;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;
    while (end < pieces.size() && pieces[end] == 0) ++end;
    if (end - i > gap_length) {
      gap = i;
      gap_length = end - i;
    }
    i = std::max(end, i + 1);
  }
  std::string out = "[";
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i == gap) {
      out += i == 0 ? "::" : ":";
      i += gap_length - 1;
      continue;
    }
    out += hex_text(pieces[i]);
    if (i + 1 < pieces.size()) out += ':';
  }
  return out + "]";
}

std::optional<std::string> parse_bracketed(std::string_view text) {
  if (text.size() < 2 || text.back() != ']') return std::nullopt;
  const auto pieces = parse_ipv6(text.substr(1, text.size() - 2));
  if (!pieces) return std::nullopt;
  return ipv6_text(*pieces);
}

}  // namespace

std::optional<std::string> parse_host(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (text.front() == '[') return parse_bracketed(text);
  const std::string domain = valid_utf8(percent_decode(text));
  const auto ascii = is_plain_domain(domain) ? lower_ascii(domain) : idna_to_ascii(domain);
  if (!ascii || ascii->empty()) return std::nullopt;
  if (std::any_of(ascii->begin(), ascii->end(), is_forbidden_in_domains)) return std::nullopt;
  if (ends_in_number(*ascii)) return parse_ipv4(*ascii);
  return ascii;
}

std::optional<std::string> parse_opaque_host(std::string_view text) {
  if (!text.empty() && text.front() == '[') return parse_bracketed(text);
  if (text.find_first_of(forbidden_in_hosts) != std::string_view::npos) return std::nullopt;
  std::string out;
  for (const char c : text) {
    const bool control =
        static_cast<unsigned char>(c) <= 0x1F || static_cast<unsigned char>(c) > 0x7E;
    out += control ? percent_encode(std::string_view(&c, 1), UrlPart::fragment) : std::string(1, c);
  }
  return out;
}

}  // namespace paperwatch
