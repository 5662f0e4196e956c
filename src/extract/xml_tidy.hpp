// SPDX-License-Identifier: MIT
// XML as it is written in the wild, made into XML that a parser takes.
#pragma once

#include <string>
#include <string_view>

namespace paperwatch {

// Outside comments and CDATA: entities of HTML become their characters, unknown ones and a bare &
// stay as text, a < that opens nothing becomes text. Everywhere: characters that XML forbids are
// dropped, also where a numeric reference names them. Comments and processing instructions go.
std::string tidy_xml(std::string_view utf8);

}  // namespace paperwatch
