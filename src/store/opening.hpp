// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>

#include "store/sqlite.hpp"

namespace paperwatch {

// Creates the file if absent, brings it to the newest schema. Throws StoreError; a file that is not
// ours or too new is not touched.
std::unique_ptr<sqlite::Database> open_for_writing(const std::filesystem::path& file);

// Also from a read-only file or folder, as long as no write-ahead log must be read in with it.
std::unique_ptr<sqlite::Database> open_for_reading(const std::filesystem::path& file);

}  // namespace paperwatch
