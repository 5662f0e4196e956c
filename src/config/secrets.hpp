// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <paperwatch/config.hpp>

#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

// {file: PATH}, {env: NAME}, {credential: NAME} (in $CREDENTIALS_DIRECTORY), or the text itself,
// which is a warning. One line break at the end of a file does not count.
std::optional<Secret> read_secret(const Node& node, std::string_view name, Faults& faults);
// The same for a text that need not be secret: given plainly it is no warning.
std::optional<Secret> read_text_or_secret(const Node& node, std::string_view name, Faults& faults);

}  // namespace paperwatch
