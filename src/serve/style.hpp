// SPDX-License-Identifier: MIT
// How the pages look: one stylesheet and one icon, part of the program.
#pragma once

#include <string>

#include "serve/web_response.hpp"

namespace paperwatch {

const Stored& stylesheet();
const Stored& favicon();
// Its address changes with its content, so that browsers may keep it.
const std::string& style_path();

}  // namespace paperwatch
