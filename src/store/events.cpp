// SPDX-License-Identifier: MIT
// The change log.
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/event_sql.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

bool is_frequent(EventKind kind) {
  return kind == EventKind::paper_new || kind == EventKind::paper_changed;
}

// The ids under which the paper has events.
std::string family_json(sqlite::Database& db, PaperId paper) {
  const Merges merges(db);
  return fmt::format("[{}]", fmt::join(merges.family(merges.current(paper)), ","));
}

bool wants_oldest(const EventQuery& query) {
  return query.since || query.after;
}

Event insert_event(sqlite::Database& db, Event event) {
  const auto paper = event.paper ? reference(event.paper->id) : std::nullopt;
  const auto summary = event.paper ? std::optional(encode_summary(*event.paper)) : std::nullopt;
  const auto changes =
      event.changes.empty() ? std::nullopt : std::optional(encode_changes(event.changes));
  const auto count = event.count ? std::optional(encode_count_change(*event.count)) : std::nullopt;
  const auto also = event.also.empty() ? std::nullopt : std::optional(encode_texts(event.also));
  db.statement(
        "INSERT INTO event(kind, source, visit, at, baseline, paper, summary, changes,"
        " count, also, message, late)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")
      .run(name_of(event.kind), event.source, reference(event.visit), event.at, event.baseline,
           paper, summary, changes, count, also, event.message, event.late);
  event.id = db.last_id();
  return event;
}

}  // namespace

std::string kinds_sql(const std::vector<EventKind>& kinds) {
  if (kinds.empty()) return "";
  std::string names;
  for (const EventKind kind : kinds)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name_of(kind));
  // The others are few among those: an index of their own finds them.
  const bool only_rare = std::none_of(kinds.begin(), kinds.end(), is_frequent);
  return fmt::format(" AND kind IN ({}){}", names,
                     only_rare ? " AND kind NOT IN ('paper_new', 'paper_changed')" : "");
}

std::string events_sql(const EventQuery& query) {
  std::string sql = fmt::format("SELECT {} FROM event WHERE id > ?1", event_columns);
  // Where no time is asked for, the index of times would only get in the way of the order.
  sql += query.since ? " AND at >= ?2" : " AND ?2 IS NOT NULL";
  sql += query.source ? " AND source = ?3" : " AND ?3 = ''";
  sql += query.visit ? " AND visit = ?4" : " AND ?4 = 0";
  sql += kinds_sql(query.kinds);
  sql += query.paper ? " AND paper IN (SELECT value FROM json_each(?5))" : " AND ?5 = ''";
  if (!query.baseline) sql += " AND baseline = 0";
  return sql + fmt::format(" ORDER BY id {} LIMIT ?6", wants_oldest(query) ? "ASC" : "DESC");
}

std::vector<Event> Store::insert_events(std::vector<Event> events) {
  sqlite::Writing writing(connection_->db);
  for (Event& event : events) event = insert_event(connection_->db, std::move(event));
  writing.commit();
  return events;
}

std::optional<Event> Store::event(EventId id) {
  auto row =
      connection_->db.statement(fmt::format("SELECT {} FROM event WHERE id = ?1", event_columns))
          .with(id);
  if (!row.next()) return std::nullopt;
  return read_event(row);
}

std::vector<Event> Store::events(const EventQuery& query) {
  constexpr std::size_t most = std::numeric_limits<std::int64_t>::max();
  const sqlite::Reading reading(connection_->db);
  const std::string family = query.paper ? family_json(connection_->db, *query.paper) : "";
  std::vector<Event> events;
  auto row = connection_->db.statement(events_sql(query))
                 .with(query.after.value_or(0), query.since.value_or(Time::min()),
                       query.source.value_or(""), query.visit.value_or(0), family,
                       std::min(query.limit.value_or(most), most));
  while (row.next()) events.push_back(read_event(row));
  if (!wants_oldest(query)) std::reverse(events.begin(), events.end());
  return events;
}

std::map<std::string, EventId> Store::newest_events() {
  std::map<std::string, EventId> newest;
  // From source to source through the index, whatever the number of events.
  auto& next = connection_->db.statement(
      "SELECT source, max(id) FROM event WHERE source ="
      " (SELECT source FROM event WHERE source > ?1 ORDER BY source LIMIT 1)");
  for (std::string last;;) {
    auto row = next.with(last);
    if (!row.next() || row.is_null(0)) return newest;
    last = row.text(0);
    newest.emplace(last, row.integer(1));
  }
}

}  // namespace paperwatch
