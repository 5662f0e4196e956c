// SPDX-License-Identifier: MIT
#pragma once

#include <paperwatch/fetch.hpp>

#include "config/faults.hpp"
#include "config/map_reader.hpp"

namespace paperwatch {

// The keys that `fetch:` and sources share, laid over what `options` says.
void read_request_options(const MapReader& in, FetchOptions& options, Faults& faults);
// Those that only a source has: what must not reach any other host.
void read_source_secrets(const MapReader& in, FetchOptions& options, Faults& faults);
// A map of names and values; the values may be secrets.
void read_headers(const Node& node, FetchOptions& options, Faults& faults);
// A path, relative to the file in which it stands, whose file must exist; null: "".
void read_file_path(const MapReader& in, std::string_view key, std::string& target, Faults& faults);

}  // namespace paperwatch
