// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace paperwatch {

// Lower case, Latin letters without their marks: "Zürich, Łódź" becomes "zurich, lodz". Letters of
// other scripts stay as they are. UTF-8.
std::string plain_latin(std::string_view text);

}  // namespace paperwatch
