// SPDX-License-Identifier: MIT
#include "core/identity.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "core/keys.hpp"
#include "core/twins.hpp"

namespace paperwatch {

namespace {

using Slot = std::size_t;

bool is_merging_key(std::string_view key) {
  return key.starts_with("doi:") || key.starts_with("arxiv:");
}

bool is_strong_key(std::string_view key) {
  return !key.starts_with("title:");
}

template <typename T>
void add_unique(std::vector<T>& list, T one) {
  if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(std::move(one));
}

std::string field_text(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  if (found == fields.end()) return {};
  if (const auto* number = std::get_if<std::int64_t>(&found->second))
    return std::to_string(*number);
  if (const auto* list = std::get_if<std::vector<std::string>>(&found->second))
    return join(*list, "; ");
  return std::get<std::string>(found->second);
}

void add_doi(std::vector<std::string>& keys, std::string_view text) {
  if (const auto doi = bare_doi(text)) add_unique(keys, "doi:" + *doi);
}

void add_arxiv(std::vector<std::string>& keys, std::string_view text) {
  if (const auto id = arxiv_id(text)) add_unique(keys, "arxiv:" + id->id);
}

// A paper's names, whoever holds their text.
using Names = std::vector<std::string_view>;

Names names_of(const std::vector<std::string>& keys) {
  return {keys.begin(), keys.end()};
}

// Two papers that both have a DOI (or an arXiv id), and no common one, are two papers.
bool contradict(const Names& a, const Names& b) {
  for (const std::string_view kind : {"doi:", "arxiv:"}) {
    bool both = false, common = false;
    for (const auto& x : a) {
      for (const auto& y : b) {
        if (!x.starts_with(kind) || !y.starts_with(kind)) continue;
        both = true;
        common = common || x == y;
      }
    }
    if (both && !common) return true;
  }
  return false;
}

Names strong_keys(const Names& keys) {
  Names strong;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(strong), is_strong_key);
  return strong;
}

// Path and query of a `url:` key, without scheme and host.
std::string_view place_of(std::string_view url_key) {
  const auto host = url_key.find("://");
  if (host == std::string_view::npos) return {};
  const auto path = url_key.find('/', host + 3);
  return path == std::string_view::npos ? std::string_view("/") : url_key.substr(path);
}

// A place at which a single paper may live; the root of a host is none.
bool same_place(const Names& a, const Names& b) {
  for (const auto& x : a) {
    for (const auto& y : b) {
      if (x.starts_with("url:") && y.starts_with("url:") && place_of(x) == place_of(y) &&
          place_of(x).size() > 1) {
        return true;
      }
    }
  }
  return false;
}

std::set<std::string> surnames(const Fields& fields) {
  std::set<std::string> names;
  for (const auto& author : list_of(fields, "authors")) {
    const auto words = split(fold_words(author), ' ');
    names.insert(words.begin(), words.end());
  }
  return names;
}

bool authors_may_agree(const Fields& a, const Fields& b) {
  const auto left = surnames(a), right = surnames(b);
  if (left.empty() || right.empty()) return true;
  return std::any_of(left.begin(), left.end(),
                     [&](const auto& name) { return right.contains(name); });
}

// ---- assigning sightings to papers -----------------------------------------------------------

class Assignment {
 public:
  Assignment(const std::vector<Sighting>& sightings, const Memory& memory)
      : sightings_(sightings), memory_(memory) {
    papers_.reserve(sightings.size());
    parent_.reserve(sightings.size());
    answered_.reserve(sightings.size());
  }

  Identities run() {
    find_void_keys();
    find_claims();
    std::vector<bool> is_bare;
    for (const auto& sighting : sightings_) is_bare.push_back(valid_keys(sighting).empty());
    numbers_ = twin_numbers(sightings_, is_bare, memory_);
    for (std::size_t i = 0; i < sightings_.size(); ++i) assign(i);
    return result();
  }

 private:
  // A key that records of different titles share on one page says nothing there (§2.3).
  void find_void_keys() {
    std::map<std::string_view, std::string_view> titles;  // of the reading at hand, by key
    for (std::size_t i = 0; i < sightings_.size();) {
      const int reading = sightings_[i].reading;
      const std::string_view page_url = sightings_[i].page_url;
      const std::size_t begin = i;
      titles.clear();
      for (; i < sightings_.size() && sightings_[i].reading == reading; ++i) {
        for (const auto& key : sightings_[i].keys.strong) {
          const auto [known, is_first] = titles.try_emplace(key, sightings_[i].keys.title);
          if (!is_first && known->second != sightings_[i].keys.title) void_.insert({reading, key});
        }
      }
      // A page of one paper may well be that paper's address; a list of many is nobody's.
      if (!page_url.empty() && i - begin > 1)
        void_.insert({reading, "url:" + canonical_url(page_url)});
    }
  }

