// SPDX-License-Identifier: MIT
// When silence is suspicious: `expect: {new_every: 3d, except: weekend}`. Pure.
#pragma once

#include <optional>
#include <string>

#include <paperwatch/config.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// The moment from which a source is stale that showed nothing new since `since`: `new_every` later,
// not counting Saturdays and Sundays where they are excepted. `zone`: whose days (IANA name); UTC
// for "" and for a zone that this machine does not know. Nothing where nothing is expected.
std::optional<Time> stale_from(const Expect& expect, const std::string& zone, Time since);
// The same for a source as it is remembered; nothing before its baseline.
std::optional<Time> stale_from(const Source& source, const SourceMemory& memory);

// Whether a source's silence may be held against it at all: one that is broken, unreachable or
// failing just now has troubles of its own.
bool can_be_stale(const SourceMemory& memory);

// Brings health and stale_told up to date with the clock; answers the event to tell, if any. To be
// asked only where can_be_stale().
std::optional<EventKind> next_freshness(SourceMemory& memory, std::optional<Time> stale_from,
                                        Time now);

}  // namespace paperwatch
