// SPDX-License-Identifier: MIT
#include "store/opening.hpp"

#include <chrono>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <sqlite3.h>

#include "store/schema.hpp"

namespace paperwatch {

namespace {

using Mode = sqlite::Database::Mode;

int newest_schema() {
  return static_cast<int>(migrations().size());
}

bool is_busy(const sqlite::Refusal& refusal) {
  return (refusal.code & 0xff) == SQLITE_BUSY;
}

// Switching to WAL does not always wait for another process that is doing the same: SQLite then
// answers busy at once.
void switch_to_wal(sqlite::Database& db) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  for (;;) {
    try {
      const std::string mode = db.ask("PRAGMA journal_mode = WAL");
      if (mode == "wal") return;
      throw StoreError(fmt::format("the file system of {} allows no write-ahead log (it offers "
                                   "\"{}\")",
                                   db.file().string(), mode),
                       "move the database to a local disk");
    } catch (const sqlite::Refusal& refusal) {
      if (!is_busy(refusal) || std::chrono::steady_clock::now() > give_up) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

// Both hold for a file's whole life, so they come before its first table.
void choose_layout(sqlite::Database& db) {
  db.execute("PRAGMA page_size = 8192");
  db.execute("PRAGMA auto_vacuum = INCREMENTAL");
}

void refuse_old_schema(const sqlite::Database& db, int version) {
  if (version == newest_schema()) return;
  throw StoreError(fmt::format("{} was {}", db.file().string(),
                               version == 0 ? "never filled" : "written by an older paperwatch"),
                   "run `paperwatch sync` once: it brings the database up to date");
}

bool has_log(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(file.string() + "-wal", ignored);
  return !ignored && size > 0;
}

// A reader of a WAL file makes files beside it; where it may not, SQLite cannot open.
bool is_about_files_beside(const sqlite::Refusal& refusal) {
  const int code = refusal.code & 0xff;
  return code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
}

std::unique_ptr<sqlite::Database> open_checked(const std::filesystem::path& file, Mode mode) {
  auto db = std::make_unique<sqlite::Database>(file, mode);
  refuse_old_schema(*db, checked_schema(*db, newest_schema()));
  return db;
}

}  // namespace

std::unique_ptr<sqlite::Database> open_for_writing(const std::filesystem::path& file) {
  auto opened = std::make_unique<sqlite::Database>(file, Mode::write);
  sqlite::Database& db = *opened;
  db.checkpoint_on_close(false);
  if (checked_schema(db, newest_schema()) == 0) choose_layout(db);
  switch_to_wal(db);
  db.execute("PRAGMA synchronous = FULL");
  db.execute("PRAGMA foreign_keys = ON");
  // What REPLACE takes away is counted like what DELETE does.
  db.execute("PRAGMA recursive_triggers = ON");
  db.execute("PRAGMA trusted_schema = OFF");
  migrate(db, migrations());
  db.checkpoint_on_close(true);
  return opened;
}

std::unique_ptr<sqlite::Database> open_for_reading(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found)
    throw StoreError(fmt::format("there is no database at {}", file.string()),
                     "run `paperwatch sync` once to make it, or check `database` in the "
                     "configuration");
  try {
    return open_checked(file, Mode::read);
  } catch (const sqlite::Refusal& refusal) {
    // Nobody can be writing where no file can be made, unless a log lies there already.
    if (!is_about_files_beside(refusal) || has_log(file)) throw;
    return open_checked(file, Mode::immutable);
  }
}

}  // namespace paperwatch
