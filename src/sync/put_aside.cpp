// SPDX-License-Identifier: MIT
#include "sync/put_aside.hpp"

#include <algorithm>

#include <paperwatch/store.hpp>
#include <paperwatch/version.hpp>

#include "base/hash.hpp"
#include "core/packed_fields.hpp"

namespace paperwatch {

namespace {

template <typename T>
T or_throw(Result<T> result) {
  if (!result) throw StoreError(result.error().message, result.error().hint);
  return std::move(*result);
}

}  // namespace

Shelf::Place PutAside::put_body(std::string_view body) {
  return or_throw(shelf_.put(body));
}

std::string PutAside::body(const Shelf::Place& place) const {
  return or_throw(shelf_.get(place));
}

PutAside::Record PutAside::put_record(const Fields& fields) {
  const std::string bytes = pack_fields(fields);
  records_.push_back(or_throw(shelf_.put(bytes)));
  static const std::uint64_t this_version = short_hash(version);
  return {records_.size() - 1, std::max<std::uint64_t>(short_hash(bytes) ^ this_version, 1)};
}

Fields PutAside::fields(std::size_t record) const {
  return unpack_fields(or_throw(shelf_.get(records_[record])));
}

}  // namespace paperwatch
