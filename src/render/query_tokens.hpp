// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/result.hpp>

namespace paperwatch {

struct QueryToken {
  // `word` is bare, `phrase` was quoted, `sign` is an operator, a parenthesis or a comma.
  enum class Kind { word, phrase, sign, end } kind = Kind::end;
  std::string text;
  std::size_t column = 1;  // characters, from 1
};

// The last token is `end`. Fails where a quote is not closed.
Result<std::vector<QueryToken>> query_tokens(std::string_view text);

Failure query_failure(std::size_t column, std::string_view what, std::string hint);

}  // namespace paperwatch