  // The papers that this visit shows for certain: by a DOI, by an arXiv id, or unread.
  void find_claims() {
    for (const auto& sighting : sightings_) {
      if (sighting.known) claimed_.insert(*sighting.known);
      const auto keys = valid_keys(sighting);
      const bool is_certain = names_itself(sighting, keys);
      for (const std::string* key : keys) {
        if (!is_merging_key(*key)) continue;
        const auto owners = is_certain ? std::vector{sighting.repeats} : memory_.owners(*key);
        claimed_.insert(owners.begin(), owners.end());
      }
    }
  }

  using KeyTexts = std::vector<const std::string*>;

  KeyTexts valid_keys(const Sighting& sighting) const {
    KeyTexts keys;
    for (const auto& key : sighting.keys.strong) {
      if (!void_.contains({sighting.reading, key})) keys.push_back(&key);
    }
    return keys;
  }

  // Whether a record that repeats what is known of a paper is that paper for certain: by the same
  // strong keys as then, none of which others have come to share.
  static bool names_itself(const Sighting& sighting, const KeyTexts& keys) {
    return sighting.repeats != 0 && !keys.empty() && keys.size() == sighting.keys.strong.size();
  }

  void assign(std::size_t index) {
    const Sighting& sighting = sightings_[index];
    if (sighting.known) {
      place(slot_of(*sighting.known), index, {});
      return;
    }
    auto keys = valid_keys(sighting);
    const std::string& title = title_of(index, keys.empty());
    const Slot slot =
        names_itself(sighting, keys) ? slot_of(sighting.repeats) : find_slot(sighting, keys, title);
    if (!title.empty()) keys.push_back(&title);
    place(slot, index, keys);
  }

  // As what the record is known if only its title names it.
  const std::string& title_of(std::size_t index, bool is_bare) {
    const Sighting& sighting = sightings_[index];
    const std::string& title = sighting.keys.title;
    // Nothing names the record; its place on the page has to.
    if (is_bare && title.empty())
      return numbered_->emplace_back("title:#" + std::to_string(++nameless_[sighting.reading]));
    if (numbers_[index] < 2) return title;
    return numbered_->emplace_back(numbered_title(title, numbers_[index]));
  }

  Slot find_slot(const Sighting& sighting, const KeyTexts& keys, const std::string& title) {
    std::optional<Slot> found;
    Names names;
    for (const std::string* key : keys) {
      if (!is_merging_key(*key)) continue;
      names.push_back(*key);
      for (const Slot slot : slots_with(*key)) {
        if (!found) {
          found = slot;
        } else if (*found != slot && !are_apart(*found, slot)) {
          found = unite(*found, slot, *key);
        }
      }
    }
    if (found) return *found;

    for (const std::string* key : keys) {
      if (is_merging_key(*key)) continue;
      for (const Slot slot : slots_with(*key)) {
        // A DOI may be corrected along with the title, but not while the visit shows the old one.
        if (names.empty() || !contradict(names, slot) || has_key(slot, sighting.keys.title) ||
            is_unclaimed(slot)) {
          return slot;
        }
      }
    }
    if (const auto slot = find_by_title(sighting, keys, title)) return *slot;
    return new_slot();
  }

  // A title alone never joins two records that carry different strong keys (§2.4).
  std::optional<Slot> find_by_title(const Sighting& sighting, const KeyTexts& keys,
                                    const std::string& title) {
    if (title.empty()) return std::nullopt;
    std::vector<Slot> here, elsewhere;
    for (const Slot slot : slots_with(title)) {
      if (!keys.empty() && has_strong_key(slot)) continue;
      // Two records of one page are two papers as far as only a title could join them.
      if (is_on_page(slot, sighting.reading)) continue;
      const bool is_here = papers_[slot].paper == 0 || is_listed_here(papers_[slot].paper);
      (is_here ? here : elsewhere).push_back(slot);
    }
    if (!here.empty()) return here.front();
    if (elsewhere.size() != 1 || !is_telling(title)) return std::nullopt;
    const auto known = memory_.paper(papers_[elsewhere.front()].paper);
    if (!known || !authors_may_agree(known->fields, sighting.shown.fields())) return std::nullopt;
    return elsewhere.front();
  }

  // Whether nothing in this visit but a link or a custom key speaks for the known paper so far.
  bool is_unclaimed(Slot slot) const {
    const auto& paper = papers_[slot];
    return paper.paper != 0 && paper.sightings.empty() && !claimed_.contains(paper.paper);
  }

  bool is_listed_here(PaperId paper) const {
    const auto known = memory_.paper(paper);
    return known && known->here.has_value();
  }

