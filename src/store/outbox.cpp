// SPDX-License-Identifier: MIT
// Deliveries that are owed.
#include <limits>

#include <fmt/format.h>

#include <paperwatch/store.hpp>

#include "store/codec.hpp"
#include "store/connection.hpp"
#include "store/rows.hpp"

namespace paperwatch {

namespace {

constexpr const char* delivery_columns =
    "id, event, channel, state, attempts, created, due, error, cap, quiet, digest, tried";

DeliveryRow read_delivery(const sqlite::Rows& row, const std::string& uuid) {
  DeliveryRow delivery{.id = row.integer(0),
                       .event = row.integer(1),
                       .channel = row.text(2),
                       .key = {},
                       .state = decode_delivery_state(row.text(3)),
                       .attempts = static_cast<int>(row.integer(4)),
                       .created = row.time(5),
                       .due = row.time(6),
                       .error = row.text(7),
                       .cap = static_cast<int>(row.integer(8)),
                       .quiet = row.text(9),
                       .digest = row.is_null(10) ? std::nullopt : std::optional(row.integer(10)),
                       .tried = row.optional_time(11)};
  delivery.key = delivery.digest
                     ? fmt::format("{}:digest-{}:{}", uuid, *delivery.digest, delivery.channel)
                     : fmt::format("{}:{}:{}", uuid, delivery.event, delivery.channel);
  return delivery;
}

// Notes that the channel is told of the paper; false if it had been, under any of its ids.
bool tell(sqlite::Database& db, PaperId paper, std::string_view channel) {
  const Merges merges(db);
  const PaperId current = merges.current(paper);
  for (const PaperId member : merges.family(current)) {
    auto row =
        db.statement("SELECT 1 FROM told WHERE paper = ?1 AND channel = ?2").with(member, channel);
    if (row.next()) return false;
  }
  db.statement("INSERT INTO told(paper, channel) VALUES(?1, ?2)").run(current, channel);
  return true;
}

}  // namespace

bool Store::queue(const Event& event, const DeliveryWrite& delivery) {
  sqlite::Database& db = connection_->db;
  sqlite::Writing writing(db);
  const bool is_first_word = event.kind == EventKind::paper_new && event.paper;
  if (is_first_word && !tell(db, event.paper->id, delivery.channel)) return false;
  const auto queued =
      db.statement(
            "INSERT OR IGNORE INTO delivery(event, channel, state, attempts, created, due,"
            " error, cap, quiet) VALUES(?1, ?2, 'waiting', 0, ?3, ?4, '', ?5, ?6)")
          .run(event.id, delivery.channel, event.late ? delivery.due : event.at, delivery.due,
               static_cast<std::int64_t>(delivery.cap), delivery.quiet);
  writing.commit();
  return queued > 0;
}

std::vector<DeliveryRow> Store::due(Time now, std::size_t limit) {
  constexpr std::size_t most = std::numeric_limits<std::int64_t>::max();
  std::vector<DeliveryRow> due;
  auto row = connection_->db
                 .statement(fmt::format("SELECT {} FROM delivery WHERE state = 'waiting'"
                                        " AND due <= ?1 ORDER BY due, id LIMIT ?2",
                                        delivery_columns))
                 .with(now, std::min(limit, most));
  while (row.next()) due.push_back(read_delivery(row, connection_->uuid));
  return due;
}

std::optional<Time> Store::next_due() {
  auto row =
      connection_->db.statement("SELECT min(due) FROM delivery WHERE state = 'waiting'").with();
  if (!row.next()) return std::nullopt;
  return row.optional_time(0);
}

void Store::delivered(DeliveryId id, Time at) {
  connection_->db
      .statement(
          "UPDATE delivery SET state = 'done', attempts = attempts + 1, finished = ?2,"
          " error = '' WHERE id = ?1")
      .run(id, at);
}

void Store::put_off(DeliveryId id, Time at, Time next, const std::string& error) {
  connection_->db
      .statement(
          "UPDATE delivery SET attempts = attempts + 1, tried = coalesce(tried, ?2), due = ?3,"
          " error = ?4 WHERE id = ?1 AND state = 'waiting'")
      .run(id, at, next, error);
}

void Store::hold(DeliveryId id, Time until, const std::string& why) {
  connection_->db
      .statement("UPDATE delivery SET due = ?2, error = ?3 WHERE id = ?1 AND state = 'waiting'")
      .run(id, until, why);
}

void Store::gather(const std::vector<DeliveryId>& ids) {
  sqlite::Writing writing(connection_->db);
  for (const auto id : ids) {
    connection_->db.statement("UPDATE delivery SET digest = ?2 WHERE id = ?1").run(id, ids.front());
  }
  writing.commit();
}

std::vector<DeliveryRow> Store::in_digest(DeliveryId digest) {
  std::vector<DeliveryRow> rows;
  auto row = connection_->db
                 .statement(fmt::format("SELECT {} FROM delivery WHERE digest = ?1"
                                        " AND state = 'waiting' ORDER BY id",
                                        delivery_columns))
                 .with(digest);
  while (row.next()) rows.push_back(read_delivery(row, connection_->uuid));
  return rows;
}

void Store::reached(DeliveryId id, std::string_view recipient) {
  connection_->db.statement("INSERT OR IGNORE INTO reached(delivery, recipient) VALUES(?1, ?2)")
      .run(id, recipient);
}

std::set<std::string> Store::recipients_reached(DeliveryId id) {
  std::set<std::string> recipients;
  auto row =
      connection_->db.statement("SELECT recipient FROM reached WHERE delivery = ?1").with(id);
  while (row.next()) recipients.insert(row.text(0));
  return recipients;
}

void Store::give_up(DeliveryId id, const std::string& error) {
  connection_->db
      .statement(
          "UPDATE delivery SET state = 'failed', attempts = attempts + 1, error = ?2"
          " WHERE id = ?1 AND state = 'waiting'")
      .run(id, error);
}

std::vector<DeliveryRow> Store::deliveries(std::optional<DeliveryRow::State> state) {
  std::vector<DeliveryRow> all;
  const std::string where =
      state ? fmt::format("WHERE state = '{}'", name_of(*state)) : std::string();
  auto row =
      connection_->db
          .statement(fmt::format("SELECT {} FROM delivery {} ORDER BY id", delivery_columns, where))
          .with();
  while (row.next()) all.push_back(read_delivery(row, connection_->uuid));
  return all;
}

bool Store::retry(DeliveryId id, Time now) {
  return connection_->db
             .statement(
                 "UPDATE delivery SET state = 'waiting', attempts = 0, tried = NULL, created = ?2,"
                 " due = ?2 WHERE state IN ('waiting', 'failed') AND (id = ?1"
                 " OR digest = (SELECT digest FROM delivery WHERE id = ?1))")
             .run(id, now) > 0;
}

bool Store::drop(DeliveryId id) {
  return connection_->db
             .statement("DELETE FROM delivery WHERE id = ?1 AND state IN ('waiting', 'failed')")
             .run(id) > 0;
}

}  // namespace paperwatch
