// SPDX-License-Identifier: MIT
// What is answered about any moment of the past is what was answered then.
//
// PAPERWATCH_SIMULATOR_STEPS sets the number of steps (default 150 in all).
#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>

#include <paperwatch/transfer.hpp>

#include "base/text.hpp"
#include "core/comparable.hpp"
#include "simulator/rules.hpp"
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

std::string text_of_value(const Value& value) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return join(*list, "|");
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

// Everything that is said of a paper, on one line.
std::string line_of_paper(const PaperRow& paper) {
  std::string line = fmt::format(
      "{} {} v{} state {}{} first {} last {} keys [{}] in [{}]", paper.id, paper.key, paper.version,
      static_cast<int>(paper.state), paper.withdrawn ? " withdrawn" : "", rfc3339(paper.first_seen),
      rfc3339(paper.last_seen), join(paper.aliases, ", "), join(paper.sources, ", "));
  for (const auto& [field, value] : paper.fields) line += " " + field + "=" + text_of_value(value);
  return line;
}

std::vector<PaperRow> papers_at(Store& store, std::optional<Time> moment) {
  PaperQuery query;
  query.state = PaperQuery::State::all;
  query.as_of = moment;
  return store.papers(query);
}

std::vector<std::string> lines_at(Store& store, std::optional<Time> moment) {
  std::vector<std::string> lines;
  for (const auto& paper : papers_at(store, moment)) lines.push_back(line_of_paper(paper));
  return lines;
}

// The first line in which two answers differ; "" they do not.
std::string first_difference(const std::vector<std::string>& now,
                             const std::vector<std::string>& then) {
  for (std::size_t i = 0; i < std::max(now.size(), then.size()); ++i) {
    const std::string a = i < now.size() ? now[i] : "nothing";
    const std::string b = i < then.size() ? then[i] : "nothing";
    if (a != b) return "now:  " + a + "\nthen: " + b;
  }
  return "";
}

struct Recorded {
  Time at;
  std::vector<std::string> papers;
};

// A life of many visits, healthy and not; after each, what was known.
std::vector<Recorded> live(World& world, Site& site, std::uint32_t seed, int steps) {
  std::vector<Recorded> moments;
  std::mt19937 dice(seed + 7);
  bool calm = true;
  for (int step = 0; step < steps; ++step) {
    const Fault fault = step > 0 && dice() % 3 == 0 ? static_cast<Fault>(dice() % 15) : Fault::none;
    if (step > 0) site.mutate(calm && fault == Fault::none);
    world.now += std::chrono::hours(7 + dice() % 30);
    site.begin_visit(fault);
    world.visit();
    Store store(world.config.database, Store::Access::read);
    moments.push_back({world.now, lines_at(store, std::nullopt)});
    calm = fault == Fault::none;
  }
  return moments;
}

// What the events up to a moment say of one paper.
struct Folded {
  Fields fields;
  bool removed = false;
};

void apply(Folded& paper, const Event& event) {
  if (event.kind == EventKind::paper_new) {
    paper.fields["title"] = event.paper->title;
    paper.fields["authors"] = event.paper->authors;
    paper.fields["subjects"] = event.paper->subjects;
  }
  paper.removed = event.kind == EventKind::paper_removed;
  for (const auto& change : event.changes) {
    if (change.after)
      paper.fields[change.field] = *change.after;
    else
      paper.fields.erase(change.field);
  }
}

std::map<PaperId, Folded> fold(const std::vector<Event>& events, Time moment) {
  std::map<PaperId, Folded> papers;
  for (const auto& event : events)
    if (event.paper && event.at <= moment) apply(papers[event.paper->id], event);
  return papers;
}

void check_folded(Store& store, const std::vector<Event>& events, Time moment) {
  const auto folded = fold(events, moment);
  const auto known = papers_at(store, moment);
  REQUIRE(known.size() == folded.size());
  for (const auto& paper : known) {
    CAPTURE(rfc3339(moment), line_of_paper(paper));
    const Folded& told = folded.at(paper.id);
    CHECK((paper.state == ListingState::removed) == told.removed);
    // Events are about watched fields; the others are stored in silence.
    Fields watched;
    for (const auto& [field, value] : told.fields)
      if (const auto found = paper.fields.find(field); found != paper.fields.end())
        watched.emplace(field, found->second);
    CHECK(changes_between(told.fields, watched).empty());
  }
}

int steps_of_a_world() {
  const char* text = std::getenv("PAPERWATCH_SIMULATOR_STEPS");
  return (text ? std::atoi(text) : 150) / 3;
}

}  // namespace

TEST_CASE("any moment of the past is answered as it was answered then", "[time_travel]") {
  for (const std::uint32_t seed : {11u, 12u, 13u}) {
    Site site(seed, static_cast<Totals>(seed % 3));
    World world;
    watch_site(world, site);
    auto moments = live(world, site, seed, steps_of_a_world());
    Store store(world.config.database, Store::Access::read);
    const auto events = store.events({});
    REQUIRE(moments.back().papers.size() > 20);

    // In any order, at the moment itself and until just before the next one.
    std::shuffle(moments.begin(), moments.end(), std::mt19937(seed));
    for (const auto& moment : moments) {
      CAPTURE(seed, rfc3339(moment.at));
      CHECK(first_difference(lines_at(store, moment.at), moment.papers) == "");
      const auto later = moment.at + std::chrono::hours(6);
      CHECK(first_difference(lines_at(store, later), moment.papers) == "");
      check_folded(store, events, moment.at);
    }
    CHECK(lines_at(store, world.now - std::chrono::hours(24 * 365)).empty());
  }
}

TEST_CASE("a history that was exported and imported answers about the past alike",
          "[time_travel]") {
  Site site(21, Totals::none);
  World world;
  watch_site(world, site);
  const auto moments = live(world, site, 21, 12);
  std::stringstream lines;
  export_history(world.config.database, RawPages::leave_out,
                 [&](std::string_view line) { lines << line; });
  REQUIRE(import_history(world.folder / "copy.db",
                         [&](std::string& line) { return bool(std::getline(lines, line)); }));
  Store copy(world.folder / "copy.db", Store::Access::read);
  for (const auto& moment : moments)
    CHECK(first_difference(lines_at(copy, moment.at), moment.papers) == "");
}
