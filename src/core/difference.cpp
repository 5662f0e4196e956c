// SPDX-License-Identifier: MIT
#include "core/difference.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"
#include "core/comparable.hpp"
#include "core/keys.hpp"

namespace paperwatch {

namespace {

bool has_window(const TrackRules& rules) {
  return !std::holds_alternative<std::monostate>(rules.window);
}

bool shows_withdrawal(const Fields& fields) {
  return has_withdrawal_marker(text_of(fields, "title"), text_of(fields, "comments"),
                               text_of(fields, "abstract"));
}

PaperSummary summary(PaperId id, const std::string& key, const Fields& fields) {
  return {id,
          key,
          std::string(text_of(fields, "title")),
          std::string(text_of(fields, "url")),
          list_of(fields, "authors"),
          list_of(fields, "subjects"),
          number_of(fields, "year")};
}

// The paper's newest content with what one source now shows: the fields that this source changed
// win, its others only fill gaps, and what it lost goes unless another source still shows it.
Fields merged(const KnownPaper& paper, const Fields& before, const Fields& shown,
              const std::set<std::string>& shown_elsewhere) {
  Fields out = paper.fields;
  for (const auto& [name, value] : shown) {
    const Value* old_value = find_field(before, name);
    const bool has_changed = old_value && *old_value != value;
    if (has_changed || !out.contains(name)) out.insert_or_assign(name, value);
  }
  for (const auto& [name, value] : before) {
    if (!shown.contains(name) && !shown_elsewhere.contains(name)) out.erase(name);
  }
  return out;
}

// Sources write one title in several ways; between sources only the words count.
bool same_words(std::string_view field, const Value& a, const Value& b) {
  const auto* left = std::get_if<std::string>(&a);
  const auto* right = std::get_if<std::string>(&b);
  if (left && right) return fold_words(*left) == fold_words(*right);
  return same_content(field, &a, &b);
}

// ---- fields that a whole page lost -----------------------------------------------------------

class LostFields {
 public:
  // Of a paper, what the source showed before and what it shows now.
  void add(const Fields& before, const Fields& after) {
    const auto section = std::string(text_of(after, "section"));
    auto& shown = shown_in_[section];
    for (const auto& [name, value] : after) shown.insert(name);
    for (const auto& [name, value] : before) {
      const bool is_lost = !after.contains(name);
      // Whether its new section shows the field is known when all were added.
      if (is_lost && has_moved(before, after))
        ++moved_[{section, name}];
      else
        count(name, 1, is_lost ? 1 : 0);
    }
  }

  // Whether those that lost nothing have to be added before anything is decided: only then do they
  // make a difference.
  bool is_in_question() const {
    return !moved_.empty() ||
           std::any_of(had_and_lost_.begin(), had_and_lost_.end(),
                       [](const auto& counts) { return counts.second.second > 1; });
  }

  // When all were added.
  void decide() {
    for (const auto& [place, papers] : moved_) {
      const auto& [section, name] = place;
      if (shown_in_[section].contains(name)) count(name, papers, papers);
    }
    for (const auto& [name, counts] : had_and_lost_) {
      // More than one in five at once is the rule's failure, not the papers'.
      if (counts.second > 1 && counts.second * 5 > counts.first) fields_.insert(name);
    }
  }

  // Whether a field that is gone from a record is to be taken as still there.
  bool keeps(const std::string& field, const Fields& before, const Fields& after) const {
    return fields_.contains(field) || is_unshown(field, before, after);
  }

  std::vector<std::string> names() const { return {fields_.begin(), fields_.end()}; }

 private:
  void count(const std::string& name, std::size_t had, std::size_t lost) {
    auto& counts = had_and_lost_[name];
    counts.first += had;
    counts.second += lost;
  }

  static bool has_moved(const Fields& before, const Fields& after) {
    return after.contains("section") && text_of(before, "section") != text_of(after, "section");
  }

  // A record that moved to a section where no record shows the field has not lost it.
  bool is_unshown(const std::string& field, const Fields& before, const Fields& after) const {
    if (after.contains(field) || !has_moved(before, after)) return false;
    const auto shown = shown_in_.find(text_of(after, "section"));
    return shown == shown_in_.end() || !shown->second.contains(field);
  }

