// SPDX-License-Identifier: MIT
// What the words of a paper must hold for a query to match it. Pure.
#pragma once

#include <paperwatch/word_filter.hpp>

#include "render/query.hpp"

namespace paperwatch {

// Every paper that matches the query has these words; not every paper that has them matches.
WordFilter filter_of(const Query& query);

}  // namespace paperwatch
