// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <paperwatch/transfer.hpp>

#include "base/base64.hpp"
#include "base/url_parts.hpp"
#include "store/codec.hpp"
#include "store/history_tables.hpp"
#include "store/json.hpp"
#include "store/opening.hpp"

namespace paperwatch {

namespace {

using Form = HistoryColumn::Form;

// Databases of older programs hold what a source's address says of a login.
Json without_login_of(const HistoryColumn& column, Json json) {
  const bool holds_asked_address = column.name == "memory" || column.name == "page";
  const auto url = holds_asked_address && json.is_object() ? json.find("url") : json.end();
  if (url == json.end() || !url->is_string()) return json;
  *url = stored_address(url->get<std::string>());
  return json;
}

Json value_of(const sqlite::Rows& row, int index, const HistoryColumn& column) {
  switch (column.form) {
    case Form::integer:
      return row.integer(index);
    case Form::text:
      return row.text(index);
    case Form::json:
      return without_login_of(column, decode(row.text(index), [](Json json) { return json; }));
    case Form::ids:
      return decode_ids(row.text(index));
    case Form::bytes:
      return encode_base64(row.text(index));
  }
  return {};
}

// NULL is told by leaving the column out.
Json row_json(const sqlite::Rows& row, const HistoryTable& table) {
  Json json = Json::object();
  for (int i = 0; i < static_cast<int>(table.columns.size()); ++i) {
    const HistoryColumn& column = table.columns[static_cast<std::size_t>(i)];
    if (!row.is_null(i)) json[column.name] = value_of(row, i, column);
  }
  return json;
}

std::string select_sql(const HistoryTable& table) {
  std::string columns;
  for (const auto& column : table.columns)
    columns += fmt::format("{}\"{}\"", columns.empty() ? "" : ", ", column.name);
  return fmt::format("SELECT {} FROM \"{}\" ORDER BY {}", columns, table.name, table.order);
}

// Ids are never used again, also where the newest row is gone.
Json last_ids(sqlite::Database& db, const std::vector<HistoryTable>& tables) {
  Json ids = Json::object();
  for (const auto& table : tables) {
    auto row = db.statement("SELECT seq FROM sqlite_sequence WHERE name = ?1").with(table.name);
    if (row.next()) ids[table.name] = row.integer(0);
  }
  return ids;
}

Json head_json(sqlite::Database& db, const std::vector<HistoryTable>& tables) {
  return {{"format", history_format},
          {"version", history_version},
          {"schema", std::stoi(db.ask("PRAGMA user_version"))},
          {"uuid", db.ask("SELECT value FROM meta WHERE name = 'uuid'")},
          {"last_ids", last_ids(db, tables)}};
}

}  // namespace

HistoryTally export_history(const std::filesystem::path& database, RawPages pages,
                            const std::function<void(std::string_view)>& write) {
  const auto db = open_for_reading(database);
  const sqlite::Reading reading(*db);
  const auto tables = history_tables(*db, pages);
  HistoryTally tally;
  std::size_t lines = 0;
  write(dump(head_json(*db, tables)) + "\n");
  for (const auto& table : tables) {
    auto row = db->statement(select_sql(table)).with();
    for (; row.next(); ++lines, ++tally[table.name])
      write(dump(Json{{table.name, row_json(row, table)}}) + "\n");
  }
  write(dump(Json{{"end", {{"rows", lines}}}}) + "\n");
  return tally;
}

}  // namespace paperwatch
