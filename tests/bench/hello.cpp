// SPDX-License-Identifier: MIT
// hello PORT BYTES: libmicrohttpd alone, on 127.0.0.1, as paperwatch uses it. Answers everything
// with so many bytes, or with 304 where it is asked for news; what paperwatch's answers cost beyond
// is its own.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <microhttpd.h>
#include <unistd.h>

namespace {

struct Answers {
  MHD_Response* whole;
  MHD_Response* unchanged;
};

MHD_Result answer(void* cls, MHD_Connection* connection, const char*, const char*, const char*,
                  const char*, std::size_t*, void** context) {
  if (*context == nullptr) {
    *context = cls;  // an answer before the request is complete would end the connection
    return MHD_YES;
  }
  const auto& answers = *static_cast<const Answers*>(cls);
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match") != nullptr
             ? MHD_queue_response(connection, 304, answers.unchanged)
             : MHD_queue_response(connection, 200, answers.whole);
}

MHD_Response* response(std::string& bytes) {
  return MHD_create_response_from_buffer(bytes.size(), bytes.data(), MHD_RESPMEM_PERSISTENT);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fputs("Usage: hello PORT BYTES\n", stderr);
    return 2;
  }
  std::string bytes(std::strtoul(words[2], nullptr, 10), 'x'), none;
  Answers answers{response(bytes), response(none)};
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(words[1])));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, 0, nullptr, nullptr, &answer, &answers, MHD_OPTION_SOCK_ADDR,
      reinterpret_cast<sockaddr*>(&address), MHD_OPTION_THREAD_POOL_SIZE,
      std::clamp(std::thread::hardware_concurrency(), 2u, 4u), MHD_OPTION_END);
  if (daemon == nullptr) {
    std::fputs("hello: the port cannot be opened\n", stderr);
    return 1;
  }
  ::pause();
}
