// SPDX-License-Identifier: MIT
// The words of the field: what travels between the floors. Plain values, no behaviour
// beyond equality; safe to copy between threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace paperwatch {

// Wall time, UTC, milliseconds since 1970.
using Time = std::chrono::sys_time<std::chrono::milliseconds>;
using Duration = std::chrono::milliseconds;

// Ids only grow and are never used again; 0 means "not stored yet".
using PaperId = std::int64_t;
using VisitId = std::int64_t;
using EventId = std::int64_t;
using DeliveryId = std::int64_t;

// What a field holds: text, a list of texts (authors, subjects), or a number (year).
using Value = std::variant<std::string, std::vector<std::string>, std::int64_t>;
// A record's fields by name. A field that was not found is absent, never empty.
using Fields = std::map<std::string, Value, std::less<>>;

// A text field's text, or "" where it is absent or of another type.
std::string_view text_of(const Fields& fields, std::string_view name);
// A list field's elements, or none.
const std::vector<std::string>& list_of(const Fields& fields, std::string_view name);
// A number, where the field is one.
std::optional<std::int64_t> number_of(const Fields& fields, std::string_view name);

// One sighting of a paper on a page, as extracted.
struct Record {
  Fields fields;
  bool operator==(const Record&) const = default;
};

// How many records there are, as a page says or a visit found.
enum class CountKind { exact, at_least, about };
struct Count {
  CountKind kind = CountKind::exact;
  std::int64_t value = 0;
  bool operator==(const Count&) const = default;
};

// What a visit proved.
enum class Outcome { complete, unchanged, partial, quarantined, failed };

// Which trouble ended or limited a visit. `code` as in Error::code.
struct Problem {
  std::string code;
  std::string message;
  std::string hint;
  bool operator==(const Problem&) const = default;
};

// Whether complete and unchanged are asked about: both prove absence.
constexpr bool proves_absence(Outcome outcome) {
  return outcome == Outcome::complete || outcome == Outcome::unchanged;
}
// Whether a visit's records became part of what is known.
constexpr bool is_applied(Outcome outcome) {
  return outcome != Outcome::quarantined && outcome != Outcome::failed;
}

enum class EventKind {
  paper_new,
  paper_changed,
  paper_withdrawn,
  paper_removed,
  paper_returned,
  count_changed,
  source_broken,
  source_unreachable,
  source_stale,
  source_recovered
};

struct Change {
  std::string field;
  std::optional<Value> before, after;  // nothing: the field was, or is, absent
  bool operator==(const Change&) const = default;
};

struct CountChange {
  Count before, after;
  enum class Basis { stated, observed } basis = Basis::stated;
  bool operator==(const CountChange&) const = default;
};

// A paper as events, feeds and messages name it.
struct PaperSummary {
  PaperId id = 0;
  std::string key;  // the key under which it first entered; permanent
  std::string title, url;
  std::vector<std::string> authors, subjects;
  std::optional<std::int64_t> year;
  bool operator==(const PaperSummary&) const = default;
};

struct Event {
  EventId id = 0;
  EventKind kind = EventKind::paper_new;
  std::string source;
  VisitId visit = 0;
  Time at{};
  bool baseline = false;
  bool late = false;  // found afterwards by a replay; `at` is when its page was captured
  std::optional<PaperSummary> paper;  // paper_* only
  std::vector<Change> changes;        // paper_changed, _withdrawn, _returned
  std::optional<CountChange> count;   // count_changed only
  std::vector<std::string> also;      // other sources that list the paper
  std::string message;                // one line for a reader
  bool operator==(const Event&) const = default;
};

enum class Health { fresh, ok, broken, unreachable, stale };

// The names used in JSON, YAML and the database. `parse_*` answers nothing for an unknown name.
std::string_view name_of(CountKind kind);
std::string_view name_of(Outcome outcome);
std::string_view name_of(EventKind kind);
std::string_view name_of(Health health);  // fresh is written "new"
std::string_view name_of(CountChange::Basis basis);
std::optional<CountKind> parse_count_kind(std::string_view name);
std::optional<Outcome> parse_outcome(std::string_view name);
std::optional<EventKind> parse_event_kind(std::string_view name);
std::optional<Health> parse_health(std::string_view name);

}  // namespace paperwatch
