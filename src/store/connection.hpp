// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <paperwatch/store.hpp>

#include "store/compressor.hpp"
#include "store/leases.hpp"
#include "store/rows.hpp"
#include "store/sqlite.hpp"

namespace paperwatch {

struct Store::Connection {
  explicit Connection(std::unique_ptr<sqlite::Database> opened);

  // Which papers are others now, and which a person parted. Nobody else changes that during a
  // Transaction: it is read once.
  std::shared_ptr<const Merges> merges();
  std::shared_ptr<const Partings> partings();
  void forget_merges();
  void end_transaction();

  std::unique_ptr<sqlite::Database> database;
  sqlite::Database& db;
  Leases leases;
  std::string uuid;
  Compressor compressor;
  bool in_transaction = false;                       // one of Store's
  std::shared_ptr<const Merges> merges_as_read;      // in it; nothing: to be read
  std::shared_ptr<const Partings> partings_as_read;  // the same
};

}  // namespace paperwatch
