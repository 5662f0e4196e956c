// SPDX-License-Identifier: MIT
// What a visit has read and does not need at hand before it is settled: bodies, and what records
// show. A listing may have more of it than memory should hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/model.hpp>

#include "base/shelf.hpp"
#include "core/identity.hpp"

namespace paperwatch {

// Its members throw StoreError where the disk refuses.
class PutAside : public PutAsideRecords {
 public:
  // `folder`: where there is room for more than a little; the database's.
  explicit PutAside(std::filesystem::path folder) : shelf_(std::move(folder)) {}

  Shelf::Place put_body(std::string_view body);
  std::string body(const Shelf::Place& place) const;

  // Records are numbered as they come, from 0. The hash is of all they show and of the program's
  // version: another one may read other names and other signs of withdrawal from the same.
  struct Record {
    std::size_t number = 0;
    std::uint64_t hash = 0;
  };
  Record put_record(const Fields& fields);
  Fields fields(std::size_t record) const override;

 private:
  Shelf shelf_;
  std::vector<Shelf::Place> records_;
};

}  // namespace paperwatch
