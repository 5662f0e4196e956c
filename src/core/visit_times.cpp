// SPDX-License-Identifier: MIT
#include "core/visit_times.hpp"

#include <algorithm>

#include "core/calendar.hpp"
#include "core/schedule.hpp"
#include "core/zone.hpp"

namespace paperwatch {

using namespace std::chrono_literals;

Time next_visit(const Source& source, Time last, Time now) {
  if (source.at_calendar.empty())
    return std::max(next_due(source.id, source.every.value_or(24h), last), now);
  const auto calendar = parse_calendar(source.at_calendar);
  const auto zone = Zone::find(source.timezone);
  if (!calendar || !zone) return never;
  return std::max(next_occurrence(*calendar, last, *zone).value_or(never), now);
}

std::optional<Time> planned_visit(const Source& source, const SourceMemory& memory) {
  if (!memory.next_visit || !memory.last_visit) return memory.next_visit;
  return std::min(*memory.next_visit, next_visit(source, *memory.last_visit, *memory.last_visit));
}

}  // namespace paperwatch
