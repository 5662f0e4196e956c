// SPDX-License-Identifier: MIT
// Queries against what the sources give.
#pragma once

#include <string>
#include <vector>

#include <paperwatch/config.hpp>

#include "render/query.hpp"

namespace paperwatch {

// The fields that any source's rules can give.
std::vector<std::string> given_fields(const Config& config);

// The fields that a query asks for and that are none of `given`, nor made of others.
std::vector<std::string> unknown_fields(const Query& query, const std::vector<std::string>& given);

}  // namespace paperwatch
