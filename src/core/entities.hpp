// SPDX-License-Identifier: MIT
// Characters that pages write by name or number, also where they escaped them once too often.
#pragma once

#include <string>
#include <string_view>

namespace paperwatch {

// The text with `&eacute;`, `&#233;` and `&#xE9;` as the characters they stand for (the named
// ones of HTML 4 and those of Latin Extended-A). What stands for none is left as it is.
std::string without_entities(std::string_view text);

}  // namespace paperwatch
