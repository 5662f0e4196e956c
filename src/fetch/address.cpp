// SPDX-License-Identifier: MIT
#include "fetch/address.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "base/text.hpp"

namespace paperwatch {

namespace {

struct Block4 {
  std::uint32_t network;
  int bits;
};

constexpr std::uint32_t quad(unsigned a, unsigned b, unsigned c, unsigned d) {
  return a << 24 | b << 16 | c << 8 | d;
}

// IANA IPv4 Special-Purpose Address Registry, with multicast.
constexpr std::array<Block4, 16> special4{{{quad(0, 0, 0, 0), 8},
                                           {quad(10, 0, 0, 0), 8},
                                           {quad(100, 64, 0, 0), 10},
                                           {quad(127, 0, 0, 0), 8},
                                           {quad(169, 254, 0, 0), 16},
                                           {quad(172, 16, 0, 0), 12},
                                           {quad(192, 0, 0, 0), 24},
                                           {quad(192, 0, 2, 0), 24},
                                           {quad(192, 88, 99, 0), 24},
                                           {quad(192, 168, 0, 0), 16},
                                           {quad(198, 18, 0, 0), 15},
                                           {quad(198, 51, 100, 0), 24},
                                           {quad(203, 0, 113, 0), 24},
                                           {quad(224, 0, 0, 0), 4},
                                           {quad(240, 0, 0, 0), 4},
                                           {quad(255, 255, 255, 255), 32}}};

bool is_public(std::uint32_t address) {
  return std::none_of(special4.begin(), special4.end(), [&](const Block4& block) {
    return (address ^ block.network) >> (32 - block.bits) == 0;
  });
}

using Bytes6 = std::array<std::uint8_t, 16>;

struct Block6 {
  Bytes6 network;
  int bits;
};

bool lies_in(const Bytes6& address, const Block6& block) {
  for (int bit = 0; bit < block.bits; ++bit) {
    const auto byte = static_cast<std::size_t>(bit / 8);
    const int mask = 0x80 >> (bit % 8);
    if (((address[byte] ^ block.network[byte]) & mask) != 0) return false;
  }
  return true;
}

// Blocks whose addresses contain an IPv4 address, and where in them it begins.
struct Carrier {
  Block6 block;
  std::size_t at;
};
constexpr std::array<Carrier, 5> carriers{{
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96}, 12},  // ::ffff:0:0/96 mapped
    {{{}, 96}, 12},                                          // ::/96 compatible; ::1 and :: too
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96}, 12},        // ::ffff:0:0:0/96 translated
    {{{0, 0x64, 0xff, 0x9b}, 96}, 12},                       // 64:ff9b::/96 NAT64
    {{{0x20, 0x02}, 16}, 2},                                 // 2002::/16 6to4
}};

constexpr std::array<Block6, 8> special6{{
    {{0, 0x64, 0xff, 0x9b, 0, 1}, 48},  // 64:ff9b:1::/48 local NAT64
    {{0x01}, 64},                       // 100::/64 discard
    {{0x20, 0x01}, 23},                 // 2001::/23 protocol assignments, Teredo
    {{0x20, 0x01, 0x0d, 0xb8}, 32},     // 2001:db8::/32 documentation
    {{0xfc}, 7},                        // unique local
    {{0xfe, 0x80}, 10},                 // link-local
    {{0xfe, 0xc0}, 10},                 // site-local, deprecated
    {{0xff}, 8},                        // multicast
}};

bool is_public(const Bytes6& address) {
  for (const auto& [block, at] : carriers) {
    if (!lies_in(address, block)) continue;
    return is_public(quad(address[at], address[at + 1], address[at + 2], address[at + 3]));
  }
  return std::none_of(special6.begin(), special6.end(),
                      [&](const Block6& block) { return lies_in(address, block); });
}

Bytes6 bytes_of(const in6_addr& address) {
  Bytes6 bytes;
  std::memcpy(bytes.data(), &address, bytes.size());
  return bytes;
}

}  // namespace

bool is_public_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return is_public(ntohl(v4.sin_addr.s_addr));
  }
  if (address.sa_family != AF_INET6) return false;
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address, sizeof v6);
  return is_public(bytes_of(v6.sin6_addr));
}

std::optional<bool> is_public_literal(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::string text(host.substr(0, host.find('%')));
  in_addr v4{};
  if (inet_pton(AF_INET, text.c_str(), &v4) == 1) return is_public(ntohl(v4.s_addr));
  in6_addr v6{};
  if (inet_pton(AF_INET6, text.c_str(), &v6) == 1) return is_public(bytes_of(v6));
  return std::nullopt;
}

bool is_private_host(std::string_view host) {
  if (const auto literal = is_public_literal(host)) return !*literal;
  if (host.ends_with('.')) host.remove_suffix(1);
  const auto name = lower_ascii(host);
  return name == "localhost" || name.ends_with(".localhost");
}

}  // namespace paperwatch