  std::map<std::string, std::set<std::string>, std::less<>> shown_in_;
  std::map<std::pair<std::string, std::string>, std::size_t> moved_;  // by new section and field
  std::map<std::string, std::pair<std::size_t, std::size_t>> had_and_lost_;
  std::set<std::string> fields_;
};

}  // namespace

// ---- one paper after the other ---------------------------------------------------------------

class Comparison::Parts {
 public:
  Parts(const Visited& visit, const Identities& identities, const std::vector<Sighting>& sightings,
        const Memory& memory, const std::vector<Listed>& listed, const TrackRules& rules)
      : visit_(visit),
        identities_(identities),
        sightings_(sightings),
        memory_(memory),
        listed_(listed),
        rules_(rules) {
    for (const auto& identity : identities_.papers) {
      if (!stands(identity)) look_over(identity);
    }
    // What came unchanged lost nothing; how many papers that are matters only where others did.
    if (lost_.is_in_question()) {
      for (const auto& identity : identities_.papers) {
        if (stands(identity)) look_over(identity);
      }
    }
    lost_.decide();
    out_.lost_fields = lost_.names();
  }

  bool brings_new() const { return brings_new_; }

  void see(std::size_t most) {
    const auto& papers = identities_.papers;
    for (; most > 0 && next_ < papers.size(); --most) see(papers[next_++]);
  }

  void miss() {
    std::unordered_set<PaperId> seen;
    for (const auto& identity : identities_.papers) seen.insert(identity.paper);
    out_.tracked = listed_.size() + added_;
    for (const auto& entry : listed_) {
      if (seen.contains(entry.paper)) continue;
      if (visit_.yielded) {
        if (visit_.yielded->contains(entry.paper)) leave(entry);
      } else if (visit_.proves_absence) {
        miss(entry);
      }
    }
  }

  Difference take() { return std::exchange(out_, {}); }

 private:
  static bool is_tracked(const KnownPaper* paper) {
    return paper && paper->here &&
           (paper->here->state == ListingState::listed ||
            paper->here->state == ListingState::missing);
  }

  // Whether nothing can be said of the paper but that it is as it was: only records that repeat
  // what is known of it show it, and it waits for nothing.
  bool stands(const Identity& identity) const {
    if (visit_.is_reread) return false;
    const auto entry =
        std::lower_bound(listed_.begin(), listed_.end(), identity.paper,
                         [](const Listed& listed, PaperId paper) { return listed.paper < paper; });
    return entry != listed_.end() && entry->paper == identity.paper &&
           entry->state == ListingState::listed && !entry->waits &&
           std::all_of(identity.sightings.begin(), identity.sightings.end(),
                       [&](std::size_t i) { return sightings_[i].repeats == identity.paper; });
  }

  // What is to be known before the first paper is told of.
  void look_over(const Identity& identity) {
    const auto before = memory_.paper(identity.paper);
    const auto shown = last_reading(identity, before.get());
    if (!before || !before->here) {
      brings_new_ |= (before || shown) && !belongs_to_baseline(identity);
    } else {
      // A page that came unchanged shows what it showed.
      const Fields& had = before->here->fields;
      shown ? lost_.add(had, shown->fields()) : lost_.add(had, had);
    }
    if (before) note_new_keys(identity, *before);
  }

  // A key of one owner that another paper has stays with it.
  void note_new_keys(const Identity& identity, const KnownPaper& before) {
    for (const auto& key : identity.keys) {
      if (std::find(before.keys.begin(), before.keys.end(), key) != before.keys.end()) continue;
      const std::string name(key);
      if (name.starts_with("title:") || memory_.owners(name).empty())
        new_keys_[before.id].push_back(name);
    }
  }

  // A paper seen twice with different content: the later reading wins. Nothing: that is a page that
  // came unchanged, so what the source showed last stands.
  std::optional<Shown> last_reading(const Identity& identity, const KnownPaper* before) const {
    const bool has_standing = before && before->here;
    const Sighting* last = nullptr;
    for (const std::size_t i : identity.sightings) {
      const Sighting& sighting = sightings_[i];
      if (sighting.known && !has_standing) continue;
      if (!last || sighting.reading >= last->reading) last = &sighting;
    }
    return last && !last->known ? std::optional(last->shown) : std::nullopt;
  }

