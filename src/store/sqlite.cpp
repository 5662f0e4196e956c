// SPDX-License-Identifier: MIT
#include "store/sqlite.hpp"

#include <cassert>
#include <cstring>
#include <utility>

#include <SQLiteCpp/Column.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "base/making.hpp"

namespace paperwatch::sqlite {

namespace {

constexpr int busy_timeout_ms = 30'000;

struct Explanation {
  std::string what, hint;
};

Explanation explain_opening(const std::string& file, int system_error) {
  if (system_error == EACCES || system_error == EPERM)
    return {fmt::format("no permission to open {}", file),
            "run as the user who owns it, or give that user the right to write the file and its "
            "folder"};
  std::error_code ignored;
  // SQLite tries again read-only, and leaves that attempt's reason.
  if (system_error == ENOENT && std::filesystem::exists(file, ignored))
    return {fmt::format("the files beside {} cannot be made", file),
            "free some space on its disk, and see that its folder is writable"};
  const std::string reason = system_error ? std::strerror(system_error) : "it cannot be opened";
  return {fmt::format("cannot open {}: {}", file, reason),
          "check `database` in the configuration; its folder must exist and be writable"};
}

// The files beside the database want room too; SQLite tells of that as of any other refusal.
bool is_about_room(int system_error) {
  return system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
}

Explanation explain(const std::string& file, int code, const std::string& detail,
                    int system_error) {
  const int kind = code & 0xff;
  const bool touches_disk = kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN;
  switch (touches_disk && is_about_room(system_error) ? SQLITE_FULL : kind) {
    case SQLITE_NOTADB:
      return {fmt::format("{} is not a paperwatch database", file),
              "check `database` in the configuration; the file was left as it is"};
    case SQLITE_CORRUPT:
      return {fmt::format("{} is damaged: {}", file, detail),
              "keep a copy and restore the last backup; paperwatch never repairs on its own"};
    case SQLITE_FULL:
      return {fmt::format("no room left to write {}", file),
              "free some space; everything committed before is kept, and the next run catches up"};
    case SQLITE_READONLY:
      return {fmt::format("{} cannot be written: it is read-only", file),
              "give the user who runs paperwatch the right to write the file and its folder"};
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return explain_opening(file, EACCES);
    case SQLITE_CANTOPEN:
      return explain_opening(file, system_error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {fmt::format("{} has been locked by another program for {} s", file,
                          busy_timeout_ms / 1000),
              "end the program that holds it (`fuser` shows which) and try again"};
    case SQLITE_IOERR:
      return {fmt::format("cannot read or write {}: {}", file,
                          system_error ? std::strerror(system_error) : detail),
              "check the disk; everything committed before is kept"};
    default:
      return {fmt::format("{}: {} (SQLite code {})", file, detail, code),
              "this looks like a fault of paperwatch; please report it"};
  }
}

// Characters that end or escape a path in a URI.
std::string uri_of(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : file.string()) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02X}", c);
    else
      uri += c;
  }
  return uri + "?immutable=1";
}

std::unique_ptr<SQLite::Database> open(const std::filesystem::path& file, Database::Mode mode) {
  const bool immutable = mode == Database::Mode::immutable;
  const int flags = mode == Database::Mode::write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE
                    : immutable                   ? SQLite::OPEN_READONLY | SQLite::OPEN_URI
                                                  : SQLite::OPEN_READONLY;
  // The files beside it get its owner from SQLite.
  if (mode == Database::Mode::write) make_for_owner(file, 0644);
  errno = 0;
  try {
    return std::make_unique<SQLite::Database>(immutable ? uri_of(file) : file.string(), flags,
                                              busy_timeout_ms);
  } catch (const SQLite::Exception& error) {
    // The connection that could tell is gone; errno is what its open() left.
    const int system_error = errno;
    throw Refusal(file, error.getExtendedErrorCode(), error.getErrorStr(), system_error);
  }
}

}  // namespace

Refusal::Refusal(const std::filesystem::path& file, int code_, const std::string& detail_,
                 int system_error)
    : StoreError(explain(file.string(), code_, detail_, system_error).what,
                 explain(file.string(), code_, detail_, system_error).hint),
      code(code_),
      detail(detail_) {}

// ---- Rows ----------------------------------------------------------------------------------

Rows::~Rows() {
  statement_.tryReset();
  running_ = false;
}

bool Rows::next() {
  try {
    return statement_.executeStep();
  } catch (const SQLite::Exception& error) {
    database_.refuse(error);
  }
}

