// SPDX-License-Identifier: MIT
// Catch2 2 (Debian 12) and 3 (Debian 13) keep their headers in different places.
#pragma once

#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <concepts>

#include <catch2/catch_all.hpp>
using Catch::Approx;

namespace Catch::Matchers {
// Of texts, as in version 2; there it looks for an element of any range.
template <typename T>
  requires std::convertible_to<T, std::string>
auto Contains(T&& text) {
  return ContainsSubstring(std::string(std::forward<T>(text)));
}
}  // namespace Catch::Matchers
#endif
