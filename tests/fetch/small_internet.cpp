// SPDX-License-Identifier: MIT
#include "fetch/small_internet.hpp"

#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace {

struct Map {
  std::mutex mutex;
  std::map<std::string, std::vector<std::string>> names;
  std::set<in_addr_t> machines;
  std::map<int, sockaddr_in> peers;  // by descriptor, of those who were led elsewhere
};

Map& map() {
  static Map one;
  return one;
}

template <typename Function>
Function next_of(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

std::vector<std::string> addresses_of(const char* host) {
  const std::lock_guard lock(map().mutex);
  const auto found = host ? map().names.find(host) : map().names.end();
  return found == map().names.end() ? std::vector<std::string>() : found->second;
}

}  // namespace

// The program's own definitions come before those of the C library, for libcurl too.
extern "C" {

int getaddrinfo(const char* host, const char* service, const addrinfo* hints, addrinfo** found) {
  static const auto real = next_of<decltype(&getaddrinfo)>("getaddrinfo");
  const auto addresses = addresses_of(host);
  if (addresses.empty()) return real(host, service, hints, found);
  addrinfo* first = nullptr;
  addrinfo** last = &first;
  for (const auto& address : addresses) {
    if (real(address.c_str(), service, hints, last) != 0) continue;
    while (*last != nullptr) last = &(*last)->ai_next;
  }
  *found = first;
  return first ? 0 : EAI_NONAME;
}

int connect(int fd, const sockaddr* address, socklen_t size) {
  static const auto real = next_of<decltype(&connect)>("connect");
  sockaddr_in to{};
  if (address->sa_family != AF_INET || size < sizeof to) return real(fd, address, size);
  std::memcpy(&to, address, sizeof to);
  {
    const std::lock_guard lock(map().mutex);
    map().peers.erase(fd);
    if (!map().machines.contains(to.sin_addr.s_addr)) return real(fd, address, size);
    map().peers[fd] = to;
  }
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return real(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to);
}

int getpeername(int fd, sockaddr* address, socklen_t* size) {
  static const auto real = next_of<decltype(&getpeername)>("getpeername");
  const int answer = real(fd, address, size);
  const std::lock_guard lock(map().mutex);
  const auto peer = map().peers.find(fd);
  if (answer == 0 && peer != map().peers.end())
    std::memcpy(address, &peer->second, sizeof peer->second);
  return answer;
}

}  // extern "C"

namespace paperwatch::test {

SmallInternet::SmallInternet() = default;

SmallInternet::~SmallInternet() {
  const std::lock_guard lock(map().mutex);
  map().names.clear();
  map().machines.clear();
  map().peers.clear();
}

void SmallInternet::name(const std::string& host, std::vector<std::string> addresses) {
  const std::lock_guard lock(map().mutex);
  map().names[host] = std::move(addresses);
}

void SmallInternet::machine(const std::string& address) {
  const std::lock_guard lock(map().mutex);
  map().machines.insert(inet_addr(address.c_str()));
}

}  // namespace paperwatch::test
