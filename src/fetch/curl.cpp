// SPDX-License-Identifier: MIT
#include "fetch/curl.hpp"

namespace paperwatch::curl {

void make_ready() {
  static const CURLcode once = curl_global_init(CURL_GLOBAL_DEFAULT);
  static_cast<void>(once);
}

}  // namespace paperwatch::curl
