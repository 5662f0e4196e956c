// SPDX-License-Identifier: MIT
// When a source is due. Pure.
#pragma once

#include <optional>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

// The first moment after `after` at which a source visited every `every` is due. Sources with one
// interval are spread over it by their ids, always the same way, so that they do not all start at
// once.
Time next_due(std::string_view source, Duration every, Time after);

}  // namespace paperwatch
