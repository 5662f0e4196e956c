// SPDX-License-Identifier: MIT
#include "sync/rehearsal.hpp"

#include <utility>

#include <fmt/format.h>

#include "sync/archived_visit.hpp"
#include "sync/settle.hpp"

namespace paperwatch {

Rehearsal::Rehearsal(Store& store, const Source& source, const Extractor& extractor)
    : store_(store), source_(source), extractor_(extractor), silent_(Config{}) {}

std::vector<Rehearsed> Rehearsal::run(const std::vector<VisitRow>& visits, std::size_t first,
                                      std::vector<std::string>& notes) {
  std::vector<Rehearsed> done;
  for (std::size_t i = first; i < visits.size(); ++i) {
    const VisitRow& row = visits[i];
    const auto pages = archived_pages(store_, store_.reader_of(row).value_or(row.id));
    if (!pages) {
      notes.push_back(fmt::format("visit {} was left out: {}", row.id, pages.error().message));
      continue;
    }
    done.push_back(read(row, *pages));
    if (done.size() == 1) done.back().report.events.clear();
  }
  return done;
}

Rehearsed Rehearsal::read(const VisitRow& row, const std::vector<ArchivedPage>& pages) {
  Store& scratch = *scratch_;
  VisitRun visit(
      source_, extractor_,
      {scratch.source(source_.id), scratch.pages(source_.id), scratch_.folder(), row.full},
      row.started);
  SettleContext context{scratch, silent_, row.finished};
  context.is_accepted = row.review == Review::accepted;
  Rehearsed done{row, settle(read_again(pages, std::move(visit), scratch), context), {}};
  done.report.visit.id = row.id;
  done.report.visit.requests = row.requests;
  for (auto& event : done.report.events) {
    event.visit = row.id;
    if (!event.paper) continue;
    for (auto& paper : scratch.known(source_.id, {event.paper->id}))
      done.papers.insert_or_assign(event.paper->id, std::move(paper));
  }
  return done;
}

std::optional<KnownPaper> Rehearsal::now(PaperId paper) {
  Store& scratch = *scratch_;
  auto found = scratch.known(source_.id, {scratch.current(paper)});
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

}  // namespace paperwatch
