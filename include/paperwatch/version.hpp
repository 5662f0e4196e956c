// SPDX-License-Identifier: MIT
#pragma once

namespace paperwatch {
inline constexpr const char* version = "0.1.0";
}  // namespace paperwatch