  int depth(const Identity& identity) const {
    int page = sightings_[identity.sightings.front()].page;
    for (const std::size_t i : identity.sightings) page = std::min(page, sightings_[i].page);
    return page;
  }

  Event event(EventKind kind, PaperSummary paper, const KnownPaper* before) const {
    Event event;
    event.kind = kind;
    event.source = visit_.source;
    event.at = visit_.at;
    event.paper = std::move(paper);
    if (before) event.also = before->others;
    return event;
  }

  void see(const Identity& identity) {
    if (stands(identity)) return place_known(identity.paper, true);
    const auto before = memory_.paper(identity.paper);
    const auto shown = last_reading(identity, before.get());
    if (!is_tracked(before.get())) ++added_;
    if (before && before->here) return see_again(identity, *before, shown);
    if (before) return see_here_first(identity, *before, shown);
    if (shown) return see_new(identity, *shown);
    // A page that came unchanged, of a paper unknown.
    place_known(identity.paper, false);
  }

  void see_new(const Identity& identity, const Shown& shown) {
    PaperWrite write;
    write.key = identity.keys.front();
    write.new_keys.assign(identity.keys.begin(), identity.keys.end());
    write.here.fields = shown.fields();
    write.version = write.here.fields;
    write.withdrawn = write.here.withdrawn = shows_withdrawal(write.here.fields);
    tell_new(identity, summary(0, write.key, write.here.fields), nullptr);
    place(std::move(write), has_all_keys(identity));
  }

  void see_here_first(const Identity& identity, const KnownPaper& before,
                      const std::optional<Shown>& shown) {
    PaperWrite write = write_for(before);
    write.here = Standing{};
    if (shown) write.here.fields = shown->fields();
    const Fields content = merged(before, {}, write.here.fields, {});
    if (content != before.fields) write.version = content;
    write.here.withdrawn = shows_withdrawal(write.here.fields);
    write.withdrawn = before.withdrawn || write.here.withdrawn;
    tell_new(identity, summary(before.id, before.key, content), &before);
    place(std::move(write), shown && has_all_keys(identity));
  }

  bool belongs_to_baseline(const Identity& identity) const {
    const bool is_uncovered = visit_.known_depth > 0 && depth(identity) > visit_.known_depth;
    return visit_.is_baseline || visit_.is_reread || is_uncovered;
  }

  void tell_new(const Identity& identity, PaperSummary paper, const KnownPaper* before) {
    Event told = event(EventKind::paper_new, std::move(paper), before);
    told.baseline = belongs_to_baseline(identity);
    out_.events.push_back(std::move(told));
  }

  void see_again(const Identity& identity, const KnownPaper& before,
                 const std::optional<Shown>& reading) {
    const Standing& old_standing = *before.here;
    PaperWrite write = write_for(before);
    write.here = old_standing;
    write.here.state = ListingState::listed;
    write.here.missed = 0;
    write.here.missed_since.reset();

    const Fields read = reading ? reading->fields() : Fields{};
    Fields shown = reading ? with_lost_fields(old_standing.fields, read) : old_standing.fields;
    // A page that came unchanged shows again what waits to settle.
    if (!reading && !old_standing.pending.empty()) shown = old_standing.pending;
    settle(write, before, shown);
    const bool as_shown = reading && write.here.pending.empty() && write.here.fields == read &&
                          has_all_keys(identity);
    if (write.here == old_standing && !write.version && write.new_keys.empty() &&
        write.withdrawn == before.withdrawn) {
      return place_known(before.id, as_shown);
    }
    place(std::move(write), as_shown);
  }

  // What the page failed to show this time is taken as it was.
  Fields with_lost_fields(const Fields& before, Fields shown) const {
    for (auto& [name, value] : shown) {
      const Value* known_value = find_field(before, name);
      if (known_value && is_damaged_copy(*known_value, value)) value = *known_value;
    }
    for (const auto& [name, value] : before) {
      // Only a new version is news, not a link that names none.
      const bool is_kept = name == "version" || lost_.keeps(name, before, shown);
      if (!shown.contains(name) && is_kept) shown.emplace(name, value);
    }
    return shown;
  }

