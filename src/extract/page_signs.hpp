// SPDX-License-Identifier: MIT
// What a page shows of itself besides its records: its title, a login form, a waiting room.
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/extract.hpp>

#include "extract/tree.hpp"

namespace paperwatch {

// Fills page_title, has_password_field and, if the listing has no records, looks_blocked.
void read_page_signs(const Tree& tree, Listing& listing);

// Whether title and text are those of a waiting room, a bot check or a block page.
bool looks_blocked(std::string_view title, std::string_view text);

// Whether an html text was received to its end: </html> comes, or the page never had <html>.
bool html_ends(std::string_view text);

}  // namespace paperwatch
