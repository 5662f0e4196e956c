// SPDX-License-Identifier: MIT
// Names of fields where rules refer to them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

enum class Gravity { fault, warning };

// A name, or each of a list, must be one of `given`; `key` names the list in messages.
void check_field_names(const Node& names, std::string_view key,
                       const std::vector<std::string>& given, Faults& faults,
                       Gravity gravity = Gravity::fault);

// The known field that a name was likely meant to be, "" if none: slips only, so that a field of
// one's own is left in peace.
std::string misspelt_field(const std::string& name);

}  // namespace paperwatch
