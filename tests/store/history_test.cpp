// SPDX-License-Identifier: MIT
// The past, and what feeds make of it.
#include <random>

#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

// Everything a listing says of a paper, as text, so that a difference shows both.
std::string line_of(const PaperRow& paper) {
  std::string text =
      std::to_string(paper.id) + " " + paper.key + " v" + std::to_string(paper.version) + " " +
      std::string(text_of(paper.fields, "title")) + " state " +
      std::to_string(static_cast<int>(paper.state)) + (paper.withdrawn ? " withdrawn" : "") +
      " from " + std::to_string(paper.first_seen.time_since_epoch().count()) + " to " +
      std::to_string(paper.last_seen.time_since_epoch().count());
  for (const std::string& source : paper.sources) text += " in " + source;
  for (const std::string& alias : paper.aliases) text += " as " + alias;
  return text;
}

// For every query that could be asked.
std::vector<std::string> snapshot(Store& store, std::optional<Time> as_of) {
  std::vector<std::string> all;
  for (const auto& source : {std::optional<std::string>(), std::optional<std::string>("s"),
                             std::optional<std::string>("t")})
    for (const auto state : {PaperQuery::State::all, PaperQuery::State::current,
                             PaperQuery::State::missing, PaperQuery::State::removed})
      for (const PaperRow& paper : store.papers({source, as_of, state, {}}))
        all.push_back(source.value_or("*") + ": " + line_of(paper));
  return all;
}

class RandomLife {
 public:
  RandomLife(Store& store, unsigned seed) : store_(store), random_(seed) {}

  // One visit in which some papers are new, change, vanish, return or turn out to be one, or two.
  void visit(Time at) {
    const std::string source = roll(2) ? "s" : "t";
    Store::Transaction transaction(store_);
    const VisitId visit = store_.insert_visit(visit_at(source, at));
    std::vector<PaperWrite> writes;
    std::vector<AbsenceWrite> absences;
    for (const PaperId paper : papers_) {
      if (roll(3) == 0) continue;
      const auto known = store_.known(source, {paper}).at(0);
      if (known.here && roll(2))
        absences.push_back({paper, static_cast<ListingState>(1 + roll(3)), 1, at});
      else
        writes.push_back(again(known));
    }
    if (papers_.size() < 8) writes.push_back(fresh());
    const auto ids = store_.write_papers(visit, source, at, writes);
    store_.write_absences(visit, source, absences);
    if (!writes.empty() && writes.back().paper == 0) papers_.push_back(ids.back());
    if (papers_.size() > 2 && roll(6) == 0) merge(visit, at);
    if (roll(6) == 0) split(at);
    transaction.commit();
  }

 private:
  int roll(int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(random_); }

  PaperWrite fresh() {
    const std::string name = std::to_string(++made_);
    return new_paper("url:" + name, titled("paper " + name),
                     {"title:" + std::to_string(made_ % 3)});
  }
  PaperWrite again(const KnownPaper& known) {
    const bool changed = roll(2) == 0;
    PaperWrite write = seen_again(
        known.id, changed ? titled("change " + std::to_string(++made_)) : known.fields, changed);
    write.withdrawn = changed ? roll(3) == 0 : known.withdrawn;
    if (roll(4) == 0) write.new_keys = {"doi:10.1/" + std::to_string(++made_)};
    return write;
  }
  void merge(VisitId visit, Time at) {
    const PaperId gone = papers_.back();
    papers_.pop_back();
    store_.merge(visit, at, {{papers_[static_cast<std::size_t>(roll(2))], gone, "doi:10.1/x"}});
  }

  void split(Time at) {
    if (const auto parting = store_.split(papers_[0], at)) papers_.push_back(parting->gone);
  }

  Store& store_;
  std::mt19937 random_;
  std::vector<PaperId> papers_;
  int made_ = 0;
};

}  // namespace

TEST_CASE("what was known at a moment is what was seen at that moment", "[store]") {
  const unsigned seed = GENERATE(range(1u, 11u));
  INFO("seed " << seed);
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  RandomLife life(store, seed);
  std::vector<std::vector<std::string>> seen;
  for (int i = 0; i < 25; ++i) {
    life.visit(minute(10 * i));
    seen.push_back(snapshot(store, std::nullopt));
  }
  for (int i = 0; i < 25; ++i) {
    INFO("after visit " << i);
    CHECK(snapshot(store, minute(10 * i)) == seen[static_cast<std::size_t>(i)]);
    CHECK(snapshot(store, minute(10 * i + 9)) == seen[static_cast<std::size_t>(i)]);
  }
  CHECK(snapshot(store, minute(-1)).empty());
}

