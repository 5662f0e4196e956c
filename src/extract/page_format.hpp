// SPDX-License-Identifier: MIT
// What a page is written in, by its content.
#pragma once

#include <string_view>

#include <paperwatch/rules.hpp>

namespace paperwatch {

// html, xml or json. `rules`: what the rules say; `feed` leaves xml or json. A page that the
// rules leave open is judged by its first characters, then by the header.
Format page_format(std::string_view text, std::string_view content_type, Format rules,
                   bool has_pointers);

// Whether the text begins as a web page does.
bool looks_like_html(std::string_view text);

}  // namespace paperwatch
