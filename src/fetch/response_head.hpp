// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/fetch.hpp>

namespace paperwatch {

// Headers of an answer, as far as they matter. Of a repeated one the first counts.
struct ResponseHead {
  int status = 0;
  std::string location, retry_after, content_type, content_length, transfer_encoding;
  std::string content_encoding;  // of all such headers, in their order
  Validators validators;

  // Takes the next line, line end included or not. A status line begins a new head: what came
  // before was an informational answer.
  void read_line(std::string_view line);
};

}  // namespace paperwatch
