// SPDX-License-Identifier: MIT
// A store's life: opening, transactions, leases.
#include <cassert>
#include <utility>

#include <paperwatch/store.hpp>

#include "store/connection.hpp"
#include "store/opening.hpp"
#include "store/schema.hpp"

namespace paperwatch {

Store::Connection::Connection(std::unique_ptr<sqlite::Database> opened)
    : database(std::move(opened)),
      db(*database),
      leases(db.file()),
      uuid(db.ask("SELECT value FROM meta WHERE name = 'uuid'")) {}

std::shared_ptr<const Merges> Store::Connection::merges() {
  if (merges_as_read) return merges_as_read;
  auto merges = std::make_shared<const Merges>(db);
  if (in_transaction) merges_as_read = merges;
  return merges;
}

std::shared_ptr<const Partings> Store::Connection::partings() {
  if (partings_as_read) return partings_as_read;
  auto partings = std::make_shared<const Partings>(db, *merges());
  if (in_transaction) partings_as_read = partings;
  return partings;
}

void Store::Connection::forget_merges() {
  merges_as_read.reset();
  partings_as_read.reset();
}

void Store::Connection::end_transaction() {
  in_transaction = false;
  forget_merges();
}

Store::Store(const std::filesystem::path& file, Access access)
    : connection_(std::make_unique<Connection>(access == Access::write ? open_for_writing(file)
                                                                       : open_for_reading(file))) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

const std::string& Store::uuid() const {
  return connection_->uuid;
}

int Store::schema_version() {
  return static_cast<int>(migrations().size());
}

bool Store::lease(std::string_view source) {
  return connection_->leases.take(source);
}
void Store::release(std::string_view source) {
  connection_->leases.release(source);
}

Store::Transaction::Transaction(Store& store) : store_(store) {
  sqlite::Database& db = store_.connection_->db;
  assert(!db.in_transaction() && "transactions do not nest");
  db.statement("BEGIN IMMEDIATE").run();
  store_.connection_->in_transaction = true;
}

Store::Transaction::~Transaction() {
  store_.connection_->end_transaction();
  sqlite::Database& db = store_.connection_->db;
  if (!open_ || !db.in_transaction()) return;
  try {
    db.statement("ROLLBACK").run();
  } catch (const StoreError&) {
    // What stood in the way of rolling back is what the caller is already being told.
  }
}

void Store::Transaction::commit() {
  store_.connection_->db.statement("COMMIT").run();
  store_.connection_->end_transaction();
  open_ = false;
}

}  // namespace paperwatch
