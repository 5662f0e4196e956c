// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <paperwatch/config.hpp>

#include "config/faults.hpp"
#include "config/map_reader.hpp"
#include "config/node.hpp"

namespace paperwatch {

std::optional<Channel> read_channel(const Node& name, const Node& node, Faults& faults);
// The shape; that its channel and sources exist can be checked only when all files are read.
std::optional<Route> read_route(const Node& node, Faults& faults);

// Channels and sources that routes name must exist.
void check_routes(const Config& config, Faults& faults);

}  // namespace paperwatch
