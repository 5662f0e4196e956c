// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <paperwatch/store.hpp>

namespace paperwatch {

// The statement that answers `query`; few texts, so that they can be kept prepared. ?1 after,
// ?2 since, ?3 source, ?4 visit, ?5 JSON list of the ids under which the paper has events,
// ?6 limit.
std::string events_sql(const EventQuery& query);

// " AND kind IN (…)", or nothing where all kinds are wanted.
std::string kinds_sql(const std::vector<EventKind>& kinds);

}  // namespace paperwatch
