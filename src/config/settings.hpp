// SPDX-License-Identifier: MIT
#pragma once

#include <paperwatch/config.hpp>

#include "config/faults.hpp"
#include "config/map_reader.hpp"

namespace paperwatch {

// What holds where nothing is written; paths beside `file`.
Config default_config(const std::filesystem::path& file);

// The settings of the main file: all but sources, templates, channels, routes and queries.
void read_settings(const MapReader& in, Config& config, Faults& faults);

}  // namespace paperwatch
