// SPDX-License-Identifier: MIT
// Looking after the file. Nothing here repairs: that is a person's decision.
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <paperwatch/store.hpp>

#include "base/text.hpp"
#include "store/connection.hpp"
#include "store/schema.hpp"

namespace paperwatch {

namespace {

StoreCheck check_integrity(sqlite::Database& db) {
  try {
    std::vector<std::string> faults;
    auto row = db.statement("PRAGMA integrity_check(20)").with();
    while (row.next())
      if (const std::string line = row.text(0); line != "ok") faults.push_back(line);
    return {"integrity", faults.empty(), faults.empty() ? "ok" : join(faults, "; ")};
  } catch (const StoreError& error) {
    return {"integrity", false, error.what()};
  }
}

StoreCheck check_references(sqlite::Database& db) {
  try {
    std::vector<std::string> faults;
    auto row = db.statement("PRAGMA foreign_key_check").with();
    while (row.next() && faults.size() < 20)
      faults.push_back(fmt::format("row {} of {} refers to a row of {} that is not there",
                                   row.integer(1), row.text(0), row.text(2)));
    return {"references", faults.empty(), faults.empty() ? "ok" : join(faults, "; ")};
  } catch (const StoreError& error) {
    return {"references", false, error.what()};
  }
}

StoreCheck check_schema(sqlite::Database& db) {
  const std::string version = db.ask("PRAGMA user_version");
  const int newest = Store::schema_version();
  return {"schema", version == std::to_string(newest),
          fmt::format("version {}, this program's is {}", version, newest)};
}

StoreCheck check_journal(sqlite::Database& db) {
  const std::string mode = db.ask("PRAGMA journal_mode");
  return {"journal", mode == "wal", mode};
}

// A copy is worth what can be read back of it.
void check_copy(const std::filesystem::path& file) {
  sqlite::Database copy(file, sqlite::Database::Mode::read);
  for (const StoreCheck& check :
       {check_integrity(copy), check_references(copy), check_schema(copy)})
    if (!check.ok) throw StoreError(fmt::format("the copy is not whole: {}", check.message), "");
}

// SQLite would only say that something cannot be opened, and not that it is the copy.
void make_empty(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor >= 0) {
    close(descriptor);
    return;
  }
  throw StoreError(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)), "");
}

void sync_file(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
  if (descriptor >= 0) close(descriptor);
  if (!synced)
    throw StoreError(fmt::format("cannot write {} to the disk", file.string()),
                     "check the disk; the database itself is unharmed");
}

}  // namespace

std::vector<StoreCheck> Store::check() {
  sqlite::Database& db = connection_->db;
  return {check_integrity(db), check_references(db), check_schema(db), check_journal(db)};
}

void Store::backup(const std::filesystem::path& file) {
  if (std::filesystem::exists(file))
    throw StoreError(fmt::format("{} exists already", file.string()),
                     "name a file that does not exist; a backup never overwrites");
  // Under its final name there is a whole backup or none.
  const std::filesystem::path partial = file.string() + ".partial";
  std::error_code ignored;
  std::filesystem::remove(partial, ignored);
  try {
    make_empty(partial);
    connection_->db.statement("VACUUM INTO ?1").run(partial.string());
    check_copy(partial);
    sync_file(partial);
    std::filesystem::rename(partial, file);
  } catch (const std::exception& error) {
    std::filesystem::remove(partial, ignored);
    throw StoreError(fmt::format("cannot make the backup {}: {}", file.string(), error.what()),
                     "check its folder and the room on its disk; the database itself is unharmed");
  }
}

}  // namespace paperwatch
