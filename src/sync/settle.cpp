// SPDX-License-Identifier: MIT
#include "sync/settle.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/url.hpp"
#include "core/counts.hpp"
#include "core/freshness.hpp"
#include "core/health.hpp"
#include "core/stored_fields.hpp"
#include "core/visit_times.hpp"
#include "render/text.hpp"
#include "sync/facts.hpp"
#include "sync/freshness.hpp"
#include "sync/tracking.hpp"

namespace paperwatch {

namespace {

struct OldReading {
  ReadPages pages;
  std::vector<Sighting> sightings;
  Identities identities;
};

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Fields that most records had and none has now. What is rare may be absent for a day.
std::vector<std::string> vanished_fields(const Yardstick& before, const VisitFacts& visit) {
  std::vector<std::string> fields;
  for (const auto& [field, share] : before.fill) {
    const auto found = visit.found.find(field);
    const bool is_there = found != visit.found.end() && found->second > 0;
    const bool is_field = !field.starts_with("(");
    if (is_field && share > 0.5 && visit.records > 0 && !is_there) fields.push_back(field);
  }
  return fields;
}

// Events that cannot be told before others that come first.
class HeldNews : public NewsListener {
 public:
  void expect(bool /*brings_new*/) override {}
  void tell(std::vector<Event> events, const std::map<PaperId, Fields>& papers) override {
    std::move(events.begin(), events.end(), std::back_inserter(events_));
    papers_.insert(papers.begin(), papers.end());
  }
  void release(NewsListener& listener) { listener.tell(std::exchange(events_, {}), papers_); }

 private:
  std::vector<Event> events_;
  std::map<PaperId, Fields> papers_;
};

class Settlement : private NewsListener {
 public:
  Settlement(ReadVisit visit, const SettleContext& context)
      : visit_(std::move(visit)),
        source_(*visit_.source),
        context_(context),
        store_(context.store),
        recall_(store_, source_.id, context.router.sources()),
        memory_(store_.source(source_.id)),
        rules_(std::move(visit_.rules)) {
    if (context.stored) row_ = *context.stored;
    row_.source = source_.id;
    row_.started = visit_.started;
    row_.finished = context.now;
    row_.requests += visit_.requests;
    row_.full = visit_.full;
    if (context.is_accepted) row_.review = Review::accepted;
  }

  VisitReport run() {
    if (visit_.failure) {
      row_.outcome = visit_.unreadable ? Outcome::quarantined : Outcome::failed;
      row_.problem = visit_.failure;
      if (context_.stored) return {row_, {}};
      row_.id = store_.insert_visit(row_);
      if (visit_.unreadable) keep_evidence();
      return finish();
    }
    sightings_ = sightings_of(visit_.readings, visit_.reader->listing(), *visit_.aside, store_);
    const bool rules_changed = memory_.baseline_done && memory_.rules != rules_;
    const bool must_reread = rules_changed || memory_.identities_changed;
    if (must_reread) {
      for (auto& sighting : sightings_) sighting.repeats = 0;
    }
    facts_ = facts_of(visit_, sightings_, distinct_papers());
    const auto judgement = judged(rules_changed);
    row_.outcome = judgement.outcome;
    row_.problem = judgement.problem;
    row_.pages = facts_.pages;
    row_.records = facts_.records;
    row_.papers = facts_.papers;
    row_.stated = facts_.stated;
    row_.observed = Count{proves_absence(row_.outcome) ? CountKind::exact : CountKind::at_least,
                          static_cast<std::int64_t>(facts_.papers)};
    if (context_.stored && !is_applied(row_.outcome)) return {row_, {}};
    store_row();
    if (!is_applied(row_.outcome)) {
      // What `review` looks at.
      keep_evidence();
      return finish();
    }

    const bool is_comparable = !must_reread || reread(rules_changed);
    apply(is_comparable);
    return finish();
  }

 private:
  void store_row() {
    if (context_.stored)
      store_.update_visit(row_);
    else
      row_.id = store_.insert_visit(row_);
  }

  // Like is compared with like: with what today's rules make of the last visit's pages.
  Judgement judged(bool rules_changed) {
    if (context_.is_accepted) return judge_accepted(facts_);
    if (!rules_changed) return judge(facts_, memory_, source_.track, source_.pages, true);
    SourceMemory before = memory_;
    const OldReading& old = old_reading();
    const bool comparable = !old.sightings.empty();
    const std::size_t papers = old.identities.papers.size();
    if (comparable) before.yardstick = measured(old, papers, papers);
    return judge(facts_, before, source_.track, source_.pages, comparable);
  }