  // Takes over what is shown, at once or when it has been seen often enough, and tells of it.
  void settle(PaperWrite& write, const KnownPaper& before, const Fields& shown) {
    const Standing& old_standing = *before.here;
    const bool was_removed = old_standing.state == ListingState::removed;
    auto changes = news(before, old_standing.fields, shown);
    const bool withdrawn_now = shows_withdrawal(shown) && !before.withdrawn;
    const bool is_news = !changes.empty() || withdrawn_now;

    write.here.pending.clear();
    write.here.pending_seen = 0;
    if (visit_.is_reread) return take_over_silently(write, before, shown);
    if (is_news && rules_.settle > 1) {
      const bool is_same = watched_changes(old_standing.pending, shown).empty() &&
                           shows_withdrawal(old_standing.pending) == shows_withdrawal(shown);
      const int seen = is_same ? old_standing.pending_seen + 1 : 1;
      if (seen < rules_.settle) {
        write.here.pending = shown;
        write.here.pending_seen = seen;
        if (was_removed) tell(EventKind::paper_returned, before, before.fields, {});
        return;
      }
    }

    const Fields content = take_over(write, before, shown);
    if (withdrawn_now) return tell(EventKind::paper_withdrawn, before, content, std::move(changes));
    if (was_removed) return tell(EventKind::paper_returned, before, content, std::move(changes));
    if (!changes.empty()) tell(EventKind::paper_changed, before, content, std::move(changes));
  }

  // What the source shows becomes what is known; returns the paper's content.
  Fields take_over(PaperWrite& write, const KnownPaper& before, const Fields& shown) const {
    write.here.fields = shown;
    write.here.withdrawn = shows_withdrawal(shown);
    write.withdrawn = before.withdrawn || write.here.withdrawn;
    const Fields content = merged(before, before.here->fields, shown,
                                  shown_elsewhere(before, before.here->fields, shown));
    if (content != before.fields) write.version = content;
    return content;
  }

  // What new rules find on an old page is no news, but a change that waited before waits on.
  void take_over_silently(PaperWrite& write, const KnownPaper& before, const Fields& shown) const {
    const Fields settled = without_waiting(*before.here, shown);
    if (!watched_changes(settled, shown).empty()) {
      write.here.pending = shown;
      write.here.pending_seen = before.here->pending_seen;
    }
    take_over(write, before, settled);
  }

  // Fields that show what waits to settle, as they were before.
  Fields without_waiting(const Standing& standing, Fields shown) const {
    if (standing.pending.empty()) return shown;
    for (const auto& [field, was, waits] : watched_changes(standing.fields, standing.pending)) {
      if (!same_content(field, waits ? &*waits : nullptr, find_field(shown, field))) continue;
      shown.erase(field);
      if (was) shown.emplace(field, *was);
    }
    return shown;
  }

  std::vector<Change> watched_changes(const Fields& before, const Fields& after) const {
    auto changes = changes_between(before, after);
    std::erase_if(changes, [&](const auto& change) { return !is_watched(change.field, rules_); });
    return changes;
  }

  // The watched differences that are the paper's own and that nobody has told of yet.
  std::vector<Change> news(const KnownPaper& before, const Fields& old_fields,
                           const Fields& shown) const {
    auto changes = watched_changes(old_fields, shown);
    std::erase_if(changes, [&](const Change& change) {
      const bool is_repair =
          change.before && change.after && is_damaged_copy(*change.after, *change.before);
      const bool is_first_found =
          !change.before && visit_.reread && !visit_.reread->contains(before.id);
      return is_repair || is_first_found || is_told(before, old_fields, shown, change.field);
    });
    return changes;
  }

  // Whether another source has told it: then the paper's content has moved away from what this
  // source had, to what it shows now, and not without a word.
  bool is_told(const KnownPaper& before, const Fields& old_fields, const Fields& shown,
               const std::string& field) const {
    const Value* newest = find_field(before.fields, field);
    const Value* old_value = find_field(old_fields, field);
    const Value* now = find_field(shown, field);
    if (!now) return shown_elsewhere(before, old_fields, shown).contains(field);
    if (same_content(field, newest, old_value)) return false;
    return (!old_value || same_words(field, *newest, *now)) &&
           memory_.is_last_change_told(before, field);
  }

