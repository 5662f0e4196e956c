// SPDX-License-Identifier: MIT
// Which of the events that today's rules find in old pages nobody was told. Pure.
#pragma once

#include <vector>

#include <paperwatch/model.hpp>

namespace paperwatch {

// `found`: what a replay of one source found, in order; papers have the ids under which they are
// known, 0 for unknown ones, and `visit` is the visit that captured the page. `told`: all that was
// ever told of these papers and of the source. `from`: when the replay's first visit ended, with
// which the others were compared. What was told in other words at the same visit, or the same
// later, is not missed. Of a change that was told in part the rest is.
std::vector<Event> missed_events(std::vector<Event> found, const std::vector<Event>& told,
                                 Time from);

}  // namespace paperwatch