  // Of pages that came unchanged the papers are known.
  std::size_t distinct_papers() {
    std::set<PaperId> known;
    for (const auto& sighting : sightings_) {
      if (!sighting.known) {
        identities_ = identify(sightings_, recall_);
        return identities_->papers.size();
      }
      known.insert(*sighting.known);
    }
    return known.size();
  }

  // Whether a listing that came unchanged leaves nothing to do: the last visit proved all of it,
  // and no paper waits for another visit to be removed or to be told as changed.
  bool confirms_all() {
    return row_.outcome == Outcome::unchanged && !context_.stored && !identities_ &&
           memory_.last_full && memory_.last_full == memory_.last_applied &&
           facts_.papers == memory_.yardstick.papers && !store_.has_open_standings(source_.id);
  }

  Tracked track_sightings(const Visited& visited) {
    confirmed_ = !visited.is_reread && confirms_all();
    if (confirmed_) {
      expect(false);
      Tracked confirmed;
      for (const auto& sighting : sightings_) confirmed.paper_of.push_back(*sighting.known);
      confirmed.tracked = facts_.papers;
      return confirmed;
    }
    if (!identities_) identities_ = identify(sightings_, recall_);
    return track(store_, row_.id, visited, sightings_, std::move(*identities_), recall_,
                 source_.track, *this);
  }

  // Reads the pages of the last applied visit with today's rules and identities. False: they are
  // not to be had; then this visit's records are taken over silently.
  bool reread(bool rules_changed) {
    OldReading& old = old_reading();
    if (old.sightings.empty()) return false;
    Visited visited = visited_now();
    visited.is_reread = true;
    visited.yielded = yielded_before();
    const auto tracked = track(store_, row_.id, visited, old.sightings, std::move(old.identities),
                               recall_, source_.track, reread_news_);
    identities_.reset();
    if (rules_changed) {
      reread_.emplace(tracked.paper_of.begin(), tracked.paper_of.end());
      memory_.yardstick = yardstick_of(old, tracked);
    } else if (memory_.yardstick.observed) {
      memory_.yardstick.observed = measured(old, tracked).observed;
    }
    return true;
  }

