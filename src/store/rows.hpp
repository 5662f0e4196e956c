// SPDX-License-Identifier: MIT
// Reading rows of several tables that more than one part of the store needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <paperwatch/store.hpp>

#include "store/sqlite.hpp"

namespace paperwatch {

// Which papers became part of others, now or as it was at a moment. Merges are few: all are read.
class Merges {
 public:
  explicit Merges(sqlite::Database& db, std::optional<Time> as_of = std::nullopt);

  PaperId current(PaperId paper) const;
  // The paper itself, then all that became part of it, oldest first.
  std::vector<PaperId> family(PaperId paper) const;

 private:
  std::unordered_map<PaperId, PaperId> into_;
  std::unordered_map<PaperId, std::vector<PaperId>> gone_;  // by what they finally became
};

// Which papers a person parted, by what they are now. Few: all are read.
class Partings {
 public:
  Partings(sqlite::Database& db, const Merges& merges);
  std::vector<PaperId> from(PaperId paper) const;

 private:
  std::unordered_map<PaperId, std::vector<PaperId>> apart_;
};

// Follows merges for a single paper.
PaperId current_paper(sqlite::Database& db, PaperId paper);

struct NewestVersion {
  std::int64_t number = 0;  // 0: none yet
  Fields fields;
};
NewestVersion newest_version(sqlite::Database& db, PaperId paper);

struct StandingRow {
  Standing standing;
  Time first_seen{}, last_seen{};
};
// `newest`: the paper's newest version where it was read already: mostly that is what is shown.
std::optional<StandingRow> read_standing(sqlite::Database& db, std::string_view source,
                                         PaperId paper, const NewestVersion& newest = {});
// `newest`: the paper's newest version, against which the fields are stored.
void write_standing(sqlite::Database& db, std::string_view source, PaperId paper,
                    const StandingRow& row, const NewestVersion& newest);
// Notes that a paper's state in a source became another, for questions about the past.
void write_standing_change(sqlite::Database& db, std::string_view source, PaperId paper, Time at,
                           const StandingRow& row, VisitId visit);

// In the past a paper had this state in a source that shows the other of two parted papers.
inline constexpr const char* parted_state = "parted";

// When the source's newest visit that proves absence ended, at or before `as_of`, if there was one.
std::optional<Time> last_proof(sqlite::Database& db, std::string_view source,
                               std::optional<Time> as_of = std::nullopt,
                               std::optional<VisitId> before = std::nullopt);

// Rows of papers refer to this visit from now on: it stays.
void note_written(sqlite::Database& db, VisitId visit);

// NULL for 0: references are to rows or to nothing.
std::optional<std::int64_t> reference(std::int64_t id);

// The columns that read_event() wants, in its order.
extern const char* const event_columns;
Event read_event(const sqlite::Rows& row);

}  // namespace paperwatch
