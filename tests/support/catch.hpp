// SPDX-License-Identifier: MIT
// Catch2 2 (Debian 12) and 3 (Debian 13) keep their headers in different places.
#pragma once

#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
using Catch::Approx;
#endif
