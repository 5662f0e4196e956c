// SPDX-License-Identifier: MIT
// JSON of the store's columns. Only the codec includes this.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <paperwatch/store.hpp>

namespace paperwatch {

using Json = nlohmann::ordered_json;

// Bytes that are no UTF-8 become U+FFFD rather than a refusal to store.
inline std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Runs `read` on the parsed text; whatever does not fit is a damaged row.
template <typename Read>
auto decode(std::string_view text, Read read) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& error) {
    throw StoreError(std::string("the database holds a value that cannot be read: ") + error.what(),
                     "run `paperwatch doctor`; restore the last backup if it reports damage");
  }
}

}  // namespace paperwatch
