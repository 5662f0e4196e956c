// SPDX-License-Identifier: MIT
// A record's fields as bytes, for as long as a process lives: quicker and smaller than text.
#pragma once

#include <string>
#include <string_view>

#include <paperwatch/model.hpp>

namespace paperwatch {

std::string pack_fields(const Fields& fields);
// `bytes`: what pack_fields() gave.
Fields unpack_fields(std::string_view bytes);

}  // namespace paperwatch
