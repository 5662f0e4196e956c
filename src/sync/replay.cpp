// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <paperwatch/replay.hpp>

#include "core/missed_events.hpp"
#include "render/text.hpp"
#include "sync/archived_visit.hpp"
#include "sync/lease.hpp"
#include "sync/rehearsal.hpp"
#include "sync/settle.hpp"

namespace paperwatch {

namespace {

// The visits of a source that read something, oldest first, and where the applied ones end. What
// a person rejected is not looked at again.
struct Past {
  std::vector<VisitRow> applied;  // up to the newest applied one, those in quarantine between too
  std::vector<VisitRow> waiting;  // in quarantine since then
  std::size_t first = 0;          // of the applied: what the others are compared with
};

Past past_of(Store& store, const Source& source, const std::optional<Time>& since) {
  auto visits = store.visits(source.id, std::nullopt, std::numeric_limits<std::size_t>::max());
  std::reverse(visits.begin(), visits.end());
  std::erase_if(visits, [](const VisitRow& visit) {
    return visit.outcome == Outcome::failed || visit.review == Review::rejected;
  });
  const auto newest = std::find_if(visits.rbegin(), visits.rend(),
                                   [](const VisitRow& visit) { return is_applied(visit.outcome); });
  Past past;
  past.applied.assign(visits.begin(), newest.base());
  past.waiting.assign(newest.base(), visits.end());
  if (!since) return past;
  std::erase_if(past.waiting, [&](const VisitRow& visit) { return visit.finished < *since; });
  for (std::size_t i = 0; i < past.applied.size(); ++i) {
    if (past.applied[i].finished < *since) past.first = i;
  }
  return past;
}

// Strong keys have one owner; of a title's owners it is the one that this source lists.
PaperId owner_of(Store& store, const Source& source, const std::vector<std::string>& keys) {
  const auto owners = store.owners(keys);
  const auto rank = [](const std::string& key) {
    constexpr std::array<std::string_view, 2> strongest{"doi:", "arxiv:"};
    for (std::size_t i = 0; i < strongest.size(); ++i) {
      if (key.starts_with(strongest[i])) return i;
    }
    return strongest.size();
  };
  auto ordered = keys;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  for (const auto& key : ordered) {
    const auto found = owners.find(key);
    if (found != owners.end() && !key.starts_with("title:")) return found->second.front();
  }
  for (const auto& key : ordered) {
    const auto found = owners.find(key);
    if (found == owners.end()) continue;
    for (const auto& paper : store.known(source.id, found->second)) {
      if (paper.here) return paper.id;
    }
  }
  return 0;
}

class Replay {
 public:
  Replay(Store& store, const Config& config, const Source& source, const Extractor& extractor,
         Time now)
      : store_(store),
        source_(source),
        extractor_(extractor),
        router_(config),
        folder_(config.database.parent_path()),
        now_(now),
        rehearsal_(store, source, extractor) {}

  // Reads only.
  void rehearse(const Past& past) {
    rehearsed_ = rehearsal_.run(past.applied, past.first, report_.notes);
  }

  // Within a Transaction.
  ReplayReport write(const std::vector<VisitRow>& waiting) {
    for (const auto& event : missed()) tell(event);
    for (auto& visit : rehearsed_) report_.visits.push_back(std::move(visit.report));
    for (const auto& row : waiting) apply(row);
    return std::move(report_);
  }

 private:
  // With the ids under which the papers are known.
  std::vector<Event> missed() {
    std::vector<Event> found;
    std::map<EventId, Event> told;
    const auto add = [&](const EventQuery& query) {
      for (auto& event : store_.events(query)) told.insert_or_assign(event.id, std::move(event));
    };
    EventQuery of_source;
    of_source.source = source_.id;
    add(of_source);
    for (auto& visit : rehearsed_) {
      for (auto& event : std::exchange(visit.report.events, {})) {
        if (event.paper) {
          const PaperId rehearsal_id = event.paper->id;
          event.paper->id = owner_of(store_, source_, visit.papers.at(rehearsal_id).keys);
          rehearsal_ids_[event.paper->key] = rehearsal_id;
          EventQuery of_paper;
          of_paper.paper = event.paper->id;
          if (event.paper->id != 0) add(of_paper);
        }
        found.push_back(std::move(event));
      }
    }
    std::vector<Event> known;
    for (auto& [id, event] : told) {
      if (event.paper) event.paper->id = store_.current(event.paper->id);
      known.push_back(std::move(event));
    }
    const Time from = rehearsed_.empty() ? now_ : rehearsed_.front().row.finished;
    return missed_events(std::move(found), known, from);
  }

