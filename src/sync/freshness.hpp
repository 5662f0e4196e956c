// SPDX-License-Identifier: MIT
// Sources that fall silent between two visits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// Tells of the sources that have become stale since they were last visited: each once, with the
// deliveries it owes, all in one transaction. To be asked when no visit is due, as one that is may
// bring the paper that is waited for. Throws StoreError.
std::vector<Event> tell_stale(const Config& config, Store& store, Time now);

// When the next source falls silent if nothing new comes. Pure.
std::optional<Time> next_stale(const Config& config, const std::vector<SourceMemory>& memories);

// Why a source is stale, or is so no longer, for the event's message. Pure.
std::string freshness_detail(EventKind kind, const Expect& expect, Time last_new);

}  // namespace paperwatch
