// SPDX-License-Identifier: MIT
// SQLite as the store speaks it: the only place that knows SQLiteCpp and error codes.
//
// Every refusal is thrown as StoreError that names the file. No path out of a function leaves a
// statement running: the thing you iterate is the thing that resets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch::sqlite {

// Bytes to bind as a BLOB; must live until the statement was run.
struct Blob {
  std::string_view bytes;
};

// One value of a row; nullopt_t binds NULL.
using Cell = std::variant<std::nullopt_t, std::int64_t, std::string_view, Blob>;

class Database;

// The rows of one run of a statement. Leaving the scope resets it.
class Rows {
 public:
  Rows(const Database& database, SQLite::Statement& statement, bool& running)
      : database_(database), statement_(statement), running_(running) {}
  ~Rows();
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  bool next();
  bool is_null(int column) const;
  std::int64_t integer(int column) const;  // 0 for NULL
  std::string text(int column) const;      // of a BLOB its bytes; "" for NULL
  std::optional<std::string> optional_text(int column) const;
  Time time(int column) const;
  std::optional<Time> optional_time(int column) const;

 private:
  const Database& database_;
  SQLite::Statement& statement_;
  bool& running_;
};

class Statement {
 public:
  Statement(const Database& database, SQLite::Database& connection, const std::string& sql);

  // Binds `values` to ?1, ?2, … The rows must be gone before the statement is used again.
  template <typename... T>
  Rows with(const T&... values) {
    start();
    int index = 0;
    (bind(++index, values), ...);
    return Rows(database_, statement_, running_);
  }

  // Runs to the end; answers how many rows were inserted, updated or deleted.
  template <typename... T>
  std::int64_t run(const T&... values) {
    auto rows = with(values...);
    while (rows.next()) {
    }
    return statement_.getChanges();
  }

  // The same for rows whose columns are known at run time only.
  std::int64_t run_row(const std::vector<Cell>& row);

 private:
  void start();
  void bind_integer(int index, std::int64_t value);
  void bind_text(int index, std::string_view value);
  void bind_blob(int index, std::string_view value);
  void bind_null(int index);

  void bind(int index, std::string_view value) { bind_text(index, value); }
  void bind(int index, Blob value) { bind_blob(index, value.bytes); }
  void bind(int index, Time value) { bind_integer(index, value.time_since_epoch().count()); }
  void bind(int index, std::nullopt_t) { bind_null(index); }
  template <typename T>
  std::enable_if_t<std::is_integral_v<T>> bind(int index, T value) {
    bind_integer(index, static_cast<std::int64_t>(value));
  }
  template <typename T>
  void bind(int index, const std::optional<T>& value) {
    value ? bind(index, *value) : bind_null(index);
  }

  const Database& database_;
  SQLite::Statement statement_;
  std::vector<std::string> texts_;  // what is bound, by parameter: their memory is used again
  bool running_ = false;
};

class Database {
 public:
  enum class Mode {
    read,       // never writes to the file
    write,      // created if absent
    immutable,  // for a file that nobody can be writing: takes no locks, needs no files beside it
  };

  Database(std::filesystem::path file, Mode mode);
  Database(const Database&) = delete;  // its statements know where it lives
  Database& operator=(const Database&) = delete;

  const std::filesystem::path& file() const { return file_; }
  // Prepared at first use and kept; one text is one statement.
  Statement& statement(std::string_view sql);
  // Runs statements without parameters, not kept.
  void execute(const std::string& sql);
  // The first column of the first row of a statement that is used once, "" if there is none.
  std::string ask(const std::string& sql);

  bool in_transaction() const;
  std::int64_t last_id() const;  // of the newest INSERT
  // While off, closing leaves the write-ahead log alone, so that a file that turns out not to be
  // ours stays as it was.
  void checkpoint_on_close(bool on);
  // Throws what the last failed call on this connection deserves.
  [[noreturn]] void refuse(const SQLite::Exception& error) const;

 private:
  std::filesystem::path file_;
  std::unique_ptr<SQLite::Database> connection_;
  std::unordered_map<std::string, std::unique_ptr<Statement>> statements_;
};

// A writing transaction, or a part of the one that is already open. Undone unless commit() is
// reached. It starts with BEGIN IMMEDIATE: a reader that turns writer would be refused at once.
class Writing {
 public:
  explicit Writing(Database& database);
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_;
};

// Several statements that read one and the same moment.
class Reading {
 public:
  explicit Reading(Database& database);
  ~Reading();
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Database& database_;
  bool open_;
};

// What an SQLite result code means to a reader. `system_error`: errno, 0 if none.
// The code is kept so that opening can tell "no permission" from "not a database".
class Refusal : public StoreError {
 public:
  Refusal(const std::filesystem::path& file, int code, const std::string& detail, int system_error);
  int code;            // extended
  std::string detail;  // SQLite's own words
};

}  // namespace paperwatch::sqlite