  Rehearsed& visit_of(const Event& event) {
    return *std::find_if(rehearsed_.begin(), rehearsed_.end(),
                         [&](const Rehearsed& visit) { return visit.row.id == event.visit; });
  }

  void tell(Event event) {
    Rehearsed& visit = visit_of(event);
    Fields content;
    if (event.paper) {
      const PaperId rehearsal_id = rehearsal_ids_.at(event.paper->key);
      const KnownPaper& then = visit.papers.at(rehearsal_id);
      content = then.fields;
      const PaperId paper = write_late(visit.row, event, then, rehearsal_id);
      const auto known = store_.known(source_.id, {paper}).at(0);
      event.paper->id = known.id;
      event.paper->key = known.key;
      event.also = known.others;
    }
    event.late = true;
    event.message = message_of(event);
    event = store_.insert_events({std::move(event)}).at(0);
    for (const auto& delivery : router_.route(event, content, now_)) store_.queue(event, delivery);
    visit.report.events.push_back(std::move(event));
  }

  PaperId write_late(const VisitRow& row, const Event& event, const KnownPaper& then,
                     PaperId rehearsal_id) {
    LateWrite write;
    const auto known = known_as_.find(rehearsal_id);
    write.paper = known != known_as_.end() ? known->second : event.paper->id;
    write.key = then.key;
    write.new_keys = then.keys;
    write.changes = event.changes;
    write.withdrawn = then.withdrawn;
    if (event.kind == EventKind::paper_new) write.fields = then.fields;
    if (event.kind == EventKind::paper_removed) write.state = ListingState::removed;
    if (event.kind == EventKind::paper_new || event.kind == EventKind::paper_returned)
      write.state = ListingState::listed;
    if (const auto now = rehearsal_.now(rehearsal_id); now && now->here) write.here = *now->here;
    const PaperId paper = store_.write_late(row.id, source_.id, row.finished, write);
    known_as_[rehearsal_id] = paper;
    return paper;
  }

  // A visit in quarantine becomes part of what is known if today's rules read it well.
  void apply(const VisitRow& row) {
    const auto pages = archived_pages(store_, row.id);
    if (!pages) {
      report_.notes.push_back(
          fmt::format("visit {} was left out: {}", row.id, pages.error().message));
      return;
    }
    VisitRun run(source_, extractor_,
                 {store_.source(source_.id), store_.pages(source_.id), folder_, row.full},
                 row.started);
    SettleContext context{store_, router_, row.finished};
    context.stored = &row;
    context.late = now_;
    report_.visits.push_back(settle_within(read_again(*pages, std::move(run), store_), context));
  }

  Store& store_;
  const Source& source_;
  const Extractor& extractor_;
  Router router_;
  std::filesystem::path folder_;  // the database's
  Time now_;
  Rehearsal rehearsal_;
  std::vector<Rehearsed> rehearsed_;
  std::map<std::string, PaperId> rehearsal_ids_;  // by permanent key
  std::map<PaperId, PaperId> known_as_;           // written by now
  ReplayReport report_;
};

}  // namespace

Result<ReplayReport> replay(Store& store, const Config& config, const Source& source,
                            const ReplayOptions& options, Time now) {
  const auto lease = Lease::of(store, {source.id});
  if (!lease) return fail(lease.error());
  std::vector<RuleFault> faults;
  const auto extractor = Extractor::compile(source.extract, source.pages, faults);
  if (!extractor) return fail("config", faults.front().message, faults.front().hint);
  const Past past = past_of(store, source, options.since);
  if (past.applied.empty() && past.waiting.empty()) {
    return fail("usage", fmt::format("source {} has no visits to replay", source.id),
                "`paperwatch sync` makes the first");
  }
  Replay replaying(store, config, source, *extractor, now);
  replaying.rehearse(past);
  Store::Transaction transaction(store);
  auto report = replaying.write(past.waiting);
  if (!options.dry_run) transaction.commit();
  return report;
}

}  // namespace paperwatch
