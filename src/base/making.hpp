// SPDX-License-Identifier: MIT
// Files and folders that paperwatch makes beside its database and feeds.
//
// What root makes in a folder of another user's belongs to that user: who types `sudo paperwatch
// sync` must not leave files that shut the service out, whose user owns the folder.
#pragma once

#include <filesystem>

#include <sys/types.h>

#include "base/file_parts.hpp"

namespace paperwatch {

// As open() with these flags, O_CREAT and O_CLOEXEC; errno tells what went wrong. Where root would
// make a file at the end of a link, in another user's folder, it is refused.
FileDescriptor open_or_make(const std::filesystem::path& file, int flags, mode_t mode);

// Makes an empty file for root in another user's folder, if there is none of the name; else does
// nothing. For files that something else opens.
void make_for_owner(const std::filesystem::path& file, mode_t mode);

// Makes the folder and what is missing above it. What goes wrong shows when it is used.
void make_folders(const std::filesystem::path& folder);

}  // namespace paperwatch
