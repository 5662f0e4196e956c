// SPDX-License-Identifier: MIT
// Three numbers, never mixed: stated, observed, stored.
#pragma once

#include <optional>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/rules.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

// What a page said, and which page of the listing it was (from 1).
struct Statement {
  Count count;
  int page = 1;
};

// What a visit's pages state together: the deepest page's word, an exact one before others.
std::optional<Statement> stated_by(const std::vector<Statement>& statements);

// Whether going from one statement to another is news.
bool is_news(const Count& before, const Count& after);

// What a visit adds to the story of a source's counts.
struct CountFacts {
  Outcome outcome = Outcome::complete;
  bool limited = false;  // a partial visit that only max or stop ended
  std::optional<Count> stated;
  std::size_t tracked = 0;  // listed and missing papers after the visit
  std::size_t merged = 0;   // papers of this source that the visit found to be one
};

// The visit's one count_changed, if it makes one.
std::optional<CountChange> count_change(const Yardstick& before, const CountFacts& visit,
                                        const TrackRules& rules);

// The statement that the next one is compared with: an estimate that is no news leaves the last
// one standing, so that small steps add up.
Count compared_with(const std::optional<Count>& before, const Count& now);

// What was told as observed has moved the stated total too: the page, when it says so itself,
// repeats it.
void note_told(Yardstick& yardstick, const CountChange& told);

}  // namespace paperwatch
