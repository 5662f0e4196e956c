// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <paperwatch/result.hpp>

namespace paperwatch {

// The whole file, or an error ("io") that names it and says what the system said.
Result<std::string> read_file(const std::filesystem::path& file);

// Readers see the old content or the new, never a part: written beside, synced, renamed.
// Missing folders are made. A file that already holds `content` is left alone (false: untouched).
Result<bool> write_file_atomically(const std::filesystem::path& file, std::string_view content);

}  // namespace paperwatch