  // The last applied visit's pages, read once with today's rules. Without sightings they are gone,
  // or these rules find nothing in them.
  OldReading& old_reading() {
    if (old_) return *old_;
    old_.emplace();
    old_->pages = read_archived_pages();
    std::vector<std::size_t> order(old_->pages.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    old_->sightings = sightings_of(old_->pages, order, *visit_.aside, store_);
    // Pages of several visits: what stands in front was read last, and the last reading counts.
    if (memory_.last_full != memory_.last_applied) {
      for (auto& sighting : old_->sightings)
        sighting.reading = static_cast<int>(old_->pages.size()) - sighting.reading;
    }
    old_->identities = identify(old_->sightings, recall_);
    return *old_;
  }

  // The papers that the pages of the last applied visit were when they were new. What was parted
  // since was one then.
  std::set<PaperId> yielded_before() {
    std::set<PaperId> papers;
    for (const auto& page : store_.pages(source_.id)) {
      for (const PaperId paper : page.papers) papers.insert(store_.current(paper));
    }
    if (!memory_.identities_changed) return papers;
    for (const auto& paper : store_.known(source_.id, {papers.begin(), papers.end()}))
      papers.insert(paper.apart.begin(), paper.apart.end());
    return papers;
  }

  ReadPages read_archived_pages() {
    ReadPages pages;
    for (const auto& page : store_.pages(source_.id)) {
      const auto body = store_.archived(page.body_hash);
      if (!body) return {};
      auto listing = visit_.extractor->extract({*body, page.final_url, {}});
      if (!listing) return {};
      ReadPage read;
      read.number = page.number;
      read.url = page.url;
      read.final_url = page.final_url;
      add_listing(read, std::move(*listing), source_, *visit_.aside);
      pages.push_back(std::move(read));
    }
    return pages;
  }

  static Yardstick measured(const OldReading& old, std::size_t papers, std::size_t tracked) {
    const VisitFacts facts = facts_of_pages(old.pages, old.sightings, papers);
    return measure({}, facts, Outcome::complete, false, tracked);
  }

  static Yardstick measured(const OldReading& old, const Tracked& tracked) {
    const std::set<PaperId> papers(tracked.paper_of.begin(), tracked.paper_of.end());
    return measured(old, papers.size(), tracked.tracked);
  }

  Yardstick yardstick_of(const OldReading& old, const Tracked& tracked) const {
    Yardstick yardstick = measured(old, tracked);
    yardstick.depth = memory_.yardstick.depth;
    yardstick.reached_end = memory_.yardstick.reached_end;
    // Pages of several visits state the totals of several days.
    if (memory_.last_full != memory_.last_applied) {
      yardstick.stated = memory_.yardstick.stated;
      yardstick.stated_page = memory_.yardstick.stated_page;
    }
    return yardstick;
  }

  Visited visited_now() const {
    Visited visited;
    visited.source = source_.id;
    visited.at = context_.now;
    return visited;
  }

  void apply(bool is_comparable) {
    Visited visited = visited_now();
    visited.proves_absence = proves_absence(row_.outcome);
    visited.is_baseline =
        !memory_.baseline_done && source_.track.baseline == TrackRules::Baseline::silent;
    visited.known_depth = memory_.yardstick.reached_end ? 0 : memory_.yardstick.depth;
    visited.is_reread = !is_comparable;
    visited.reread = reread_;
    // What rereading found new is known by now.
    const auto tracked = track_sightings(visited);

    const bool limited = row_.outcome == Outcome::partial && !row_.problem;
    const Yardstick before = is_comparable ? memory_.yardstick : Yardstick{};
    const CountFacts counts{row_.outcome, limited, facts_.stated, tracked.tracked, tracked.merged};
    const auto change = count_change(before, counts, source_.track);
    if (change) {
      Event event = source_event(EventKind::count_changed);
      event.count = change;
      tell({event}, {});
    }
    // An accepted visit is the yardstick whatever its outcome.
    memory_.yardstick =
        measure(before, facts_, row_.outcome, context_.is_accepted, tracked.tracked);
    if (change) note_told(memory_.yardstick, *change);
    if (!pages_stand()) remember_pages(tracked);
    if (!repeats_known_pages()) keep_evidence();
    remember_source(limited);
    note_rules(tracked, before);
  }

  Event source_event(EventKind kind) const {
    Event event;
    event.kind = kind;
    event.source = source_.id;
    event.at = context_.now;
    return event;
  }

  // Whether the pages are remembered as they are, validators too.
  bool pages_stand() const {
    const auto& listing = visit_.reader->listing();
    return confirmed_ && !broke_off() &&
           std::all_of(listing.begin(), listing.end(), [&](std::size_t index) {
             const ReadPage& read = visit_.readings[index];
             return read.memory && read.validators == read.memory->validators;
           });
  }

  // Validators go with the content they stand for. Pages that this visit did not reach keep theirs
  // unless the listing is known to have ended before them.
  void remember_pages(const Tracked& tracked) {
    const auto stored = store_.pages(source_.id);
    std::map<int, PageMemory> pages;
    const bool are_current = memory_.rules == rules_ && !memory_.identities_changed;
    if (!proves_absence(row_.outcome) && are_current) {
      for (const auto& page : stored)
        pages.emplace(page.number, without_records(page, tracked.written));
    }
    std::set<int> fresh;
    std::size_t next_sighting = 0;
    for (const std::size_t index : visit_.reader->listing()) {
      ReadPage& read = visit_.readings[index];
      PageMemory page = read.memory ? *read.memory : page_memory(read);
      const std::size_t count = read.record_count;
      page.papers.assign(
          tracked.paper_of.begin() + static_cast<std::ptrdiff_t>(next_sighting),
          tracked.paper_of.begin() + static_cast<std::ptrdiff_t>(next_sighting + count));
      if (!tracked.as_shown.empty()) note_records(page, read, tracked, next_sighting);
      next_sighting += count;
      // What is known of a page stays until it arrives whole.
      if (is_cut(read)) continue;
      page.number = read.number;
      page.validators = read.validators;
      if (!read.memory && are_current) read.memory = known_page(page, stored, tracked);
      if (read.memory) {
        page.body_hash = read.memory->body_hash;
        page.seen_hash = read.body_hash == page.body_hash ? "" : read.body_hash;
      }
      // The listing's order puts the newest reading of a page first.
      if (fresh.insert(read.number).second) pages.insert_or_assign(read.number, std::move(page));
    }
    std::vector<PageMemory> list;
    for (auto& [number, page] : pages) {
      // Pages of several visits are no listing: what broke off is read whole the next time, so
      // that no 304 can put an old page beside a new one.
      if (broke_off()) page.validators = {};
      list.push_back(std::move(page));
    }
    if (list == stored) return;
    for (const auto& page : stored) store_.shown_until(page.body_hash, context_.now);
    store_.replace_pages(source_.id, list);
  }

  // Of which records their hash is enough the next time. One of a page that came unchanged may not
  // be all any more that is known of its paper. `first`: the page's first sighting.
  void note_records(PageMemory& page, const ReadPage& read, const Tracked& tracked,
                    std::size_t first) const {
    if (!read.memory) {
      page.records.assign(read.record_count, 0);
      for (std::size_t i = 0; i < read.record_count; ++i)
        page.records[i] = sightings_[first + i].hash;
    }
    for (std::size_t i = 0; i < page.records.size(); ++i) {
      const bool is_same = !read.memory || read.memory->papers[i] == page.papers[i];
      if (!is_same || !tracked.as_shown[first + i]) page.records[i] = 0;
    }
  }

  // A page that the visit did not reach: what it showed is no longer all that is known of papers
  // that were seen elsewhere.
  static PageMemory without_records(PageMemory page, const std::unordered_set<PaperId>& papers) {
    for (std::size_t i = 0; i < page.records.size() && i < page.papers.size(); ++i) {
      if (papers.contains(page.papers[i])) page.records[i] = 0;
    }
    return page;
  }

  // What is remembered of a page that was read anew, if it showed that again: the same papers, none
  // of which changed, whatever else stands on it.
  static std::optional<PageMemory> known_page(const PageMemory& page,
                                              const std::vector<PageMemory>& stored,
                                              const Tracked& tracked) {
    const auto before = std::find_if(stored.begin(), stored.end(), [&](const PageMemory& known) {
      return known.number == page.number;
    });
    if (before == stored.end() || !shows_the_same(page, *before)) return std::nullopt;
    const bool is_written = std::any_of(page.papers.begin(), page.papers.end(),
                                        [&](PaperId id) { return tracked.written.contains(id); });
    return is_written ? std::nullopt : std::optional(*before);
  }

  bool broke_off() const { return row_.problem && row_.problem->code != "count_mismatch"; }

  void remember_source(bool limited) {
    memory_.baseline_done = true;
    memory_.last_applied = context_.now;
    if (proves_absence(row_.outcome) || (limited && visit_.full)) memory_.last_full = context_.now;
    memory_.identities_changed = false;
    memory_.rules = rules_;
    memory_.url = source_.url;
    memory_.moved_to = visit_.readings.empty() ? "" : visit_.readings.front().moved_to;
  }

  // A page that came unchanged tells nothing new of the rules: what was noted of it stands.
  void note_rules(const Tracked& tracked, const Yardstick& before) {
    const auto known = memory_.notes;
    if (reads_first_page(visit_)) memory_.notes = notes_of(visit_);
    std::vector<std::string> troubles = selectors_noted(memory_.notes);
    for (const auto& field : tracked.lost_fields) {
      troubles.push_back(
          fmt::format("{}: most records lost it at once; the old values are kept", field));
      if (!has(memory_.notes, troubles.back())) memory_.notes.push_back(troubles.back());
    }
    for (auto& trouble : troubles) {
      if (!before.fill.empty() && !has(known, trouble)) warnings_.push_back(std::move(trouble));
    }
    for (const auto& field : vanished_fields(before, facts_)) {
      if (!has(tracked.lost_fields, field))
        warnings_.push_back(
            fmt::format("{}: no record has it any more, most had it before", field));
    }
  }

  // Whether the evidence of the applied visit before this one, which meant to read as much, is this
  // one's too.
  bool repeats_known_pages() const {
    const bool meant_as_much = !row_.full || memory_.last_full == memory_.last_applied;
    return meant_as_much && !row_.problem &&
           std::all_of(visit_.readings.begin(), visit_.readings.end(),
                       [](const ReadPage& read) { return read.memory.has_value(); });
  }

  // Of a page that showed what was known the body is archived already.
  void keep_evidence() {
    if (context_.stored) return;
    store_.insert_evidence(row_.id, evidence_of(visit_));
    for (const auto& read : visit_.readings) {
      if (!read.memory && read.body.size > 0)
        store_.archive(read.body_hash, visit_.aside->body(read.body), context_.now);
    }
  }

  // ---- events, in the order in which they are told

  // Before the first new paper silence counts from the baseline. Troubles come first, and
  // recoveries before the news they bring.
  void expect(bool brings_new) override {
    if (!memory_.last_new || brings_new) memory_.last_new = context_.now;
    tell_troubles();
    reread_news_.release(*this);
  }

  // Troubles that begin or end with this visit.
  void tell_troubles() {
    std::vector<Event> events;
    const auto add = [&](EventKind kind, const std::string& detail) {
      Event& event = events.emplace_back(source_event(kind));
      event.message = message_of(event, detail);
    };
    const auto health = next_health(memory_, row_.outcome, visit_.requests > 0);
    if (health) add(*health, row_.problem ? row_.problem->message : std::string());
    if (is_applied(row_.outcome)) {
      // What recovers from two troubles at once recovers once.
      const auto freshness = next_freshness(memory_, stale_from(source_, memory_), context_.now);
      if (freshness && freshness != health)
        add(*freshness, freshness_detail(*freshness, source_.expect, *memory_.last_new));
    }
    tell(std::move(events), {});
  }

  void tell(std::vector<Event> events, const std::map<PaperId, Fields>& papers) override {
    for (auto& event : events) {
      event.visit = row_.id;
      event.late = context_.late.has_value();
      if (event.message.empty()) event.message = message_of(event);
    }
    for (auto& event : store_.insert_events(std::move(events))) {
      if (event.baseline) {
        ++row_.baseline;
        continue;
      }
      queue(event, papers);
      told_.push_back(std::move(event));
    }
  }

  void queue(const Event& event, const std::map<PaperId, Fields>& papers) {
    static const Fields none;
    const auto paper = event.paper ? papers.find(event.paper->id) : papers.end();
    const Fields& fields = paper == papers.end() ? none : paper->second;
    const Time now = context_.late.value_or(context_.now);
    for (const auto& delivery : context_.router.route(event, fields, now))
      store_.queue(event, delivery);
  }

  // ---- what stays of the visit

  VisitReport finish() {
    if (!is_applied(row_.outcome)) tell_troubles();
    remember_visit();
    store_.save(memory_);
    store_.update_visit(row_);
    return {row_, std::move(told_), std::move(warnings_)};
  }

  void remember_visit() {
    memory_.source = source_.id;
    const bool is_newest = !context_.stored || memory_.last_visit == row_.started;
    if (is_newest) {
      memory_.last_outcome = row_.outcome;
      memory_.problem = row_.problem;
    }
    if (context_.stored) return;
    ++memory_.visits;
    memory_.last_visit = row_.started;
    memory_.next_visit = next_visit(source_, row_.started, context_.now);
  }

  ReadVisit visit_;
  const Source& source_;
  const SettleContext& context_;
  Store& store_;
  Recall recall_;
  SourceMemory memory_;
  std::string rules_;
  VisitRow row_;
  VisitFacts facts_;
  std::vector<Sighting> sightings_;
  std::optional<OldReading> old_;
  std::optional<std::set<PaperId>> reread_;  // by new rules, on old pages
  HeldNews reread_news_;
  std::optional<Identities> identities_;  // nothing where all is known, or after a reading anew
  bool confirmed_ = false;                // nothing to do: everything is as the last visit proved
  std::vector<Event> told_;               // but those of the baseline
  std::vector<std::string> warnings_;
};

}  // namespace

VisitReport settle_within(ReadVisit visit, const SettleContext& context) {
  return Settlement(std::move(visit), context).run();
}

VisitReport settle(ReadVisit visit, const SettleContext& context) {
  Store::Transaction transaction(context.store);
  VisitReport report = settle_within(std::move(visit), context);
  if (!context.dry_run) transaction.commit();
  return report;
}

bool shows_news(const Source& source, const Listing& listing, const std::string& page_url,
                Store& store) {
  std::vector<Sighting> sightings;
  for (const auto& record : listing.records) {
    sightings.push_back({1, 0, page_url, as_stored(record.fields),
                         keys_of(record.fields, source.extract->key_from, source.id),
                         std::nullopt});
  }
  const std::vector<std::string> nobody;
  Recall memory(store, source.id, nobody);
  memory.read_ahead(sightings);
  auto identities = identify(sightings, memory);
  follow_changed_links(identities, sightings, memory, false);
  Visited visited;
  visited.source = source.id;
  return !difference(visited, identities, sightings, memory, {}, source.track).events.empty();
}

}  // namespace paperwatch
