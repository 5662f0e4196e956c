// SPDX-License-Identifier: MIT
// What the words of a paper must hold for a search to find it: a question that an index of words
// answers. Who holds them is a candidate, who does not is none.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace paperwatch {

struct WordFilter {
  enum class Kind {
    anything,   // the words say nothing of it: every paper is a candidate
    word,       // has this word
    beginning,  // has a word that begins so
    all_of,
    any_of
  };
  Kind kind = Kind::anything;
  std::string text;               // word, beginning; folded, never empty
  std::vector<WordFilter> parts;  // all_of, any_of; never empty, none of them `anything`
  bool operator==(const WordFilter&) const = default;

  // Of several filters at once; what tells nothing is left out.
  static WordFilter all(std::vector<WordFilter> filters);
  static WordFilter any(std::vector<WordFilter> filters);
};

}  // namespace paperwatch
