// SPDX-License-Identifier: MIT
// The query language of routes, `papers --search` and `queries:` (docs/queries.md). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

namespace paperwatch {

struct Query {
  // The literal of a comparison, as written and made ready for comparing.
  struct Literal {
    std::string text;
    std::string folded;  // fold_words, or fold_case where that leaves nothing
    std::optional<std::int64_t> number;
    std::string first, last;  // the moments a date spans, "" if it is none
    bool operator==(const Literal&) const = default;
  };
  enum class Kind {
    all_of,
    any_of,
    none_of,
    anywhere,
    contains,
    equals,
    less,
    less_equal,
    greater,
    greater_equal,
    between
  };

  Kind kind = Kind::all_of;
  std::vector<Query> parts;       // all_of, any_of, none_of
  std::string field;              // comparisons
  std::vector<Literal> literals;  // equals: any of them; between: two; else one
  bool operator==(const Query&) const = default;
};

// An empty text matches everything. The error's code is "usage"; its message holds the column
// (characters, from 1), its hint what to write instead.
Result<Query> parse_query(std::string_view text);

// What a query is asked about. `sources`: those that list the paper.
struct QuerySubject {
  const Fields& fields;
  const std::vector<std::string>& sources;
  ListingState state = ListingState::listed;
};

bool matches(const Query& query, const QuerySubject& subject);
bool matches(const Query& query, const PaperRow& paper);

}  // namespace paperwatch
