// SPDX-License-Identifier: MIT
// Which tables and columns make up the history that `export` writes (docs/export.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/transfer.hpp>

#include "store/sqlite.hpp"

namespace paperwatch {

struct HistoryColumn {
  std::string name;
  enum class Form {
    integer,
    text,
    json,   // stands in the line as what it is
    ids,    // encode_ids()
    bytes,  // base 64
  } form = Form::text;
  // Throws StoreError for a text that no encoder wrote; may be null.
  void (*check)(std::string_view text) = nullptr;
};

struct HistoryTable {
  std::string name;
  std::vector<HistoryColumn> columns;  // as the schema has them
  std::string order;                   // its primary key: the order of the lines
  const HistoryColumn* find(std::string_view column) const;
};

// In the order of the lines.
std::vector<HistoryTable> history_tables(sqlite::Database& db, RawPages pages);

// What the first line says: whose history in which notation.
constexpr std::string_view history_format = "paperwatch-history";
constexpr int history_version = 1;

}  // namespace paperwatch