bool Rows::is_null(int column) const {
  return statement_.getColumn(column).isNull();
}
std::int64_t Rows::integer(int column) const {
  return statement_.getColumn(column).getInt64();
}
std::string Rows::text(int column) const {
  return statement_.getColumn(column).getString();
}

std::optional<std::string> Rows::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return text(column);
}

Time Rows::time(int column) const {
  return Time(Duration(integer(column)));
}

std::optional<Time> Rows::optional_time(int column) const {
  if (is_null(column)) return std::nullopt;
  return time(column);
}

// ---- Statement -----------------------------------------------------------------------------

Statement::Statement(const Database& database, SQLite::Database& connection, const std::string& sql)
    : database_(database),
      statement_(connection, sql),
      texts_(static_cast<std::size_t>(statement_.getBindParameterCount())) {}

void Statement::start() {
  assert(!running_ && "a statement is used again while its rows are being read");
  running_ = true;
}

void Statement::bind_integer(int index, std::int64_t value) {
  statement_.bind(index, value);
}

void Statement::bind_text(int index, std::string_view value) {
  std::string& kept = texts_.at(static_cast<std::size_t>(index) - 1);
  kept.assign(value);
  statement_.bindNoCopy(index, kept);
}

void Statement::bind_blob(int index, std::string_view value) {
  // A null pointer would bind NULL; an empty BLOB is not that.
  statement_.bindNoCopy(index, value.empty() ? "" : value.data(), static_cast<int>(value.size()));
}

void Statement::bind_null(int index) {
  statement_.bind(index);
}

std::int64_t Statement::run_row(const std::vector<Cell>& row) {
  start();
  int index = 0;
  for (const Cell& cell : row) std::visit([&](const auto& value) { bind(++index, value); }, cell);
  for (Rows rows(database_, statement_, running_); rows.next();) {
  }
  return statement_.getChanges();
}

// ---- Database ------------------------------------------------------------------------------

Database::Database(std::filesystem::path file, Mode mode)
    : file_(std::filesystem::absolute(file)), connection_(open(file_, mode)) {}

Statement& Database::statement(std::string_view sql) {
  std::string text(sql);
  if (const auto found = statements_.find(text); found != statements_.end()) return *found->second;
  try {
    auto made = std::make_unique<Statement>(*this, *connection_, text);
    return *statements_.emplace(std::move(text), std::move(made)).first->second;
  } catch (const SQLite::Exception& error) {
    refuse(error);
  }
}

void Database::execute(const std::string& sql) {
  try {
    connection_->exec(sql);
  } catch (const SQLite::Exception& error) {
    refuse(error);
  }
}

std::string Database::ask(const std::string& sql) {
  try {
    SQLite::Statement statement(*connection_, sql);
    return statement.executeStep() ? statement.getColumn(0).getString() : std::string();
  } catch (const SQLite::Exception& error) {
    refuse(error);
  }
}

bool Database::in_transaction() const {
  return !sqlite3_get_autocommit(connection_->getHandle());
}

std::int64_t Database::last_id() const {
  return connection_->getLastInsertRowid();
}

void Database::checkpoint_on_close(bool on) {
  sqlite3_db_config(connection_->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1,
                    nullptr);
}

void Database::refuse(const SQLite::Exception& error) const {
  throw Refusal(file_, error.getExtendedErrorCode(), error.what(),
                sqlite3_system_errno(connection_->getHandle()));
}

// ---- transactions --------------------------------------------------------------------------

Writing::Writing(Database& database) : database_(database), open_(!database.in_transaction()) {
  if (open_) database_.statement("BEGIN IMMEDIATE").run();
}

Writing::~Writing() {
  // A full disk has SQLite roll back by itself.
  if (!open_ || !database_.in_transaction()) return;
  try {
    database_.statement("ROLLBACK").run();
  } catch (const StoreError&) {
    // What stood in the way of rolling back is what the caller is already being told.
  }
}

void Writing::commit() {
  if (!open_) return;
  database_.statement("COMMIT").run();
  open_ = false;
}

Reading::Reading(Database& database) : database_(database), open_(!database.in_transaction()) {
  if (open_) database_.statement("BEGIN DEFERRED").run();
}

Reading::~Reading() {
  if (!open_ || !database_.in_transaction()) return;
  try {
    database_.statement("COMMIT").run();
  } catch (const StoreError&) {
    // It only read; there is nothing to lose.
  }
}

}  // namespace paperwatch::sqlite
