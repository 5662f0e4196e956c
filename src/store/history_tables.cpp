// SPDX-License-Identifier: MIT
#include "store/history_tables.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "store/codec.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

using Form = HistoryColumn::Form;

// Not here: `meta` (in the first line), `body` (on demand), and what is found out again by itself,
// `host` and `robots`.
constexpr std::array names{"source",   "visit",           "paper",   "alias",    "version",
                           "standing", "standing_change", "page",    "evidence", "event",
                           "told",     "delivery",        "reached", "merge",    "parting"};

struct Special {
  std::string_view table, column;
  Form form;
  void (*check)(std::string_view text);
};

template <auto decoder>
void readable(std::string_view text) {
  (void)decoder(text);
}
void readable_count(std::string_view text) {
  (void)decode_count(std::string(text));
}
void readable_problem(std::string_view text) {
  (void)decode_problem(std::string(text));
}
void readable_patch(std::string_view text) {
  (void)apply_patch({}, text);
}
void readable_past_state(std::string_view text) {
  if (text != parted_state) (void)decode_listing_state(text);
}
void readable_health(std::string_view text) {
  if (!parse_health(text)) throw StoreError(fmt::format("'{}' is no health", text), "");
}

constexpr std::array specials{
    Special{"source", "health", Form::text, readable_health},
    Special{"source", "memory", Form::json, readable<decode_source_memory>},
    Special{"visit", "outcome", Form::text, readable<decode_outcome>},
    Special{"visit", "problem", Form::json, readable_problem},
    Special{"visit", "stated", Form::text, readable_count},
    Special{"visit", "observed", Form::text, readable_count},
    Special{"visit", "folded", Form::ids, nullptr},
    Special{"version", "fields", Form::json, readable<decode_fields>},
    Special{"standing", "state", Form::text, readable<decode_listing_state>},
    Special{"standing", "fields", Form::json, readable_patch},
    Special{"standing", "pending", Form::json, readable<decode_fields>},
    Special{"standing_change", "state", Form::text, readable_past_state},
    Special{"page", "memory", Form::json, readable<decode_page_memory>},
    Special{"page", "papers", Form::ids, nullptr},
    Special{"evidence", "page", Form::json, readable<decode_evidence>},
    Special{"event", "kind", Form::text, readable<decode_event_kind>},
    Special{"event", "summary", Form::json, readable<decode_summary>},
    Special{"event", "changes", Form::json, readable<decode_changes>},
    Special{"event", "count", Form::json, readable<decode_count_change>},
    Special{"event", "also", Form::json, readable<decode_texts>},
    Special{"delivery", "state", Form::text, readable<decode_delivery_state>},
    Special{"merge", "before", Form::json, nullptr},
};

HistoryColumn column_of(std::string_view table, std::string name, std::string_view type) {
  const auto special = std::find_if(specials.begin(), specials.end(), [&](const Special& s) {
    return s.table == table && s.column == name;
  });
  if (special != specials.end()) return {std::move(name), special->form, special->check};
  const Form form = type == "INTEGER" ? Form::integer : type == "BLOB" ? Form::bytes : Form::text;
  return {std::move(name), form, nullptr};
}

HistoryTable read_table(sqlite::Database& db, const std::string& name) {
  HistoryTable table{name, {}, {}};
  std::vector<std::pair<std::int64_t, std::string>> key;
  auto row =
      db.statement("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid").with(name);
  while (row.next()) {
    if (row.integer(2) > 0) key.emplace_back(row.integer(2), fmt::format("\"{}\"", row.text(0)));
    table.columns.push_back(column_of(name, row.text(0), row.text(1)));
  }
  std::sort(key.begin(), key.end());
  for (const auto& [position, column] : key)
    table.order += (table.order.empty() ? "" : ", ") + column;
  return table;
}

}  // namespace

const HistoryColumn* HistoryTable::find(std::string_view column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const HistoryColumn& c) { return c.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

std::vector<HistoryTable> history_tables(sqlite::Database& db, RawPages pages) {
  std::vector<HistoryTable> tables;
  for (const char* name : names) tables.push_back(read_table(db, name));
  if (pages == RawPages::take_along) tables.push_back(read_table(db, "body"));
  return tables;
}

}  // namespace paperwatch
