// SPDX-License-Identifier: MIT
#pragma once

#include "config/node.hpp"

namespace paperwatch {

// A source's keys laid over its template's. Maps are merged key by key; a rule (a field, the
// record, the count, …) is a unit that is replaced as a whole, and null takes a key away.
Node lay_over(const Node& below, const Node& above);

}  // namespace paperwatch
