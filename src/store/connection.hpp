// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <paperwatch/store.hpp>

#include "store/leases.hpp"
#include "store/sqlite.hpp"

namespace paperwatch {

struct Store::Connection {
  explicit Connection(std::unique_ptr<sqlite::Database> opened);

  std::unique_ptr<sqlite::Database> database;
  sqlite::Database& db;
  Leases leases;
  std::string uuid;
};

}  // namespace paperwatch
