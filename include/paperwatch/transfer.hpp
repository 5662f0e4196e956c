// SPDX-License-Identifier: MIT
// The whole history as JSON Lines (docs/export.md), out of a database and into another.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <paperwatch/result.hpp>

namespace paperwatch {

// How many rows of each table went over.
using HistoryTally = std::map<std::string, std::size_t>;

enum class RawPages { leave_out, take_along };

// Hands `write` one line after the other, its end included, all as of one moment. The same history
// gives the same bytes. One row is in memory at a time. Throws StoreError, and what `write` throws.
HistoryTally export_history(const std::filesystem::path& database, RawPages pages,
                            const std::function<void(std::string_view)>& write);

// Takes lines from `next` until it answers false, in one transaction: all of them or none. The
// database is made if there is none, and must hold no history. It takes over the ids and the uuid,
// so that feed entries and deliveries keep their names. An Error ("usage") names the line that does
// not fit; throws StoreError where the database refuses.
Result<HistoryTally> import_history(const std::filesystem::path& database,
                                    const std::function<bool(std::string&)>& next);

}  // namespace paperwatch
