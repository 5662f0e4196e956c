// SPDX-License-Identifier: MIT
// The names in a template (docs/delivery.md lists those there are). Pure.
#pragma once

#include <string>

#include <paperwatch/result.hpp>

namespace paperwatch {

// A name that is none would be filled in with nothing: fails with "config" at the first.
Result<Done> check_template_names(const std::string& text);

}  // namespace paperwatch
