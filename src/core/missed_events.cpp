// SPDX-License-Identifier: MIT
#include "core/missed_events.hpp"

#include <algorithm>
#include <set>

#include "core/comparable.hpp"

namespace paperwatch {

namespace {

bool same_value(const Change& a, const Change& b) {
  return same_content(a.field, a.after ? &*a.after : nullptr, b.after ? &*b.after : nullptr);
}

// What was told may answer for one find only: a change and its taking back are two.
class Told {
 public:
  Told(const std::vector<Event>& events, Time from) : events_(events), from_(from) {}

  bool knows(const Event& found) {
    if (found.kind == EventKind::paper_new) return knows_paper(found);
    if (found.kind == EventKind::count_changed) return knows_count(found);
    if (found.kind == EventKind::paper_withdrawn) return knows_withdrawal(found);
    return use(
        [&](const Event& told) { return told.kind == found.kind && is_same_place(told, found); });
  }

  // Takes from the changes those that were told, by whichever source.
  void take_known(Event& found) {
    std::erase_if(found.changes, [&](const Change& change) { return knows_change(found, change); });
  }

 private:
  static bool is_same_paper(const Event& told, const Event& found) {
    return told.paper && found.paper && found.paper->id != 0 && told.paper->id == found.paper->id;
  }
  static bool is_same_place(const Event& told, const Event& found) {
    return told.source == found.source && is_same_paper(told, found);
  }

  template <typename Condition>
  bool any(Condition condition) const {
    return std::any_of(events_.begin(), events_.end(), condition);
  }

  template <typename Condition>
  bool use(Condition condition) {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].at <= from_ || used_.contains({i, ""}) || !condition(events_[i])) continue;
      used_.insert({i, ""});
      return true;
    }
    return false;
  }

  // A first picture tells nobody; but what it shows was no news afterwards.
  bool knows_paper(const Event& found) const {
    return any([&](const Event& told) {
      return told.kind == EventKind::paper_new && is_same_place(told, found) &&
             (!told.baseline || told.at <= found.at);
    });
  }

  bool knows_withdrawal(const Event& found) const {
    return any([&](const Event& told) {
      return told.kind == EventKind::paper_withdrawn && is_same_paper(told, found);
    });
  }

  bool knows_count(const Event& found) {
    return use([&](const Event& told) {
      return told.kind == EventKind::count_changed && told.source == found.source &&
             (told.visit == found.visit ||
              (told.count->basis == found.count->basis && told.count->after == found.count->after));
    });
  }

  bool knows_change(const Event& found, const Change& change) {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& told = events_[i];
      if (told.at <= from_ || !is_same_paper(told, found) || used_.contains({i, change.field}))
        continue;
      for (const Change& other : told.changes) {
        const bool is_this =
            other.field == change.field && (told.visit == found.visit || same_value(other, change));
        if (!is_this) continue;
        used_.insert({i, change.field});
        return true;
      }
    }
    return false;
  }

  const std::vector<Event>& events_;
  Time from_;
  std::set<std::pair<std::size_t, std::string>> used_;
};

bool is_about_listing(EventKind kind) {
  return kind <= EventKind::count_changed;
}

}  // namespace

std::vector<Event> missed_events(std::vector<Event> found, const std::vector<Event>& told_events,
                                 Time from) {
  Told told(told_events, from);
  std::vector<Event> missed;
  for (Event& event : found) {
    if (event.baseline || !is_about_listing(event.kind)) continue;
    told.take_known(event);
    const bool is_mere_change = event.kind == EventKind::paper_changed;
    if (is_mere_change ? event.changes.empty() : told.knows(event)) continue;
    missed.push_back(std::move(event));
  }
  return missed;
}

}  // namespace paperwatch
