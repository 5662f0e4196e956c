// SPDX-License-Identifier: MIT
// Feeds as files.
#pragma once

#include <filesystem>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

struct FeedFilesResult {
  std::vector<std::filesystem::path> written;
  std::vector<std::filesystem::path> unchanged;  // held these bytes already, left alone
  std::vector<std::filesystem::path> removed;    // of sources and queries that are gone
  std::vector<Error> errors;                     // one a file ("io") or a query ("config")
};

// Writes FEEDS/<source>.{rss,atom,json} for every source of the configuration, all.*, status.*, and
// a set for each of `queries:`, all of them durable and replaced together (base/file_batch.hpp). A
// file that cannot be written does not stop the others. Removes the files that it once wrote for
// sources and queries that are no longer configured; other files it does not touch. Waits for
// another process that does the same. Throws StoreError.
FeedFilesResult write_feeds(const Config& config, Store& store);
// The same, but feeds that had no event of theirs since they were written are neither rendered nor
// named, and nothing is removed.
FeedFilesResult refresh_feeds(const Config& config, Store& store);

}  // namespace paperwatch
