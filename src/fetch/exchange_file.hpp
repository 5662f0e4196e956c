// SPDX-License-Identifier: MIT
// A recorded exchange as a file: notes, the request's head, the answer's, the body. Pure.
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

#include "fetch/exchange.hpp"

namespace paperwatch {

struct RecordedExchange {
  std::string url;
  Time at{};  // the end of it
  // Of `sent` the file keeps whether, not when.
  ExchangeResult result;
};

std::string render_exchange(const RecordedExchange& exchange);
// Errors ("io") say what is wrong and in which line.
Result<RecordedExchange> parse_exchange(std::string_view text);

}  // namespace paperwatch
