// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <fmt/format.h>

#include "base/url.hpp"
#include "fetch/address.hpp"

namespace paperwatch {

// By which name requests take turns. Ports of one private address are different machines or
// services; a name is one site.
inline std::string host_key(const Url& url) {
  if (!is_private_host(url.host)) return url.host;
  return fmt::format("{}:{}", url.host, url.effective_port());
}

}  // namespace paperwatch
