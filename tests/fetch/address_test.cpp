// SPDX-License-Identifier: MIT
#include "fetch/address.hpp"

#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

struct Case {
  const char* address;
  bool is_public;
};

const Case cases[] = {
    {"8.8.8.8", true},
    {"1.1.1.1", true},
    {"128.84.21.199", true},
    {"9.255.255.255", true},
    {"11.0.0.0", true},
    {"100.63.255.255", true},
    {"100.128.0.0", true},
    {"126.255.255.255", true},
    {"128.0.0.1", true},
    {"169.253.255.255", true},
    {"172.15.255.255", true},
    {"172.32.0.0", true},
    {"192.167.255.255", true},
    {"192.169.0.0", true},
    {"198.17.255.255", true},
    {"198.20.0.0", true},
    {"223.255.255.255", true},
    // this network, private, shared
    {"0.0.0.0", false},
    {"0.1.2.3", false},
    {"10.0.0.1", false},
    {"10.255.255.255", false},
    {"100.64.0.1", false},
    {"100.127.255.255", false},
    {"172.16.0.1", false},
    {"172.31.255.255", false},
    {"192.168.0.1", false},
    // loopback, link-local with the metadata service
    {"127.0.0.1", false},
    {"127.255.255.254", false},
    {"169.254.0.1", false},
    {"169.254.169.254", false},
    // protocol assignments, documentation, benchmarks, multicast, reserved, broadcast
    {"192.0.0.8", false},
    {"192.0.2.1", false},
    {"192.88.99.1", false},
    {"198.18.0.1", false},
    {"198.19.255.255", false},
    {"198.51.100.7", false},
    {"203.0.113.7", false},
    {"224.0.0.1", false},
    {"239.255.255.250", false},
    {"240.0.0.1", false},
    {"255.255.255.255", false},
    // IPv6
    {"2606:4700::1111", true},
    {"2a00:1450:4001:80b::200e", true},
    {"::", false},
    {"::1", false},
    {"fe80::1", false},
    {"febf::1", false},
    {"fec0::1", false},
    {"fc00::1", false},
    {"fd12:3456:789a::1", false},
    {"fd00:ec2::254", false},
    {"ff02::1", false},
    {"100::1", false},
    {"2001:db8::1", false},
    {"2001::1", false},
    {"64:ff9b:1::1", false},
    // IPv4 inside: judged by that
    {"::ffff:127.0.0.1", false},
    {"::ffff:169.254.169.254", false},
    {"::ffff:8.8.8.8", true},
    {"::127.0.0.1", false},
    {"::10.0.0.1", false},
    {"::ffff:0:192.168.1.1", false},
    {"64:ff9b::10.0.0.1", false},
    {"64:ff9b::7f00:1", false},
    {"64:ff9b::8.8.8.8", true},
    {"2002:7f00:1::", false},
    {"2002:a9fe:a9fe::1", false},
    {"2002:c0a8:101::1", false},
    {"2002:808:808::1", true},
};

bool judge_as_sockaddr(const std::string& text) {
  sockaddr_storage storage{};
  auto& v4 = reinterpret_cast<sockaddr_in&>(storage);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(storage);
  if (inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1) {
    storage.ss_family = AF_INET;
  } else {
    REQUIRE(inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr) == 1);
    storage.ss_family = AF_INET6;
  }
  return is_public_address(reinterpret_cast<const sockaddr&>(storage));
}

}  // namespace

TEST_CASE("an address is public or it is not", "[address]") {
  for (const auto& [address, is_public] : cases) {
    INFO(address);

    CHECK(judge_as_sockaddr(address) == is_public);
    CHECK(is_public_literal(address) == is_public);
  }
}

TEST_CASE("a socket of no IP family is not public", "[address]") {
  sockaddr address{};
  address.sa_family = AF_UNIX;

  CHECK_FALSE(is_public_address(address));
}

TEST_CASE("a literal may stand in brackets and carry a zone", "[address]") {
  CHECK(is_public_literal("[::1]") == false);
  CHECK(is_public_literal("[2606:4700::1111]") == true);
  CHECK(is_public_literal("fe80::1%eth0") == false);
  CHECK(is_public_literal("example.org") == std::nullopt);
  CHECK(is_public_literal("") == std::nullopt);
}

TEST_CASE("a host is known as private by its text where it can be", "[address]") {
  CHECK(is_private_host("localhost"));
  CHECK(is_private_host("LOCALHOST."));
  CHECK(is_private_host("a.localhost"));
  CHECK(is_private_host("127.0.0.1"));
  CHECK(is_private_host("[::1]"));
  CHECK_FALSE(is_private_host("example.org"));
  CHECK_FALSE(is_private_host("notlocalhost"));
  CHECK_FALSE(is_private_host("8.8.8.8"));
}
