// SPDX-License-Identifier: MIT
// Bytes to requests and replies to bytes: what the scripted server says, without the sockets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/http_server.hpp"

namespace paperwatch::test {

// The request line and headers of a head that ends in an empty line; nothing if it is none.
std::optional<Request> parse_head(std::string_view head);

// A reply ready to send.
struct Wire {
  std::string head;  // to the empty line
  std::string body;  // compressed and, up to `cut_after`, framed
  bool close = false;
};
Wire render_reply(const Reply& reply, const Request& request);

}  // namespace paperwatch::test
