// SPDX-License-Identifier: MIT
// What `try` prints of a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/workbench.hpp>

#include "app/session.hpp"
#include "app/trial.hpp"

namespace paperwatch {

// "the page carries COinS: `use: [coins]` would add date (3 records), doi (2 records)"
std::vector<std::string> offer_lines(const std::vector<MetadataOffer>& offers);

// Records as a table; per field how many had it and which did not; count, next page, encoding.
void print_listing(const Session& session, const Source& source, const Trial& trial,
                   const Listing& listing, const std::vector<std::string>& notes,
                   const std::vector<std::string>& offers);

}  // namespace paperwatch