TEST_CASE("the state of a paper depends on who is asked", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const PaperId paper = show(store, "s", minute(0), {new_paper("doi:10.1/a", titled("A"))})[0];
  show(store, "t", minute(1), {seen_again(paper, titled("A"), false)});
  miss(store, "t", minute(2), paper, ListingState::removed, 2);
  using State = PaperQuery::State;
  const auto states = [&](std::optional<std::string> source, State state) {
    std::vector<ListingState> found;
    for (const auto& row : store.papers({std::move(source), {}, state, {}}))
      found.push_back(row.state);
    return found;
  };
  using States = std::vector<ListingState>;
  CHECK(states("t", State::removed) == States{ListingState::removed});
  CHECK(states("t", State::current).empty());
  CHECK(states({}, State::current) == States{ListingState::listed});
  CHECK(states({}, State::removed).empty());
  CHECK(states("t", State::all) == States{ListingState::removed});
  CHECK(states("u", State::all).empty());
  CHECK(store.papers({})[0].sources == std::vector<std::string>{"s"});

  show(store, "s", minute(3), {new_paper("doi:10.1/b", titled("B"))});
  const auto newest = store.papers({{}, {}, State::all, 1});
  REQUIRE(newest.size() == 1);
  CHECK(newest[0].key == "doi:10.1/b");
}

TEST_CASE("a paper's history tells what changed, where it is listed and why", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  Fields fields = titled("A");
  fields["doi"] = "10.1000/a";
  const PaperId paper =
      show(store, "s", minute(0), {new_paper("doi:10.1000/a", fields, {"url:https://x/"})})[0];
  Fields later = fields;
  later["title"] = "B";
  later["year"] = std::int64_t{2026};
  show(store, "s", minute(1), {seen_again(paper, later, true)});
  show(store, "t", minute(2), {seen_again(paper, later, false)});

  const auto history = store.history(paper);
  REQUIRE(history);
  REQUIRE(history->versions.size() == 2);
  CHECK(history->versions[0].changes.empty());
  CHECK(history->versions[1].changes ==
        std::vector<Change>{{"title", "A", "B"}, {"year", std::nullopt, std::int64_t{2026}}});
  CHECK(history->versions[1].source == "s");
  CHECK(history->versions[1].at == minute(1));
  CHECK(history->versions[1].visit == 2);
  REQUIRE(history->listed.size() == 2);
  CHECK(history->listed[0].why == "shows doi:10.1000/a (first seen here in visit 1)");
  CHECK(history->listed[1].why == "shows doi:10.1000/a (known from s in visit 1)");
  CHECK(history->listed[1].first_seen == minute(2));
  CHECK_FALSE(store.history(99));
}

TEST_CASE("a feed has the papers with the newest events, newest first", "[store]") {
  const TempDir dir;
  Store store(dir / "p.db", Store::Access::write);
  const auto ids = show(store, "s", minute(0),
                        {new_paper("doi:10.1/a", titled("A")), new_paper("doi:10.1/b", titled("B")),
                         new_paper("doi:10.1/c", titled("C"))});
  std::vector<Event> events;
  for (const PaperId id : ids)
    events.push_back(paper_event(EventKind::paper_new, "s", 1, minute(0), id, "k"));
  events.push_back(paper_event(EventKind::paper_changed, "s", 1, minute(1), ids[0], "k"));
  events.push_back(paper_event(EventKind::paper_removed, "t", 1, minute(2), ids[1], "k"));
  Event broken;
  broken.kind = EventKind::source_broken;
  broken.source = "t";
  broken.at = minute(3);
  events.push_back(broken);
  store.insert_events(events);

  const auto papers_of = [&](const std::string& source, std::size_t limit) {
    std::vector<std::pair<PaperId, std::size_t>> found;
    for (const auto& entry : store.feed_papers(source, limit))
      found.emplace_back(entry.paper.id, entry.events.size());
    return found;
  };
  using Found = std::vector<std::pair<PaperId, std::size_t>>;
  CHECK(papers_of("", 10) == Found{{ids[1], 2}, {ids[0], 2}, {ids[2], 1}});
  CHECK(papers_of("s", 2) == Found{{ids[0], 2}, {ids[2], 1}});
  CHECK(papers_of("t", 2) == Found{{ids[1], 1}});
  const auto first = store.feed_papers("s", 1).at(0);
  CHECK(first.events[0].kind == EventKind::paper_new);
  CHECK(first.events[1].kind == EventKind::paper_changed);
  CHECK(store.newest_events() == std::map<std::string, EventId>{{"s", 4}, {"t", 6}});
}
