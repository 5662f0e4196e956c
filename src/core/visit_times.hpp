// SPDX-License-Identifier: MIT
// When a source is visited next, by its interval or its calendar. Pure.
#pragma once

#include <optional>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// When a source is to be visited next, not before `now`. Pure. `last`: the start of its last visit.
// A calendar (`at`) that is over gives the end of the year 9999.
Time next_visit(const Source& source, Time last, Time now);

// When the source is due: as was planned at its last visit, or earlier where the configuration says
// so by now. Nothing: at once. `never` (core/calendar.hpp): not again.
std::optional<Time> planned_visit(const Source& source, const SourceMemory& memory);

}  // namespace paperwatch