  bool is_on_page(Slot slot, int reading) const {
    const auto& seen = papers_[slot].sightings;
    return std::any_of(seen.begin(), seen.end(),
                       [&](std::size_t i) { return sightings_[i].reading == reading; });
  }

  // Papers of this visit and known ones that own the key, each once.
  std::vector<Slot> slots_with(const std::string& key) {
    std::vector<Slot> slots;
    ++question_;
    const auto add = [&](Slot slot) {
      slot = root(slot);
      if (std::exchange(answered_[slot], question_) != question_) slots.push_back(slot);
    };
    if (const auto first = first_with_.find(key); first != first_with_.end()) add(first->second);
    if (const auto more = others_with_.find(key); more != others_with_.end())
      std::for_each(more->second.begin(), more->second.end(), add);
    for (const PaperId paper : memory_.owners(key)) add(slot_of(paper));
    return slots;
  }

  bool contradict(const Names& names, Slot slot) const {
    const auto known = memory_.paper(papers_[slot].paper);
    Names theirs = papers_[slot].keys;
    if (known) theirs.insert(theirs.end(), known->keys.begin(), known->keys.end());
    return paperwatch::contradict(names, theirs);
  }

  template <typename Condition>
  bool any_key(Slot slot, Condition condition) const {
    const auto& keys = papers_[slot].keys;
    if (std::any_of(keys.begin(), keys.end(), condition)) return true;
    const auto known = memory_.paper(papers_[slot].paper);
    return known && std::any_of(known->keys.begin(), known->keys.end(), condition);
  }

  bool has_strong_key(Slot slot) const { return any_key(slot, is_strong_key); }

  bool has_key(Slot slot, std::string_view key) const {
    return any_key(slot, [&](std::string_view other) { return other == key; });
  }

  Slot new_slot() {
    papers_.emplace_back();
    parent_.push_back(papers_.size() - 1);
    answered_.push_back(0);
    return papers_.size() - 1;
  }

  Slot slot_of(PaperId paper) {
    const auto [found, is_new] = known_slots_.try_emplace(paper, 0);
    if (is_new) {
      found->second = new_slot();
      papers_[found->second].paper = paper;
    }
    return root(found->second);
  }

  Slot root(Slot slot) const {
    while (parent_[slot] != slot) slot = parent_[slot];
    return slot;
  }

  // The known papers that fell together in a slot.
  std::vector<PaperId> known_in(Slot slot) const {
    std::vector<PaperId> papers{papers_[slot].paper};
    if (const auto joined = joined_.find(slot); joined != joined_.end())
      papers.insert(papers.end(), joined->second.begin(), joined->second.end());
    return papers;
  }

  // Whether a person parted papers that the two slots hold; then the stronger key decides.
  bool are_apart(Slot a, Slot b) const {
    const auto there = known_in(b);
    for (const PaperId paper : known_in(a)) {
      const auto known = memory_.paper(paper);
      if (!known) continue;
      for (const PaperId other : known->apart) {
        if (std::find(there.begin(), there.end(), other) != there.end()) return true;
      }
    }
    return false;
  }

  // The older of two known papers keeps its name; a new one joins what it turned out to be.
  Slot unite(Slot a, Slot b, const std::string& key) {
    const PaperId left = papers_[a].paper, right = papers_[b].paper;
    const bool keep_a = right == 0 || (left != 0 && left < right);
    const Slot kept = keep_a ? a : b, gone = keep_a ? b : a;
    if (papers_[gone].paper != 0) {
      merges_.push_back({papers_[kept].paper, papers_[gone].paper, key});
      const auto papers = known_in(gone);
      auto& joined = joined_[kept];
      joined.insert(joined.end(), papers.begin(), papers.end());
    }
    auto& into = papers_[kept];
    const auto& from = papers_[gone];
    into.sightings.insert(into.sightings.end(), from.sightings.begin(), from.sightings.end());
    std::sort(into.sightings.begin(), into.sightings.end());
    for (const auto& k : from.keys) add_unique(into.keys, k);
    parent_[gone] = kept;
    return kept;
  }

  void place(Slot slot, std::size_t index, const KeyTexts& keys) {
    auto& paper = papers_[slot];
    paper.sightings.push_back(index);
    paper.keys.reserve(paper.keys.size() + keys.size());
    for (const std::string* key : keys) {
      add_unique(paper.keys, std::string_view(*key));
      const auto [first, is_new] = first_with_.try_emplace(*key, slot);
      if (!is_new && first->second != slot) add_unique(others_with_[*key], slot);
    }
  }

