// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/review.hpp>

#include "core/review_spans.hpp"
#include "sync/archived_visit.hpp"
#include "sync/lease.hpp"
#include "sync/router.hpp"
#include "sync/settle.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

// The newest visit of each source that became part of what is known.
VisitId last_applied(Store& store, const std::string& source) {
  for (const auto& visit : store.visits(source, std::nullopt, all)) {
    if (is_applied(visit.outcome)) return visit.id;
  }
  return 0;
}

Result<VisitRow> quarantined_visit(Store& store, VisitId id) {
  const auto visit = store.visit(id);
  if (!visit) return fail("usage", fmt::format("no visit {}", id), "see `paperwatch review`");
  if (visit->outcome == Outcome::quarantined) return *visit;
  if (visit->review == Review::accepted)
    return fail("usage", fmt::format("visit {} has been accepted already", id));
  return fail("usage",
              fmt::format("visit {} of {} was {}, not quarantined", id, visit->source,
                          name_of(visit->outcome)),
              "see `paperwatch review`");
}

Result<VisitRow> acceptable_visit(Store& store, const Config& config, VisitId id) {
  auto visit = quarantined_visit(store, id);
  if (!visit) return visit;
  if (!config.find(visit->source)) {
    return fail("usage",
                fmt::format("source {} of visit {} is no longer configured", visit->source, id),
                "its pages cannot be read without its rules");
  }
  if (const auto newer = last_applied(store, visit->source); newer > id) {
    return fail("usage",
                fmt::format("visit {} is of the past: visit {} of {} was applied after it", id,
                            newer, visit->source),
                fmt::format("`paperwatch replay {}` shows what was missed", visit->source));
  }
  return visit;
}

// Where a paper stands, or stood: what is listed there has to be identified anew.
std::vector<std::string> sources_of(const PaperHistory& history) {
  std::vector<std::string> sources;
  for (const auto& row : history.listed) sources.push_back(row.source);
  return sources;
}

void identify_anew(Store& store, const std::vector<std::string>& sources) {
  for (const auto& source : sources) {
    auto memory = store.source(source);
    memory.identities_changed = true;
    store.save(memory);
  }
}

// Of `visits`, the oldest first, those that met the same breakage as `last`, one after the other up
// to it.
std::vector<VisitRow> same_until(const std::vector<VisitRow>& visits, const VisitRow& last) {
  std::vector<VisitRow> same;
  for (const auto& visit : visits) {
    if (visit.source != last.source || visit.id > last.id) continue;
    if (!is_same_breakage(visit, last))
      same.clear();
    else
      same.push_back(visit);
  }
  return same;
}

Result<PaperHistory> paper_history(Store& store, PaperId paper) {
  auto history = store.history(store.current(paper));
  if (!history) return fail("usage", fmt::format("no paper {}", paper));
  return std::move(*history);
}

}  // namespace

std::vector<VisitRow> open_reviews(Store& store) {
  auto visits = store.visits(std::nullopt, Outcome::quarantined, all);
  std::map<std::string, VisitId> applied;
  std::erase_if(visits, [&](const VisitRow& visit) {
    const auto [last, is_new] = applied.try_emplace(visit.source);
    if (is_new) last->second = last_applied(store, visit.source);
    return visit.review != Review::open || visit.id < last->second;
  });
  std::reverse(visits.begin(), visits.end());
  return visits;
}

Result<VisitReport> accept(Store& store, const Config& config, VisitId id, Time now) {
  const auto asked = acceptable_visit(store, config, id);
  if (!asked) return fail(asked.error());
  const auto lease = Lease::of(store, {asked->source});
  if (!lease) return fail(lease.error());
  // Asked again now that nobody else can visit or accept.
  const auto visit = acceptable_visit(store, config, id);
  if (!visit) return fail(visit.error());

  const Source& source = *config.find(visit->source);
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  if (!extractor) return fail("config", faults.front().message, faults.front().hint);
  const auto pages = archived_pages(store, id);
  if (!pages) return fail(pages.error());
  VisitRun run(
      source, *extractor,
      {store.source(source.id), store.pages(source.id), config.database.parent_path(), visit->full},
      visit->started);
  ReadVisit read = read_again(*pages, std::move(run), store);
  if (read.failure) {
    return fail(
        "usage",
        fmt::format("visit {} cannot be read with today's rules: {}", id, read.failure->message),
        read.failure->hint);
  }
  const Router router(config);
  SettleContext context{store, router, now};
  context.stored = &*visit;
  context.is_accepted = true;
  return settle(std::move(read), context);
}

Result<Done> reject(Store& store, VisitId id) {
  Store::Transaction transaction(store);
  auto visit = quarantined_visit(store, id);
  if (!visit) return fail(visit.error());
  // What met the same breakage before is the same question, and answered with it.
  for (auto& same : same_until(open_reviews(store), *visit)) {
    same.review = Review::rejected;
    store.update_visit(same);
  }
  visit->review = Review::rejected;
  store.update_visit(*visit);
  transaction.commit();
  return Done{};
}

Result<PaperId> merge_papers(Store& store, PaperId a, PaperId b, Time now) {
  const auto left = paper_history(store, a), right = paper_history(store, b);
  if (!left) return fail(left.error());
  if (!right) return fail(right.error());
  const PaperId kept = std::min(left->paper.id, right->paper.id);
  const PaperId gone = std::max(left->paper.id, right->paper.id);
  if (kept == gone) return fail("usage", fmt::format("both are paper {} already", kept));
  std::set<std::string> sources;
  for (const auto* history : {&*left, &*right}) {
    for (auto& source : sources_of(*history)) sources.insert(std::move(source));
  }
  const std::vector<std::string> touched(sources.begin(), sources.end());
  const auto lease = Lease::of(store, touched);
  if (!lease) return fail(lease.error());

  Store::Transaction transaction(store);
  store.merge(0, now, {{kept, gone, ""}});
  identify_anew(store, touched);
  transaction.commit();
  return kept;
}

Result<Parting> split_paper(Store& store, PaperId paper, Time now) {
  const auto history = paper_history(store, paper);
  if (!history) return fail(history.error());
  const auto lease = Lease::of(store, sources_of(*history));
  if (!lease) return fail(lease.error());

  Store::Transaction transaction(store);
  auto parting = store.split(history->paper.id, now);
  if (!parting) {
    return fail("usage", fmt::format("nothing was merged into paper {}", history->paper.id),
                "`paperwatch show` tells of every merge");
  }
  identify_anew(store, parting->sources);
  transaction.commit();
  return std::move(*parting);
}

}  // namespace paperwatch
