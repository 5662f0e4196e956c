// SPDX-License-Identifier: MIT
// What is kept with a merge so that it can be undone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/rows.hpp"

namespace paperwatch {

// How both papers stood in a source that listed the one that went.
struct StandingsBefore {
  std::string source;
  std::optional<StandingRow> kept;
  StandingRow gone;
};

struct BeforeMerge {
  std::int64_t version = 0;  // the newest of the paper that stayed
  bool withdrawn = false;    // whether that paper was
  std::vector<StandingsBefore> standings;
};

std::string encode_before_merge(const BeforeMerge& before);
BeforeMerge decode_before_merge(std::string_view json);

}  // namespace paperwatch
