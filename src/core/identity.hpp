// SPDX-License-Identifier: MIT
// Which records are the same paper. Pure: functions of what a visit shows and of what is known. A
// visit may be long, so neither has to be in memory: the names of its records are, and the rest is
// asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// The names a record gives itself.
struct Keys {
  std::vector<std::string> strong;  // strongest first: doi: arxiv: then custom keys and url:
  std::string title;                // title:…, "" if there is none
  bool operator==(const Keys&) const = default;
};

// `key_from`: the rule `key.from`. Links to arXiv and doi.org give those keys by themselves.
Keys keys_of(const Fields& record, const std::vector<std::string>& key_from,
             std::string_view source);

// Where the records of a visit lie that are not at hand.
class PutAsideRecords {
 public:
  virtual ~PutAsideRecords() = default;
  virtual Fields fields(std::size_t record) const = 0;
};

// What a record shows: at hand, or put aside in a place that outlives this.
class Shown {
 public:
  Shown() = default;
  Shown(Fields fields) : at_hand_(std::make_shared<const Fields>(std::move(fields))) {}
  Shown(const PutAsideRecords& aside, std::size_t record) : aside_(&aside), record_(record) {}

  Fields fields() const {
    if (aside_) return aside_->fields(record_);
    return at_hand_ ? *at_hand_ : Fields{};
  }

 private:
  std::shared_ptr<const Fields> at_hand_;
  const PutAsideRecords* aside_ = nullptr;
  std::size_t record_ = 0;
};

// One record of a visit.
struct Sighting {
  int page = 1;               // which page of the listing, from 1
  int reading = 0;            // which reading of the visit it comes from; later ones count more
  std::string_view page_url;  // where that page is: a link to it identifies nothing
  Shown shown;
  Keys keys;
  std::optional<PaperId> known;  // the page came unchanged: the record is what it was, unread
  std::size_t link = 0;          // the link's hash, which tells it from others; 0: it has none
  std::uint64_t hash = 0;        // of all that it shows; 0: not known
  // What it shows, or showed where it is unread, word for word, is all that is known here of this
  // paper; 0: of none.
  PaperId repeats = 0;
};

// What was known of papers before the visit, to be asked. This memory is empty; another one looks
// where things are kept, and may forget at once what it answered.
class Memory {
 public:
  virtual ~Memory() = default;
  // The papers that own a key: of a strong one there is one owner, of a title there may be several.
  virtual std::vector<PaperId> owners(const std::string& /*key*/) const { return {}; }
  virtual std::shared_ptr<const KnownPaper> paper(PaperId /*paper*/) const { return nullptr; }
  // The fields that other sources, which are still visited, show of the paper.
  virtual std::set<std::string> shown_elsewhere(const KnownPaper& /*paper*/) const { return {}; }
  // Whether the visit that last changed the field in the paper's content told of it: a source that
  // does not watch the field changes it without a word.
  virtual bool is_last_change_told(const KnownPaper& /*paper*/,
                                   const std::string& /*field*/) const {
    return true;
  }
};

// A paper of the visit: what was known of it and the records that showed it.
struct Identity {
  PaperId paper = 0;                   // 0: never seen before
  std::vector<std::size_t> sightings;  // in reading order, indexes into the visit's sightings
  // Of these records, to whose text they point; the first is a new paper's permanent key.
  std::vector<std::string_view> keys;
};

struct Identities {
  std::vector<Identity> papers;    // in order of first appearance
  std::vector<MergeWrite> merges;  // known papers that turned out to be one
  // Titles with a number, which no record has: what `keys` point to there.
  std::shared_ptr<const std::deque<std::string>> numbered{};
};

// Says of every sighting which paper it is. The sightings must outlive the answer.
Identities identify(const std::vector<Sighting>& sightings, const Memory& memory);
Identities identify(std::vector<Sighting>&&, const Memory&) = delete;

// Semantics §2.5: a paper that seems new, while one of the same title with compatible keys has
// vanished, is that one with a changed link. `absence_proven`: the visit read the whole listing;
// otherwise only a link that differs in scheme or host alone is followed.
void follow_changed_links(Identities& identities, const std::vector<Sighting>& sightings,
                          const Memory& memory, bool absence_proven);

}  // namespace paperwatch
