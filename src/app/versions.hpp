// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace paperwatch {

// The program's version and those of the libraries it runs with, one a line.
std::string version_text();

}  // namespace paperwatch
