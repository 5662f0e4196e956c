// SPDX-License-Identifier: MIT
#include "core/twins.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace paperwatch {

namespace {

struct Twin {
  std::string title;
  int number = 1;
};

Twin parsed(const std::string& title_key) {
  Twin twin{title_key, 1};
  const auto mark = title_key.find('#');  // no title's key holds one
  if (mark == std::string::npos) return twin;
  twin.title.resize(mark);
  std::from_chars(title_key.data() + mark + 1, title_key.data() + title_key.size(), twin.number);
  return twin;
}

// The papers on pages that came unchanged, as far as only titles name them.
std::map<std::string, std::set<int>> on_unread_pages(const std::vector<Sighting>& sightings,
                                                     const Memory& memory) {
  std::map<std::string, std::set<int>> taken;
  for (const auto& sighting : sightings) {
    if (!sighting.known) continue;
    const auto known = memory.paper(*sighting.known);
    if (!known) continue;
    const auto& keys = known->keys;
    if (!std::all_of(keys.begin(), keys.end(),
                     [](const auto& k) { return k.starts_with("title:"); }))
      continue;
    for (const auto& key : keys) {
      const Twin twin = parsed(key);
      taken[twin.title].insert(twin.number);
    }
  }
  return taken;
}

bool is_same_record(const Sighting& a, const Sighting& b) {
  return a.known == b.known && a.keys == b.keys;
}

// A page's records, as a range of the visit's sightings.
struct Stretch {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

class Numbering {
 public:
  Numbering(const std::vector<Sighting>& sightings, const std::vector<bool>& is_bare,
            const Memory& memory)
      : sightings_(sightings), is_bare_(is_bare), numbers_(sightings.size(), 0) {
    find_twins(memory);
    if (!twins_.empty()) taken_ = on_unread_pages(sightings, memory);
  }

  std::vector<int> run() {
    Stretch before;
    for (std::size_t begin = 0; begin < sightings_.size();) {
      Stretch page{begin, begin};
      while (page.end < sightings_.size() &&
             sightings_[page.end].reading == sightings_[begin].reading)
        ++page.end;
      number(page, before);
      before = page;
      begin = page.end;
    }
    return std::move(numbers_);
  }

 private:
  bool has_title_only(std::size_t i) const {
    return is_bare_[i] && !sightings_[i].known && !sightings_[i].keys.title.empty();
  }

  bool is_twin(std::size_t i) const {
    return has_title_only(i) && twins_.contains(sightings_[i].keys.title);
  }

  // A title is told apart if it says little, or if two papers bear it on one page or already did.
  void find_twins(const Memory& memory) {
    std::set<std::pair<int, std::string_view>> seen;
    for (std::size_t i = 0; i < sightings_.size(); ++i) {
      if (!has_title_only(i)) continue;
      const std::string& title = sightings_[i].keys.title;
      const bool is_second = !seen.insert({sightings_[i].reading, title}).second;
      if (is_second || !is_telling(title) || !memory.owners(numbered_title(title, 2)).empty())
        twins_.insert(title);
    }
  }

  void number(const Stretch& page, const Stretch& before) {
    bool any = false;
    for (std::size_t i = page.begin; i < page.end; ++i) {
      if (has_title_only(i)) numbers_[i] = 1;
      any = any || is_twin(i);
    }
    if (!any) return;
    const std::size_t shared = overlap(before, page);
    if (shared == 0 && starts_again(page, before)) last_.clear();
    for (std::size_t i = page.begin; i < page.end; ++i) {
      if (!is_twin(i)) continue;
      const std::size_t at = i - page.begin;
      numbers_[i] = at < shared ? numbers_[before.end - shared + at] : next(i);
    }
  }

  int next(std::size_t i) {
    const std::string& title = sightings_[i].keys.title;
    int& last = last_[title];
    const auto taken = taken_.find(title);
    do {
      ++last;
    } while (taken != taken_.end() && taken->second.contains(last));
    return last;
  }

  // An older reading of a page that was shown already: the listing was not read to its end again.
  bool starts_again(const Stretch& page, const Stretch& before) const {
    return is_older(page, before) && sightings_[page.begin].page <= sightings_[before.end - 1].page;
  }

  bool is_older(const Stretch& page, const Stretch& before) const {
    return before.size() > 0 && sightings_[page.begin].reading < sightings_[before.begin].reading;
  }

  // How many of the page's first records are the last ones of the page before. Twins alone prove
  // nothing, unless the listing moved while it was read.
  std::size_t overlap(const Stretch& before, const Stretch& page) const {
    for (std::size_t shared = std::min(before.size(), page.size()); shared > 0; --shared) {
      const auto tail = sightings_.begin() + static_cast<std::ptrdiff_t>(before.end - shared);
      const auto head = sightings_.begin() + static_cast<std::ptrdiff_t>(page.begin);
      if (!std::equal(tail, tail + static_cast<std::ptrdiff_t>(shared), head, is_same_record))
        continue;
      bool is_proven = is_older(page, before);
      for (std::size_t i = page.begin; i < page.begin + shared; ++i)
        is_proven = is_proven || !is_twin(i);
      if (is_proven) return shared;
    }
    return 0;
  }

  const std::vector<Sighting>& sightings_;
  const std::vector<bool>& is_bare_;
  std::map<std::string, std::set<int>> taken_;
  std::vector<int> numbers_;
  std::set<std::string> twins_;
  std::map<std::string, int> last_;
};

}  // namespace

std::string numbered_title(const std::string& title, int number) {
  return number > 1 ? title + "#" + std::to_string(number) : title;
}

bool is_telling(std::string_view title_key) {
  return std::count(title_key.begin(), title_key.end(), ' ') >= 2;
}

std::vector<int> twin_numbers(const std::vector<Sighting>& sightings,
                              const std::vector<bool>& is_bare, const Memory& memory) {
  return Numbering(sightings, is_bare, memory).run();
}

}  // namespace paperwatch