  // What other sources show of a paper that lost fields here: the one that lets go of a field last
  // tells of it.
  std::set<std::string> shown_elsewhere(const KnownPaper& paper, const Fields& old_fields,
                                        const Fields& shown) const {
    const bool lost_any = std::any_of(old_fields.begin(), old_fields.end(), [&](const auto& field) {
      return !shown.contains(field.first);
    });
    return lost_any ? memory_.shown_elsewhere(paper) : std::set<std::string>{};
  }

  void tell(EventKind kind, const KnownPaper& before, const Fields& content,
            std::vector<Change> changes) {
    Event told = event(kind, summary(before.id, before.key, content), &before);
    told.changes = std::move(changes);
    out_.events.push_back(std::move(told));
  }

  PaperWrite write_for(const KnownPaper& before) const {
    PaperWrite write;
    write.paper = before.id;
    write.key = before.key;
    write.withdrawn = before.withdrawn;
    if (const auto keys = new_keys_.find(before.id); keys != new_keys_.end())
      write.new_keys = keys->second;
    return write;
  }

  // Whether the paper goes by every name that its record gives itself, and by no other.
  bool has_all_keys(const Identity& identity) const {
    const Keys& keys = sightings_[identity.sightings.front()].keys;
    return identity.sightings.size() == 1 &&
           identity.keys.size() == keys.strong.size() + (keys.title.empty() ? 0 : 1);
  }

  void place(PaperWrite write, bool as_shown) {
    out_.placed.emplace_back(write.paper, out_.papers.size());
    out_.papers.push_back(std::move(write));
    out_.as_shown.push_back(as_shown);
  }

  // Nothing is to be written of it.
  void place_known(PaperId paper, bool as_shown) {
    out_.placed.emplace_back(paper, 0);
    out_.as_shown.push_back(as_shown);
  }

  void leave(const Listed& entry) {
    // Whoever is missing was not on these pages either.
    if (visit_.is_reread && entry.state == ListingState::missing) return;
    --out_.tracked;
    out_.absences.push_back({entry.paper, ListingState::left, 0, std::nullopt});
  }

  void miss(const Listed& entry) {
    if (has_window(rules_)) return leave(entry);
    AbsenceWrite write{entry.paper, ListingState::missing, entry.missed + 1, entry.missed_since};
    if (!write.missed_since) write.missed_since = visit_.at;
    if (!visit_.is_reread && write.missed >= rules_.removal_visits &&
        visit_.at - *write.missed_since >= rules_.removal_age) {
      write.state = ListingState::removed;
      --out_.tracked;
      if (const auto paper = memory_.paper(entry.paper)) {
        out_.events.push_back(event(EventKind::paper_removed,
                                    summary(paper->id, paper->key, paper->fields), paper.get()));
      }
    }
    out_.absences.push_back(write);
  }

  const Visited& visit_;
  const Identities& identities_;
  const std::vector<Sighting>& sightings_;
  const Memory& memory_;
  const std::vector<Listed>& listed_;
  const TrackRules& rules_;
  LostFields lost_;
  std::unordered_map<PaperId, std::vector<std::string>> new_keys_;  // of known papers
  bool brings_new_ = false;
  std::size_t next_ = 0;   // of the visit's papers, to be seen
  std::size_t added_ = 0;  // of those seen, how many were not listed or missing
  Difference out_;
};

Comparison::Comparison(const Visited& visit, const Identities& identities,
                       const std::vector<Sighting>& sightings, const Memory& memory,
                       const std::vector<Listed>& listed, const TrackRules& rules)
    : parts_(std::make_unique<Parts>(visit, identities, sightings, memory, listed, rules)) {}

Comparison::~Comparison() = default;

bool Comparison::brings_new() const {
  return parts_->brings_new();
}

void Comparison::see(std::size_t most) {
  parts_->see(most);
}

void Comparison::miss() {
  parts_->miss();
}

Difference Comparison::take() {
  return parts_->take();
}

Difference difference(const Visited& visit, const Identities& identities,
                      const std::vector<Sighting>& sightings, const Memory& memory,
                      const std::vector<Listed>& listed, const TrackRules& rules) {
  Comparison comparison(visit, identities, sightings, memory, listed, rules);
  comparison.see(std::numeric_limits<std::size_t>::max());
  comparison.miss();
  return comparison.take();
}

}  // namespace paperwatch
