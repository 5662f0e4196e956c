// SPDX-License-Identifier: MIT
// A small internet on loopback: names and public addresses that lead where a test says. What the
// fetcher asks of the system (getaddrinfo, connect, getpeername) is answered by it, so that the
// fetcher itself needs no door for tests.
#pragma once

#include <string>
#include <vector>

namespace paperwatch::test {

// There is one at a time; it ends with the object.
class SmallInternet {
 public:
  SmallInternet();
  ~SmallInternet();
  SmallInternet(const SmallInternet&) = delete;
  SmallInternet& operator=(const SmallInternet&) = delete;

  // The addresses that `host` resolves to, in this order.
  void name(const std::string& host, std::vector<std::string> addresses);
  // Who connects to this public IPv4 address gets to the same port of 127.0.0.1, and is not told.
  void machine(const std::string& address);
};

}  // namespace paperwatch::test
