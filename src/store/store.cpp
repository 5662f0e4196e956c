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
}

Store::Transaction::~Transaction() {
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
  open_ = false;
}

}  // namespace paperwatch
