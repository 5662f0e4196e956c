// SPDX-License-Identifier: MIT
#include "sync/freshness.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/time.hpp"
#include "core/freshness.hpp"
#include "render/text.hpp"
#include "sync/router.hpp"

namespace paperwatch {

namespace {

// Those whose time has come at `now`.
std::vector<const Source*> silent_sources(const Config& config,
                                          const std::vector<SourceMemory>& memories, Time now) {
  std::vector<const Source*> silent;
  for (const auto& memory : memories) {
    const Source* source = config.find(memory.source);
    if (!source || !source->enabled || memory.stale_told || !can_be_stale(memory)) continue;
    const auto from = stale_from(*source, memory);
    if (from && *from <= now) silent.push_back(source);
  }
  return silent;
}

Event stale_event(const Source& source, const SourceMemory& memory, Time now) {
  Event event;
  event.kind = EventKind::source_stale;
  event.source = source.id;
  event.at = now;
  event.message =
      message_of(event, freshness_detail(event.kind, source.expect, memory.last_new.value_or(now)));
  return event;
}

}  // namespace

std::vector<Event> tell_stale(const Config& config, Store& store, Time now) {
  if (silent_sources(config, store.sources(), now).empty()) return {};
  const Router router(config);
  Store::Transaction transaction(store);
  std::vector<Event> events;
  // Asked again under the lock: another process may have told, or visited, meanwhile.
  for (const Source* source : silent_sources(config, store.sources(), now)) {
    SourceMemory memory = store.source(source->id);
    next_freshness(memory, stale_from(*source, memory), now);
    store.save(memory);
    events.push_back(stale_event(*source, memory, now));
  }
  events = store.insert_events(std::move(events));
  for (const Event& event : events)
    for (const auto& delivery : router.route(event, {}, now)) store.queue(event, delivery);
  transaction.commit();
  return events;
}

std::optional<Time> next_stale(const Config& config, const std::vector<SourceMemory>& memories) {
  std::optional<Time> next;
  for (const auto& memory : memories) {
    const Source* source = config.find(memory.source);
    if (!source || !source->enabled || memory.stale_told || !can_be_stale(memory)) continue;
    if (const auto from = stale_from(*source, memory)) next = std::min(*from, next.value_or(*from));
  }
  return next;
}

std::string freshness_detail(EventKind kind, const Expect& expect, Time last_new) {
  if (kind == EventKind::source_recovered) return "nothing is overdue any more";
  return fmt::format("no new paper since {}, one was expected every {}{}", rfc3339(last_new),
                     duration_text(expect.new_every.value_or(Duration(0))),
                     expect.except.empty() ? "" : " (weekends not counted)");
}

}  // namespace paperwatch
