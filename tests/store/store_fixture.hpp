// SPDX-License-Identifier: MIT
// A folder of its own for each test, and papers in few words.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <paperwatch/store.hpp>

#include "support/temp_dir.hpp"

namespace paperwatch::test {

// Minutes after some morning.
inline Time minute(int n) {
  return Time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 30)) + std::chrono::hours(9) +
         std::chrono::minutes(n);
}

inline Fields titled(const std::string& title) {
  return {{"title", title}};
}

inline PaperWrite new_paper(const std::string& key, const Fields& fields,
                            std::vector<std::string> more_keys = {}) {
  PaperWrite write;
  write.key = key;
  write.new_keys = std::move(more_keys);
  write.version = fields;
  write.here.fields = fields;
  return write;
}

inline PaperWrite seen_again(PaperId paper, const Fields& fields, bool changed) {
  PaperWrite write;
  write.paper = paper;
  if (changed) write.version = fields;
  write.here.fields = fields;
  return write;
}

inline VisitRow visit_at(const std::string& source, Time at, Outcome outcome = Outcome::complete) {
  VisitRow visit;
  visit.source = source;
  visit.started = at;
  visit.finished = at;
  visit.outcome = outcome;
  return visit;
}

inline Event paper_event(EventKind kind, const std::string& source, VisitId visit, Time at,
                         PaperId paper, const std::string& key) {
  Event event;
  event.kind = kind;
  event.source = source;
  event.visit = visit;
  event.at = at;
  event.paper = PaperSummary{
      .id = paper, .key = key, .title = key, .url = {}, .authors = {}, .subjects = {}, .year = {}};
  return event;
}

// One visit of `source` at `at` that shows `papers`, committed.
inline std::vector<PaperId> show(Store& store, const std::string& source, Time at,
                                 const std::vector<PaperWrite>& papers) {
  Store::Transaction transaction(store);
  const VisitId visit = store.insert_visit(visit_at(source, at));
  auto ids = store.write_papers(visit, source, at, papers);
  transaction.commit();
  return ids;
}

// One visit that did not list `paper`.
inline void miss(Store& store, const std::string& source, Time at, PaperId paper,
                 ListingState state, int missed) {
  Store::Transaction transaction(store);
  const VisitId visit = store.insert_visit(visit_at(source, at));
  store.write_absences(visit, source, {{paper, state, missed, at}});
  transaction.commit();
}

}  // namespace paperwatch::test
