// SPDX-License-Identifier: MIT
// Looking through the papers, and the changes, that a request asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

#include "serve/reading_room.hpp"

namespace paperwatch {

struct PaperSearch {
  std::string words;  // as written: a query (docs/queries.md)
  std::string source;
  PaperQuery::State state = PaperQuery::State::current;
  std::string state_name = "current";
  std::optional<PaperId> before;
  std::size_t limit = 50;
};

struct PapersFound {
  std::vector<PaperRow> papers;  // newest first
  std::optional<PaperId> next;   // `before` of the rest; nothing: that is all
  bool was_cut_short = false;    // patience ended before so many were found
};

// Fails where `source` is none that is configured or whose history is known; "" is every source.
Result<Done> check_source(const Overview& overview, std::string_view source);

// Reads q (or search), source, state, before (or cursor), limit. The error's code is "usage".
Result<PaperSearch> read_paper_search(const Parameters& parameters, std::size_t limit,
                                      std::size_t most);
// Both fail for a query that cannot be read and a source that nobody knows.
Result<PapersFound> find_papers(ReadingRoom& room, const PaperSearch& search);

// The papers with the newest events that match, for a feed of the search.
Result<std::vector<Store::FeedPaper>> find_feed_papers(ReadingRoom& room,
                                                       const PaperSearch& search);

std::vector<std::string> event_kind_names();
// Reads source, kind (several), before, limit, baseline.
Result<Catalogue::Events> read_event_search(const Parameters& parameters, std::size_t limit,
                                            std::size_t most);

// By id or any name (core/paper_name.hpp).
std::optional<PaperHistory> find_history(Store& store, const std::string& name);

// A number of 0 to `most`; nothing where it is none. "" is `otherwise`.
std::optional<std::size_t> read_limit(std::string_view text, std::size_t otherwise,
                                      std::size_t most);

}  // namespace paperwatch
