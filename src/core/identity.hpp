// SPDX-License-Identifier: MIT
// Which records are the same paper. Pure: what is known comes in as values.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
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

// One record of a visit.
struct Sighting {
  int page = 1;          // which page of the listing, from 1
  int reading = 0;       // which reading of the visit it comes from; later ones count more
  std::string page_url;  // where that page is: a link to it identifies nothing
  Fields fields;
  Keys keys;
  std::optional<PaperId> known;  // the page came unchanged: the record is what it was, unread
};

struct Memory {
  std::unordered_map<std::string, std::vector<PaperId>> owners;
  std::unordered_map<PaperId, KnownPaper> papers;  // all owners, and all that `known` names
  // Of papers that lost a field here: what other sources, which are still visited, show of them.
  std::unordered_map<PaperId, std::set<std::string>> shown_elsewhere{};
  // Fields that another source, which does not watch them, changed without a word.
  std::unordered_map<PaperId, std::set<std::string>> untold{};
};

// Every key of the sightings, for Store::owners. `memory` knows the papers that `known` names.
std::vector<std::string> all_keys(const std::vector<Sighting>& sightings, const Memory& memory);

// A paper of the visit: what was known of it and the records that showed it.
struct Identity {
  PaperId paper = 0;                   // 0: never seen before
  std::vector<std::size_t> sightings;  // in reading order, indexes into the visit's sightings
  std::vector<std::string> keys;       // of these records; the first is a new paper's permanent key
};

struct Identities {
  std::vector<Identity> papers;    // in order of first appearance
  std::vector<MergeWrite> merges;  // known papers that turned out to be one
};

// Says of every sighting which paper it is.
Identities identify(const std::vector<Sighting>& sightings, const Memory& memory);

// Semantics §2.5: a paper that seems new, while one of the same title with compatible keys has
// vanished, is that one with a changed link. `absence_proven`: the visit read the whole listing;
// otherwise only a link that differs in scheme or host alone is followed.
void follow_changed_links(Identities& identities, const std::vector<Sighting>& sightings,
                          const Memory& memory, bool absence_proven);

}  // namespace paperwatch
