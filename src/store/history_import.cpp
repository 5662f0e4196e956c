// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include <paperwatch/transfer.hpp>

#include "base/base64.hpp"
#include "store/codec.hpp"
#include "store/history_tables.hpp"
#include "store/json.hpp"
#include "store/opening.hpp"
#include "store/schema.hpp"

namespace paperwatch {

namespace {

using Form = HistoryColumn::Form;

// A line that does not fit, and why; caught once, where its number is known.
struct LineFault {
  std::string what;
};

constexpr int deepest = 64;  // no row of ours nests deeper than 6

Json parse_line(const std::string& line) {
  try {
    return Json::parse(line, [](int depth, Json::parse_event_t, const Json&) {
      if (depth > deepest) throw LineFault{"it nests too deep"};
      return true;
    });
  } catch (const Json::exception& error) {
    throw LineFault{fmt::format("it is no JSON ({})", error.what())};
  }
}

// {"name": {…}}: a line says of what it is.
std::pair<std::string, Json> named(Json line) {
  if (!line.is_object() || line.size() != 1 || !line.begin()->is_object())
    throw LineFault{"it is not of the form {\"table\":{…}}"};
  return {line.begin().key(), std::move(*line.begin())};
}

std::string text_of(const Json& value, const std::string& column) {
  if (!value.is_string()) throw LineFault{fmt::format("{} has to be a text", column)};
  return value.get<std::string>();
}

std::int64_t integer_of(const Json& value, const std::string& column) {
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() ||
                     value.get<std::uint64_t>() <=
                         static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  if (!fits) throw LineFault{fmt::format("{} has to be a whole number", column)};
  return value.get<std::int64_t>();
}

std::string ids_of(const Json& value, const std::string& column) {
  if (!value.is_array()) throw LineFault{fmt::format("{} has to be a list of ids", column)};
  std::vector<PaperId> ids;
  for (const auto& id : value) ids.push_back(integer_of(id, column));
  return encode_ids(ids);
}

std::string bytes_of(const Json& value, const std::string& column) {
  auto bytes = decode_base64(text_of(value, column));
  if (!bytes) throw LineFault{fmt::format("{} has to be base 64", column)};
  return std::move(*bytes);
}

void check_text(const HistoryColumn& column, const std::string& text) {
  if (!column.check) return;
  try {
    column.check(text);
  } catch (const StoreError& error) {
    throw LineFault{fmt::format("{}: {}", column.name, error.what())};
  }
}

// The columns of one line; the cells point into the texts.
struct Row {
  std::vector<std::string> names;
  std::vector<std::string> texts;
  std::vector<sqlite::Cell> cells;
};

void add_value(Row& row, const HistoryColumn& column, const Json& value) {
  if (column.form == Form::integer) {
    row.cells.emplace_back(integer_of(value, column.name));
    return;
  }
  std::string& text = row.texts.emplace_back();
  if (column.form == Form::ids) text = ids_of(value, column.name);
  if (column.form == Form::bytes) text = bytes_of(value, column.name);
  if (column.form == Form::json) text = dump(value);
  if (column.form == Form::text) text = text_of(value, column.name);
  check_text(column, text);
  const bool is_blob = column.form == Form::ids || column.form == Form::bytes;
  row.cells.push_back(is_blob ? sqlite::Cell(sqlite::Blob{text})
                              : sqlite::Cell(std::string_view(text)));
}

Row read_row(const HistoryTable& table, const Json& values) {
  Row row;
  row.texts.reserve(values.size());  // cells point into them
  for (const auto& [name, value] : values.items()) {
    const HistoryColumn* column = table.find(name);
    if (!column) throw LineFault{fmt::format("{} has no column {}", table.name, name)};
    row.names.push_back(fmt::format("\"{}\"", name));
    add_value(row, *column, value);
  }
  if (row.names.empty()) throw LineFault{"it holds nothing"};
  return row;
}

bool is_constraint(const sqlite::Refusal& refusal) {
  const int code = refusal.code & 0xff;
  return code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH;
}

class HistoryReader {
 public:
  explicit HistoryReader(sqlite::Database& db)
      : db_(db), tables_(history_tables(db, RawPages::take_along)) {}

  bool is_empty() {
    return std::all_of(tables_.begin(), tables_.end(), [&](const HistoryTable& table) {
      return db_.ask(fmt::format("SELECT 1 FROM \"{}\" LIMIT 1", table.name)).empty();
    });
  }

