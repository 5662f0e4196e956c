// SPDX-License-Identifier: MIT
// What a parsed page yields: records, count, next page, the mark of an empty listing.
#pragma once

#include <string_view>

#include <paperwatch/extract.hpp>
#include <paperwatch/result.hpp>

#include "extract/compile.hpp"
#include "extract/json_page.hpp"
#include "extract/tree.hpp"

namespace paperwatch {

// All fill a listing whose format and encoding are known. `text` is the decoded page.
Result<Listing> read_tree_listing(const Tree& tree, const CompiledRules& rules,
                                  std::string_view address, Listing listing);
Result<Listing> read_json_listing(const Json& page, const CompiledRules& rules,
                                  std::string_view address, std::string_view text, Listing listing);
Result<Listing> read_feed_listing(const Tree& tree, const CompiledRules& rules,
                                  std::string_view address, Listing listing);
Result<Listing> read_json_feed_listing(const Json& page, const CompiledRules& rules,
                                       std::string_view address, Listing listing);

// What a feed says besides its entries: error, total, next page.
struct Feed;
void add_feed_facts(const Feed& feed, const CompiledRules& rules, Listing& listing);

}  // namespace paperwatch
