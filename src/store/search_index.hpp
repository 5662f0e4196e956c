// SPDX-License-Identifier: MIT
// The index of words (table `search`). Papers whose newest version it does not know yet stand in
// `unsearched` and are candidates of every search, so that the index may be late but never wrong.
#pragma once

#include <cstddef>
#include <string>

#include <paperwatch/word_filter.hpp>

#include "store/sqlite.hpp"

namespace paperwatch {

// The filter as FTS5 wants it; not for `anything`.
std::string match_text(const WordFilter& filter);

// Takes up at most `most` papers, oldest first; answers whether others wait.
bool index_papers(sqlite::Database& db, std::size_t most);

}  // namespace paperwatch