  void take(const std::string& line) {
    if (has_ended_) throw LineFault{"it stands behind the end"};
    Json json = parse_line(line);
    if (!has_begun_) return read_head(json);
    auto [name, values] = named(std::move(json));
    if (name == "end") return read_end(values);
    insert(table(name), values);
  }

  HistoryTally finish() {
    if (!has_ended_) throw LineFault{"the file ends here, before its end: it was cut off"};
    // References may point ahead, so that they are looked at last.
    auto fault = db_.statement("SELECT \"table\", parent FROM pragma_foreign_key_check").with();
    if (fault.next())
      throw LineFault{fmt::format("a row of {} refers to a row of {} that is not in the file",
                                  fault.text(0), fault.text(1))};
    return std::move(tally_);
  }

 private:
  void read_head(const Json& head) {
    const auto member = [&](const char* name) {
      const auto found = head.is_object() ? head.find(name) : head.end();
      if (!head.is_object() || found == head.end())
        throw LineFault{fmt::format("the first line has no \"{}\": this is no export", name)};
      return *found;
    };
    if (text_of(member("format"), "format") != history_format)
      throw LineFault{"this is no export of paperwatch"};
    if (integer_of(member("version"), "version") > history_version ||
        integer_of(member("schema"), "schema") > Store::schema_version())
      throw LineFault{"it was written by a newer paperwatch: import it with that"};
    const std::string uuid = text_of(member("uuid"), "uuid");
    if (uuid.size() != 36) throw LineFault{"uuid is none"};
    db_.statement("UPDATE meta SET value = ?1 WHERE name = 'uuid'").run(uuid);
    const Json last_ids = member("last_ids");
    for (const auto& [name, id] : last_ids.items())
      last_ids_.emplace_back(table(name).name, integer_of(id, name));
    has_begun_ = true;
  }

  void read_end(const Json& end) {
    const auto rows = end.find("rows");
    if (rows == end.end() || integer_of(*rows, "rows") != rows_)
      throw LineFault{fmt::format("{} rows came before it, not as many as it says", rows_)};
    for (const auto& [name, id] : last_ids_) keep_last_id(name, id);
    has_ended_ = true;
  }

  void keep_last_id(const std::string& name, std::int64_t id) {
    auto& raise = db_.statement("UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1");
    if (raise.run(name, id) == 0)
      db_.statement("INSERT INTO sqlite_sequence(name, seq) VALUES(?1, ?2)").run(name, id);
  }

  const HistoryTable& table(const std::string& name) const {
    const auto found = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const HistoryTable& t) { return t.name == name; });
    if (found == tables_.end()) throw LineFault{fmt::format("there is no table {}", name)};
    return *found;
  }

  void insert(const HistoryTable& table, const Json& values) {
    const Row row = read_row(table, values);
    std::string places;
    for (std::size_t i = 1; i <= row.names.size(); ++i)
      places += fmt::format("{}?{}", i == 1 ? "" : ", ", i);
    try {
      db_.statement(fmt::format("INSERT INTO \"{}\"({}) VALUES({})", table.name,
                                fmt::join(row.names, ", "), places))
          .run_row(row.cells);
    } catch (const sqlite::Refusal& refusal) {
      if (!is_constraint(refusal)) throw;
      throw LineFault{fmt::format("{} cannot hold it ({})", table.name, refusal.detail)};
    }
    ++rows_;
    ++tally_[table.name];
  }

  sqlite::Database& db_;
  std::vector<HistoryTable> tables_;
  std::vector<std::pair<std::string, std::int64_t>> last_ids_;
  HistoryTally tally_;
  std::int64_t rows_ = 0;
  bool has_begun_ = false, has_ended_ = false;
};

}  // namespace

Result<HistoryTally> import_history(const std::filesystem::path& database,
                                    const std::function<bool(std::string&)>& next) {
  const auto db = open_for_writing(database);
  sqlite::Writing writing(*db);
  HistoryReader reader(*db);
  if (!reader.is_empty())
    return fail("usage", fmt::format("{} holds a history already", database.string()),
                "import into a database that is new: name another one as `database`");
  db->execute("PRAGMA defer_foreign_keys = ON");
  std::size_t number = 0;
  try {
    for (std::string line; next(line);) {
      ++number;
      if (!line.empty()) reader.take(line);
    }
    HistoryTally tally = reader.finish();
    writing.commit();
    return tally;
  } catch (const LineFault& fault) {
    return fail("usage", fmt::format("line {}: {}", number, fault.what),
                "nothing was imported; make the export anew if the file was changed or cut");
  }
}

}  // namespace paperwatch
