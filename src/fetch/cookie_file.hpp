// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <paperwatch/result.hpp>

namespace paperwatch {

// The values of the cookies in a file of Netscape's format (seven fields a line, tabs between).
// libcurl reads such files itself, but says nothing of one that it cannot read or understand.
// Errors: "config".
Result<std::vector<std::string>> read_cookie_file(const std::string& path);

}  // namespace paperwatch
