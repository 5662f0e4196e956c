// SPDX-License-Identifier: MIT
#include "core/difference.hpp"

#include <algorithm>
#include <map>
#include <set>
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
  LostFields(const std::vector<std::pair<const Fields*, const Fields*>>& before_and_after) {
    for (const auto& [before, after] : before_and_after) {
      const auto section = text_of(*after, "section");
      for (const auto& [name, value] : *after) shown_in_[std::string(section)].insert(name);
    }
    std::map<std::string, std::pair<std::size_t, std::size_t>> had_and_lost;
    for (const auto& [before, after] : before_and_after) {
      for (const auto& [name, value] : *before) {
        if (is_unshown(name, *before, *after)) continue;
        auto& [had, lost] = had_and_lost[name];
        ++had;
        if (!after->contains(name)) ++lost;
      }
    }
    for (const auto& [name, counts] : had_and_lost) {
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
  // A record that moved to a section where no record shows the field has not lost it.
  bool is_unshown(const std::string& field, const Fields& before, const Fields& after) const {
    if (after.contains(field) || !after.contains("section")) return false;
    const auto section = text_of(after, "section");
    if (text_of(before, "section") == section) return false;
    const auto shown = shown_in_.find(section);
    return shown == shown_in_.end() || !shown->second.contains(field);
  }

  std::map<std::string, std::set<std::string>, std::less<>> shown_in_;
  std::set<std::string> fields_;
};

// ---- one paper -------------------------------------------------------------------------------

class Tracker {
 public:
  Tracker(const Visited& visit, const Identities& identities,
          const std::vector<Sighting>& sightings, const Memory& memory, const TrackRules& rules)
      : visit_(visit),
        identities_(identities),
        sightings_(sightings),
        memory_(memory),
        rules_(rules),
        lost_(pairs()) {
    out_.lost_fields = lost_.names();
  }

  void see_all() {
    for (const auto& identity : identities_.papers) see(identity);
  }

  void miss_all(const std::vector<Listed>& listed) {
    std::unordered_set<PaperId> seen;
    std::size_t returned = 0;
    for (const auto& identity : identities_.papers) {
      seen.insert(identity.paper);
      returned += is_tracked(identity.paper) ? 0 : 1;
    }
    out_.tracked = listed.size() + returned;
    for (const auto& entry : listed) {
      if (seen.contains(entry.paper)) continue;
      if (visit_.yielded) {
        if (visit_.yielded->contains(entry.paper)) leave(entry);
      } else if (visit_.proves_absence) {
        miss(entry);
      }
    }
  }

  Difference take() { return std::move(out_); }

 private:
  const KnownPaper* known(PaperId paper) const {
    const auto found = memory_.papers.find(paper);
    return paper == 0 || found == memory_.papers.end() ? nullptr : &found->second;
  }

  bool is_tracked(PaperId paper) const {
    const auto* before = known(paper);
    return before && before->here &&
           (before->here->state == ListingState::listed ||
            before->here->state == ListingState::missing);
  }

  // The records a paper was seen as, with what the source showed of it before. A page that came
  // unchanged shows what it showed.
  std::vector<std::pair<const Fields*, const Fields*>> pairs() const {
    std::vector<std::pair<const Fields*, const Fields*>> pairs;
    for (const auto& identity : identities_.papers) {
      const auto* before = known(identity.paper);
      if (!before || !before->here) continue;
      const auto* shown = last_reading(identity);
      pairs.emplace_back(&before->here->fields, shown ? shown : &before->here->fields);
    }
    return pairs;
  }

  // A paper seen twice with different content: the later reading wins. nullptr: that is a page
  // that came unchanged, so what the source showed last stands.
  const Fields* last_reading(const Identity& identity) const {
    const auto* before = known(identity.paper);
    const bool has_standing = before && before->here;
    const Sighting* last = nullptr;
    for (const std::size_t i : identity.sightings) {
      const Sighting& sighting = sightings_[i];
      if (sighting.known && !has_standing) continue;
      if (!last || sighting.reading >= last->reading) last = &sighting;
    }
    return last && !last->known ? &last->fields : nullptr;
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
    const auto* before = known(identity.paper);
    if (!before) {
      if (last_reading(identity)) return see_new(identity);
      out_.placed.emplace_back(identity.paper,
                               0);  // a page that came unchanged, of a paper unknown
      return;
    }
    if (!before->here) return see_here_first(identity, *before);
    see_again(identity, *before);
  }

  void see_new(const Identity& identity) {
    PaperWrite write;
    write.key = identity.keys.front();
    write.new_keys = identity.keys;
    write.here.fields = *last_reading(identity);
    write.version = write.here.fields;
    write.withdrawn = write.here.withdrawn = shows_withdrawal(write.here.fields);
    tell_new(identity, summary(0, write.key, write.here.fields), nullptr);
    place(std::move(write));
  }

  void see_here_first(const Identity& identity, const KnownPaper& before) {
    const Fields* shown = last_reading(identity);
    PaperWrite write = write_for(identity, before);
    write.here = Standing{};
    if (shown) write.here.fields = *shown;
    const Fields content = merged(before, {}, write.here.fields, {});
    if (content != before.fields) write.version = content;
    write.here.withdrawn = shows_withdrawal(write.here.fields);
    write.withdrawn = before.withdrawn || write.here.withdrawn;
    tell_new(identity, summary(before.id, before.key, content), &before);
    place(std::move(write));
  }

  void tell_new(const Identity& identity, PaperSummary paper, const KnownPaper* before) {
    Event told = event(EventKind::paper_new, std::move(paper), before);
    const bool is_uncovered = visit_.known_depth > 0 && depth(identity) > visit_.known_depth;
    told.baseline = visit_.is_baseline || visit_.is_reread || is_uncovered;
    out_.events.push_back(std::move(told));
  }

  void see_again(const Identity& identity, const KnownPaper& before) {
    const Standing& old_standing = *before.here;
    PaperWrite write = write_for(identity, before);
    write.here = old_standing;
    write.here.state = ListingState::listed;
    write.here.missed = 0;
    write.here.missed_since.reset();

    const Fields* reading = last_reading(identity);
    Fields shown = reading ? with_lost_fields(old_standing.fields, *reading) : old_standing.fields;
    // A page that came unchanged shows again what waits to settle.
    if (!reading && !old_standing.pending.empty()) shown = old_standing.pending;
    settle(write, before, shown);
    if (write.here == old_standing && !write.version && write.new_keys.empty() &&
        write.withdrawn == before.withdrawn) {
      out_.placed.emplace_back(before.id, 0);
      return;
    }
    place(std::move(write));
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
    const Fields content = merged(before, before.here->fields, shown, shown_elsewhere(before));
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
    if (!now) return shown_elsewhere(before).contains(field);
    if (same_content(field, newest, old_value) || is_untold(before, field)) return false;
    return !old_value || same_words(field, *newest, *now);
  }

  // What other sources show of the paper: the one that lets go of a field last tells of it.
  const std::set<std::string>& shown_elsewhere(const KnownPaper& paper) const {
    static const std::set<std::string> nothing;
    const auto found = memory_.shown_elsewhere.find(paper.id);
    return found == memory_.shown_elsewhere.end() ? nothing : found->second;
  }

  bool is_untold(const KnownPaper& paper, const std::string& field) const {
    const auto found = memory_.untold.find(paper.id);
    return found != memory_.untold.end() && found->second.contains(field);
  }

  void tell(EventKind kind, const KnownPaper& before, const Fields& content,
            std::vector<Change> changes) {
    Event told = event(kind, summary(before.id, before.key, content), &before);
    told.changes = std::move(changes);
    out_.events.push_back(std::move(told));
  }

  // A key of one owner that another paper has stays with it.
  bool is_owned(const std::string& key) const {
    return !key.starts_with("title:") && memory_.owners.contains(key);
  }

  PaperWrite write_for(const Identity& identity, const KnownPaper& before) const {
    PaperWrite write;
    write.paper = before.id;
    write.key = before.key;
    write.withdrawn = before.withdrawn;
    for (const auto& key : identity.keys) {
      const auto known = std::find(before.keys.begin(), before.keys.end(), key);
      if (known == before.keys.end() && !is_owned(key)) write.new_keys.push_back(key);
    }
    return write;
  }

  void place(PaperWrite write) {
    out_.placed.emplace_back(write.paper, out_.papers.size());
    out_.papers.push_back(std::move(write));
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
      if (const auto* paper = known(entry.paper)) {
        out_.events.push_back(
            event(EventKind::paper_removed, summary(paper->id, paper->key, paper->fields), paper));
      }
    }
    out_.absences.push_back(write);
  }

  const Visited& visit_;
  const Identities& identities_;
  const std::vector<Sighting>& sightings_;
  const Memory& memory_;
  const TrackRules& rules_;
  LostFields lost_;
  Difference out_;
};

}  // namespace

Difference difference(const Visited& visit, const Identities& identities,
                      const std::vector<Sighting>& sightings, const Memory& memory,
                      const std::vector<Listed>& listed, const TrackRules& rules) {
  Tracker tracker(visit, identities, sightings, memory, rules);
  tracker.see_all();
  tracker.miss_all(listed);
  return tracker.take();
}

}  // namespace paperwatch
