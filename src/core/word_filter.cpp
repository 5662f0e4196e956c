// SPDX-License-Identifier: MIT
#include <algorithm>

#include <paperwatch/word_filter.hpp>

namespace paperwatch {

namespace {

bool tells_nothing(const WordFilter& filter) {
  return filter.kind == WordFilter::Kind::anything;
}

}  // namespace

WordFilter WordFilter::all(std::vector<WordFilter> filters) {
  std::erase_if(filters, tells_nothing);
  if (filters.empty()) return {};
  if (filters.size() == 1) return WordFilter(filters.front());
  return {Kind::all_of, {}, std::move(filters)};
}

WordFilter WordFilter::any(std::vector<WordFilter> filters) {
  if (filters.empty() || std::any_of(filters.begin(), filters.end(), tells_nothing)) return {};
  if (filters.size() == 1) return WordFilter(filters.front());
  return {Kind::any_of, {}, std::move(filters)};
}

}  // namespace paperwatch