  Identities result() {
    for (Slot slot = 0; slot < papers_.size(); ++slot) {
      if (parent_[slot] != slot) papers_[slot].sightings.clear();  // part of another
    }
    std::erase_if(papers_, [](const Identity& paper) { return paper.sightings.empty(); });
    std::sort(papers_.begin(), papers_.end(), [](const Identity& a, const Identity& b) {
      return a.sightings.front() < b.sightings.front();
    });
    return {std::move(papers_), std::move(merges_), std::move(numbered_)};
  }

  const std::vector<Sighting>& sightings_;
  const Memory& memory_;
  std::set<std::pair<int, std::string>> void_;
  std::set<PaperId> claimed_;
  std::vector<int> numbers_;  // per sighting, among those that only their title names
  std::map<int, int> nameless_;
  std::shared_ptr<std::deque<std::string>> numbered_ = std::make_shared<std::deque<std::string>>();
  std::vector<Identity> papers_;
  std::vector<Slot> parent_;
  std::vector<std::size_t> answered_;  // by slot: the question that it was an answer to last
  std::size_t question_ = 0;
  std::unordered_map<PaperId, Slot> known_slots_;
  std::unordered_map<Slot, std::vector<PaperId>> joined_;  // known papers, by what they became
  // By key: the paper of the visit that showed it first, and the few others that did.
  std::unordered_map<std::string_view, Slot> first_with_;
  std::unordered_map<std::string_view, std::vector<Slot>> others_with_;
  std::vector<MergeWrite> merges_;
};

// ---- changed links ---------------------------------------------------------------------------

enum class Fit { none, moved, same_place };

// How well a vanished paper fits one that seems new and bears the same title.
Fit fit(const Identity& candidate, const Sighting& sighting, const KnownPaper& vanished,
        std::size_t rivals) {
  const auto ours = strong_keys(candidate.keys), theirs = strong_keys(names_of(vanished.keys));
  if (contradict(ours, theirs)) return Fit::none;
  if (ours.empty() || theirs.empty() || same_place(ours, theirs)) return Fit::same_place;
  const Fields record = sighting.shown.fields();
  if (!authors_may_agree(record, vanished.fields)) return Fit::none;
  // A title that says little moves with its place only; with several rivals nobody can tell.
  const bool has_authors =
      !list_of(record, "authors").empty() && !list_of(vanished.fields, "authors").empty();
  const bool certain = has_authors || is_telling(sighting.keys.title);
  return certain && rivals == 1 ? Fit::moved : Fit::none;
}

}  // namespace

Keys keys_of(const Fields& record, const std::vector<std::string>& key_from,
             std::string_view source) {
  Keys keys;
  const std::string url = field_text(record, "url");
  add_doi(keys.strong, field_text(record, "doi"));
  add_doi(keys.strong, url);
  add_arxiv(keys.strong, field_text(record, "arxiv_id"));
  add_arxiv(keys.strong, field_text(record, "doi"));
  add_arxiv(keys.strong, url);
  for (const auto& field : key_from) {
    if (field == "doi" || field == "arxiv_id" || field == "title") continue;
    const std::string text = field_text(record, field);
    if (text.empty()) continue;
    if (field == "url") {
      add_unique(keys.strong, "url:" + canonical_url(text));
    } else {
      add_unique(keys.strong, std::string(source) + "/" + field + ":" + collapse_space(text));
    }
  }
  if (const auto title = title_key(field_text(record, "title")); !title.empty()) {
    keys.title = "title:" + title;
  }
  return keys;
}

Identities identify(const std::vector<Sighting>& sightings, const Memory& memory) {
  return Assignment(sightings, memory).run();
}

void follow_changed_links(Identities& identities, const std::vector<Sighting>& sightings,
                          const Memory& memory, bool absence_proven) {
  std::set<PaperId> taken;
  for (const auto& identity : identities.papers) taken.insert(identity.paper);

  // Close fits first, so that a moved paper never takes the place of one that only changed scheme.
  for (const Fit wanted : {Fit::same_place, Fit::moved}) {
    if (wanted == Fit::moved && !absence_proven) break;
    for (auto& identity : identities.papers) {
      if (identity.paper != 0) continue;
      const Sighting& sighting = sightings[identity.sightings.front()];
      if (sighting.keys.title.empty()) continue;

      std::vector<std::shared_ptr<const KnownPaper>> vanished;
      for (const PaperId paper : memory.owners(sighting.keys.title)) {
        if (taken.contains(paper)) continue;
        auto known = memory.paper(paper);
        if (!known || !known->here) continue;
        if (known->here->state == ListingState::removed && wanted == Fit::moved) continue;
        vanished.push_back(std::move(known));
      }
      for (const auto& paper : vanished) {
        if (fit(identity, sighting, *paper, vanished.size()) != wanted) continue;
        identity.paper = paper->id;
        taken.insert(paper->id);
        break;
      }
    }
  }
}

}  // namespace paperwatch
