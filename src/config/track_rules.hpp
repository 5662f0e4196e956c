// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <paperwatch/rules.hpp>

#include "config/extract_rules.hpp"
#include "config/faults.hpp"
#include "config/node.hpp"

namespace paperwatch {

// `pages:`; `format` is that of the source's extract rules.
std::optional<PagesRules> read_pages(const Node& node, Format format, Completeness completeness,
                                     Faults& faults);
// `track:`.
TrackRules read_track(const Node& node, Faults& faults);

}  // namespace paperwatch
