// SPDX-License-Identifier: MIT
// What the database looks like (docs/database.md), and how it came to be so.
#pragma once

#include <span>

#include "store/sqlite.hpp"

namespace paperwatch {

// "PWdb" in the file's header: tells our files from those of other programs.
constexpr std::int64_t application_id = 0x50576462;

// Step n leads from schema n to n+1. Append only: steps that were released are never edited.
std::span<const char* const> migrations();

// The schema a file has, 0 for an empty one. Throws StoreError if the file is of another program or
// of a newer paperwatch; writes nothing.
int checked_schema(sqlite::Database& db, int newest);

// Brings the schema to the end of `steps` in one transaction, and gives a new file its uuid.
void migrate(sqlite::Database& db, std::span<const char* const> steps);

}  // namespace paperwatch
