// SPDX-License-Identifier: MIT
#include "serve/search.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "core/paper_name.hpp"
#include "render/query.hpp"
#include "render/query_filter.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t longest_query = 2000;  // bytes
// How many papers are read for a search's feed, newest first.
constexpr std::size_t feed_depth = 2000;

std::optional<PaperQuery::State> read_state(std::string_view name) {
  if (name.empty() || name == "current") return PaperQuery::State::current;
  if (name == "missing") return PaperQuery::State::missing;
  if (name == "removed") return PaperQuery::State::removed;
  if (name == "all") return PaperQuery::State::all;
  return std::nullopt;
}

std::string_view first_of(const Parameters& parameters, std::string_view name,
                          std::string_view other) {
  const auto text = parameters.text(name);
  return text.empty() ? parameters.text(other) : text;
}

Failure no_number(std::string_view name, std::string_view text) {
  return fail("usage", fmt::format("{}: '{}' is no number that is possible here", name, text),
              "leave it out, or use the value that an answer gave");
}

}  // namespace

std::optional<std::size_t> read_limit(std::string_view text, std::size_t otherwise,
                                      std::size_t most) {
  if (text.empty()) return otherwise;
  const auto number = read_id(std::string(text));
  if (!number) return std::nullopt;
  return std::min(static_cast<std::size_t>(*number), most);
}

Result<Done> check_source(const Overview& overview, std::string_view source) {
  if (source.empty() || overview.find(source)) return Done{};
  std::vector<std::string> known;
  for (const auto& glance : overview.sources) known.push_back(glance.status.source);
  const auto near = nearest(source, known);
  return fail(
      "usage", fmt::format("no source is called '{}'", source),
      near.empty() ? "known: " + join(known, ", ") : fmt::format("did you mean '{}'?", near));
}

Result<PaperSearch> read_paper_search(const Parameters& parameters, std::size_t limit,
                                      std::size_t most) {
  PaperSearch search;
  search.words = first_of(parameters, "q", "search");
  search.source = parameters.text("source");
  if (search.words.size() > longest_query) {
    return fail("usage", fmt::format("the query is longer than {} bytes", longest_query),
                "ask for less at once");
  }
  const auto state = read_state(parameters.text("state"));
  if (!state) {
    return fail("usage", fmt::format("no state '{}'", parameters.text("state")),
                "known: current, missing, removed, all");
  }
  search.state = *state;
  if (!parameters.text("state").empty()) search.state_name = parameters.text("state");
  if (const auto before = first_of(parameters, "before", "cursor"); !before.empty()) {
    search.before = read_id(std::string(before));
    if (!search.before) return no_number("cursor", before);
  }
  const auto wanted = read_limit(parameters.text("limit"), limit, most);
  if (!wanted || *wanted == 0) return no_number("limit", parameters.text("limit"));
  search.limit = *wanted;
  return search;
}

Result<PapersFound> find_papers(ReadingRoom& room, const PaperSearch& search) {
  if (const auto known = check_source(room.overview, search.source); !known)
    return fail(known.error());
  const auto query = parse_query(search.words);
  if (!query) return fail(query.error());
  Catalogue::Papers wanted;
  if (!search.source.empty()) wanted.source = search.source;
  wanted.state = search.state;
  wanted.before = search.before;
  wanted.words = filter_of(*query);

  PapersFound found;
  PaperId last = 0;
  const auto give_up = std::chrono::steady_clock::now() + room.patience;
  room.catalogue.papers(wanted, [&](PaperId id, PaperRow* paper) {
    // One after the last that was wanted proves that there may be more.
    if (found.papers.size() >= search.limit) {
      found.next = last;
      return false;
    }
    last = id;
    if (paper && matches(*query, *paper)) found.papers.push_back(std::move(*paper));
    found.was_cut_short =
        found.papers.size() < search.limit && std::chrono::steady_clock::now() > give_up;
    if (found.was_cut_short) found.next = last;
    return !found.was_cut_short;
  });
  return found;
}

Result<std::vector<Store::FeedPaper>> find_feed_papers(ReadingRoom& room,
                                                       const PaperSearch& search) {
  if (const auto known = check_source(room.overview, search.source); !known)
    return fail(known.error());
  const auto query = parse_query(search.words);
  if (!query) return fail(query.error());
  Catalogue::FeedSearch wanted;
  wanted.source = search.source;
  wanted.words = filter_of(*query);
  wanted.matches = [&](const PaperRow& paper) { return matches(*query, paper); };
  wanted.limit = static_cast<std::size_t>(std::max(room.config.feeds.entries, 1));
  wanted.most_read = feed_depth;
  return room.catalogue.feed_papers(wanted);
}

std::vector<std::string> event_kind_names() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(EventKind::source_recovered); ++i) {
    names.emplace_back(name_of(static_cast<EventKind>(i)));
  }
  return names;
}

Result<Catalogue::Events> read_event_search(const Parameters& parameters, std::size_t limit,
                                            std::size_t most) {
  Catalogue::Events wanted;
  if (const auto source = parameters.text("source"); !source.empty()) wanted.source = source;
  for (const auto& name : parameters.all("kind")) {
    const auto kind = parse_event_kind(name);
    if (!kind) {
      return fail("usage", fmt::format("no event kind '{}'", name),
                  "known: " + join(event_kind_names(), ", "));
    }
    wanted.kinds.push_back(*kind);
  }
  if (const auto before = parameters.text("before"); !before.empty()) {
    wanted.before = read_id(std::string(before));
    if (!wanted.before) return no_number("before", before);
  }
  const auto count = read_limit(parameters.text("limit"), limit, most);
  if (!count || *count == 0) return no_number("limit", parameters.text("limit"));
  wanted.limit = *count;
  return wanted;
}

std::optional<PaperHistory> find_history(Store& store, const std::string& name) {
  auto id = read_id(name);
  if (!id) id = store.find_paper(keys_named(name));
  if (!id) return std::nullopt;
  return store.history(store.current(*id));
}

}  // namespace paperwatch
