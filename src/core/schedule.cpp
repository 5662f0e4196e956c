// SPDX-License-Identifier: MIT
#include "core/schedule.hpp"

#include <algorithm>
#include <cstdint>

namespace paperwatch {

namespace {

// FNV-1a: the same on every machine and in every release.
std::uint64_t spread_of(std::string_view source) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : source) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash ^ (hash >> 32);
}

}  // namespace

Time next_due(std::string_view source, Duration every, Time after) {
  every = std::max(every, Duration(1));
  const Duration offset(
      static_cast<std::int64_t>(spread_of(source) % static_cast<std::uint64_t>(every.count())));
  const Duration since = after.time_since_epoch() - offset;
  const auto periods =
      (since.count() >= 0 ? since.count() : since.count() - every.count() + 1) / every.count();
  const Time next = Time(offset + every * (periods + 1));
  // The second visit must not follow the first on its heels, nor stay away for two intervals.
  return next - after < every / 2 ? next + every : next;
}

}  // namespace paperwatch
