// SPDX-License-Identifier: MIT
// What failed transfers are called, and the limits that make one fail. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <curl/curl.h>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>

namespace paperwatch {

inline constexpr std::size_t largest_headers = 256 << 10;  // bytes, of one exchange
inline constexpr std::uint64_t lowest_speed = 10;          // bytes a second

// How long a server that was asked may say nothing: a sensible share of the whole time.
Duration first_byte_time(Duration timeout);
// Over how long a time the speed of a transfer is judged: a sensible share of its whole time.
Duration low_speed_window(Duration timeout);
bool is_low_speed(std::uint64_t bytes, Duration window);

// The problem that a code of libcurl's stands for, with libcurl's own `words`. `began`: a part of
// the body had come.
Error transfer_error(CURLcode code, const std::string& url, const std::string& words, bool began);
Error private_address_error(const std::string& url);

// Whether the same request may do better in a moment.
bool is_passing_trouble(const Error& error);

}  // namespace paperwatch
