// SPDX-License-Identifier: MIT
// Papers and what is known of them, written short.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <paperwatch/store.hpp>

#include "base/time.hpp"
#include "core/difference.hpp"
#include "core/identity.hpp"

namespace paperwatch::test {

inline Fields paper(std::string title, std::string url = {}, Fields more = {}) {
  Fields fields = std::move(more);
  fields.insert_or_assign("title", std::move(title));
  if (!url.empty()) fields.insert_or_assign("url", std::move(url));
  return fields;
}

inline std::vector<std::string> default_keys() {
  return {"doi", "arxiv_id", "url", "title"};
}

// One page of records.
inline std::vector<Sighting> page(const std::vector<Fields>& records, int number = 1,
                                  int reading = 0) {
  std::vector<Sighting> sightings;
  for (const auto& record : records) {
    sightings.push_back({number, reading, "https://l.example/list", record,
                         keys_of(record, default_keys(), "s"), std::nullopt});
  }
  return sightings;
}

// A record on a page that came unchanged.
inline Sighting unread(PaperId paper, int number = 1, int reading = 0) {
  Sighting sighting{number, reading, "https://l.example/list", {}, {}, paper};
  sighting.repeats = paper;
  return sighting;
}

inline std::vector<Sighting> operator+(std::vector<Sighting> pages,
                                       const std::vector<Sighting>& more) {
  pages.insert(pages.end(), more.begin(), more.end());
  return pages;
}

// What is known, written down.
class WrittenMemory : public Memory {
 public:
  std::vector<PaperId> owners(const std::string& key) const override {
    const auto found = owners_of.find(key);
    return found == owners_of.end() ? std::vector<PaperId>{} : found->second;
  }
  std::shared_ptr<const KnownPaper> paper(PaperId paper) const override {
    const auto found = papers.find(paper);
    if (found == papers.end()) return nullptr;
    return {std::shared_ptr<const void>(), &found->second};  // it stays where it is
  }
  std::set<std::string> shown_elsewhere(const KnownPaper& paper) const override {
    const auto found = elsewhere.find(paper.id);
    return found == elsewhere.end() ? std::set<std::string>{} : found->second;
  }

  std::unordered_map<std::string, std::vector<PaperId>> owners_of;
  std::map<PaperId, KnownPaper> papers;
  std::map<PaperId, std::set<std::string>> elsewhere;
};

// A memory in which papers are known and listed, ids from 1.
class World {
 public:
  // Adds a paper as a visit of the source would have stored it.
  PaperId add(const Fields& fields, Standing standing = {}) {
    const PaperId id = static_cast<PaperId>(memory_.papers.size()) + 1;
    KnownPaper known;
    known.id = id;
    const Keys keys = keys_of(fields, default_keys(), "s");
    known.keys = keys.strong;
    if (!keys.title.empty()) known.keys.push_back(keys.title);
    known.key = known.keys.front();
    known.fields = fields;
    known.version = 1;
    standing.fields = fields;
    known.here = standing;
    for (const auto& key : known.keys) memory_.owners_of[key].push_back(id);
    memory_.papers.emplace(id, std::move(known));
    return id;
  }

  // The paper has this key alone.
  void rename(PaperId id, const std::string& key) {
    auto& known = memory_.papers.at(id);
    for (const auto& old : known.keys) std::erase(memory_.owners_of[old], id);
    known.key = key;
    known.keys = {key};
    memory_.owners_of[key].push_back(id);
  }

  KnownPaper& operator[](PaperId id) { return memory_.papers.at(id); }
  std::set<std::string>& shown_elsewhere(PaperId id) { return memory_.elsewhere[id]; }
  const Memory& memory() const { return memory_; }

  std::vector<Listed> listed() const {
    std::vector<Listed> out;
    for (const auto& [id, known] : memory_.papers) {
      if (!known.here || known.here->state == ListingState::removed ||
          known.here->state == ListingState::left)
        continue;
      out.push_back({id, known.here->state, known.here->missed, known.here->missed_since,
                     !known.here->pending.empty()});
    }
    return out;
  }

  // What a complete visit that shows `records` changes.
  Difference see(const std::vector<Fields>& records, const TrackRules& rules = {},
                 std::string at = "2026-11-30T12:00:00Z") const {
    return see_sightings(page(records), rules, std::move(at));
  }

  Difference see_sightings(const std::vector<Sighting>& sightings, const TrackRules& rules = {},
                           std::string at = "2026-11-30T12:00:00Z",
                           bool proves_absence = true) const {
    auto identities = identify(sightings, memory_);
    follow_changed_links(identities, sightings, memory_, proves_absence);
    Visited visit;
    visit.source = "s";
    visit.at = *parse_rfc3339(at);
    visit.proves_absence = proves_absence;
    return difference(visit, identities, sightings, memory_, listed(), rules);
  }

  // What new rules change; `yielded`: of old pages, the papers that they used to yield.
  Difference read_anew(const std::vector<Fields>& records,
                       std::optional<std::set<PaperId>> yielded = std::nullopt) const {
    const auto sightings = page(records);
    Visited visit;
    visit.source = "s";
    visit.at = *parse_rfc3339("2026-11-30T12:00:00Z");
    visit.proves_absence = !yielded;
    visit.is_reread = true;
    visit.yielded = std::move(yielded);
    const auto identities = identify(sightings, memory_);
    return difference(visit, identities, sightings, memory_, listed(), {});
  }

 private:
  WrittenMemory memory_;
};

// "paper_new Title", "paper_changed Title: abstract, title", … in order.
inline std::vector<std::string> told(const Difference& difference) {
  std::vector<std::string> lines;
  for (const auto& event : difference.events) {
    std::string line(name_of(event.kind));
    if (event.baseline) line = "(baseline) " + line;
    if (event.paper) line += " " + event.paper->title;
    for (std::size_t i = 0; i < event.changes.size(); ++i) {
      line += (i == 0 ? ": " : ", ") + event.changes[i].field;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace paperwatch::test
