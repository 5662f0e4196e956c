// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <paperwatch/catalogue.hpp>

#include "store/sqlite.hpp"

namespace paperwatch {

// As Catalogue::feed_papers; without `matches` every paper does.
std::vector<Store::FeedPaper> read_feed_papers(sqlite::Database& db,
                                               const Catalogue::FeedSearch& search);

}  // namespace paperwatch
