// SPDX-License-Identifier: MIT
// Semantics, "A visit, and what it proves" and "Broken listings".
#include "core/health.hpp"

#include "support/catch.hpp"

using namespace paperwatch;

namespace {

VisitFacts listing(std::size_t papers) {
  VisitFacts facts;
  facts.pages = 1;
  facts.reached_end = true;
  facts.records = facts.papers = facts.elements = papers;
  facts.url = facts.final_url = "https://l.example/list";
  facts.record_rule = "`li.paper`";
  facts.missing_fields = {"url"};
  return facts;
}

SourceMemory after_listing_of(std::size_t papers) {
  SourceMemory memory;
  memory.baseline_done = papers > 0;
  if (papers > 0) memory.yardstick = measure({}, listing(papers), Outcome::complete, false, papers);
  return memory;
}

Judgement judged(const VisitFacts& facts, std::size_t before, const TrackRules& track = {}) {
  return judge(facts, after_listing_of(before), track, std::nullopt, true);
}

std::string code(const Judgement& judgement) {
  return judgement.problem ? judgement.problem->code : "";
}

}  // namespace

TEST_CASE("a healthy listing read to its end is complete", "[health]") {
  CHECK(judged(listing(12), 12) == Judgement{Outcome::complete, std::nullopt});
  CHECK(judged(listing(12), 0).outcome == Outcome::complete);
}

TEST_CASE("no records where there were some is no news of 12 removals", "[health]") {
  const auto verdict = judged(listing(0), 12);
  CHECK(verdict.outcome == Outcome::quarantined);
  CHECK(code(verdict) == "no_records");
  CHECK(verdict.problem->message.find("previously 12") != std::string::npos);
}

TEST_CASE("zero records are broken on a very first visit too", "[health]") {
  const auto verdict = judged(listing(0), 0);
  CHECK(verdict.outcome == Outcome::quarantined);
  CHECK(verdict.problem->message.find("`li.paper` matches nothing") != std::string::npos);
}

TEST_CASE("a listing that says it is empty is", "[health]") {
  auto facts = listing(0);
  SECTION("by its marker") {
    facts.empty_marker = true;
  }
  SECTION("by its stated total") {
    facts.stated = Count{CountKind::exact, 0};
  }
  CHECK(judged(facts, 0).outcome == Outcome::complete);
  CHECK(judged(facts, 12).outcome == Outcome::complete);
}

TEST_CASE("a drop by more than half", "[health]") {
  SECTION("is quarantined") {
    CHECK(code(judged(listing(5), 12)) == "records_dropped");
  }
  SECTION("is not, if it is half or less") {
    CHECK(judged(listing(6), 12).outcome == Outcome::complete);
  }
  SECTION("is not, if an exact stated total equals what was read") {
    auto facts = listing(5);
    facts.stated = Count{CountKind::exact, 5};
    CHECK(judged(facts, 12).outcome == Outcome::complete);
  }
  SECTION("is quarantined though a bound is stated") {
    auto facts = listing(5);
    facts.stated = Count{CountKind::at_least, 5};
    CHECK(judged(facts, 12).outcome == Outcome::quarantined);
  }
  SECTION("says nothing of a window") {
    TrackRules track;
    track.window = TrackRules::Day{};
    CHECK(judged(listing(2), 40, track).outcome == Outcome::complete);
  }
  SECTION("says nothing, if only trouble with a later page kept the visit short") {
    auto facts = listing(18);
    facts.reached_end = false;
    facts.trouble = Problem{"later_page", "page 2 answered 500", ""};
    CHECK(judged(facts, 90).outcome == Outcome::partial);
  }
}

TEST_CASE("elements that lack a required field", "[health]") {
  auto facts = listing(20);
  SECTION("all of them") {
    facts.records = facts.papers = 0;
    facts.incomplete = 20;
    CHECK(code(judged(facts, 0)) == "field_missing");
  }
  SECTION("less than half of the usual share has it") {
    facts.records = facts.papers = 9;
    facts.incomplete = 11;
    CHECK(code(judged(facts, 10)) == "field_missing");
  }
  SECTION("as many as usual have it") {
    auto memory = after_listing_of(0);
    facts.records = facts.papers = 9;
    facts.incomplete = 11;
    memory.yardstick = measure({}, facts, Outcome::complete, false, 9);
    CHECK(judge(facts, memory, {}, std::nullopt, true).outcome == Outcome::complete);
  }
}

TEST_CASE("most titles, or one link, repeat on records with different keys", "[health]") {
  auto facts = listing(10);
  SECTION("titles") {
    facts.repeated_titles = 8;
  }
  SECTION("one link") {
    facts.repeated_links = 6;
  }
  CHECK(code(judged(facts, 10)) == "repeated");
}

TEST_CASE("a page in another encoding than it says, where it used to be right", "[health]") {
  auto facts = listing(10);
  facts.damaged = 3;
  CHECK(code(judged(facts, 10)) == "encoding");
  facts.damaged = 1;
  CHECK(judged(facts, 10).outcome == Outcome::complete);
}

TEST_CASE("front matters of a proceedings page are no fault", "[health]") {
  auto facts = listing(57);
  facts.repeated_titles = 5;
  CHECK(judged(facts, 57).outcome == Outcome::complete);
}

TEST_CASE("pages that are not the listing", "[health]") {
  auto facts = listing(0);
  SECTION("a waiting room") {
    facts.looks_blocked = true;
    CHECK(code(judged(facts, 12)) == "blocked");
  }
  SECTION("a redirect to somewhere without records") {
    facts.redirected = true;
    CHECK(code(judged(facts, 12)) == "redirected");
  }
  SECTION("a redirect to a login form, whatever matches there") {
    facts = listing(3);
    facts.redirected = facts.has_password_field = true;
    CHECK(code(judged(facts, 3)) == "redirected");
  }
  SECTION("an API's own error") {
    facts.is_error = true;
    CHECK(code(judged(facts, 12)) == "no_content");
  }
}

TEST_CASE("a redirect to a page with the records is only a new address", "[health]") {
  auto facts = listing(12);
  facts.redirected = true;
  CHECK(judged(facts, 12).outcome == Outcome::complete);
}

TEST_CASE("a body that ends in the middle", "[health]") {
  auto facts = listing(11);
  facts.truncated = true;
  CHECK(judged(facts, 12).outcome == Outcome::partial);
  CHECK(code(judged(facts, 12)) == "truncated");
  facts = listing(3);
  facts.truncated = true;
  CHECK(judged(facts, 12).outcome == Outcome::quarantined);
  facts = listing(12);
  facts.truncated = true;
  // A new paper in the place of one behind the cut proves nothing of the latter.
  CHECK(judged(facts, 12).outcome == Outcome::partial);
}

TEST_CASE("an exact stated total that agrees with neither records nor papers", "[health]") {
  auto facts = listing(264);
  facts.stated = Count{CountKind::exact, 320};
  CHECK(code(judged(facts, 264)) == "count_mismatch");
  CHECK(judged(facts, 264).outcome == Outcome::partial);
  SECTION("does not become right because the page came unchanged") {
    facts.all_unchanged = true;
    CHECK(code(judged(facts, 264)) == "count_mismatch");
  }
  SECTION("is none, if sections were left out") {
    facts.sections_filtered = true;
    CHECK(judged(facts, 264).outcome == Outcome::complete);
  }
  SECTION("is none, if it counts every sighting") {
    facts.records = 320;
    CHECK(judged(facts, 264).outcome == Outcome::complete);
  }
}

TEST_CASE("a listing that max or stop ended is partial without a problem", "[health]") {
  auto facts = listing(18);
  facts.reached_end = false;
  facts.stated = Count{CountKind::exact, 90};
  CHECK(judged(facts, 18) == Judgement{Outcome::partial, std::nullopt});
}

TEST_CASE("health over several visits", "[health]") {
  SourceMemory memory;
  using enum EventKind;
  const auto step = [&](Outcome outcome) { return next_health(memory, outcome, true); };

  SECTION("unreachable after three failed visits in a row, told once") {
    CHECK(step(Outcome::failed) == std::nullopt);
    CHECK(step(Outcome::failed) == std::nullopt);
    CHECK(step(Outcome::failed) == source_unreachable);
    CHECK(step(Outcome::failed) == std::nullopt);
    CHECK(step(Outcome::partial) == source_recovered);
    CHECK(step(Outcome::complete) == std::nullopt);
  }
  SECTION("broken at once; nothing more while it lasts, whatever it turns into") {
    CHECK(step(Outcome::quarantined) == source_broken);
    CHECK(step(Outcome::quarantined) == std::nullopt);
    for (int i = 0; i < 4; ++i) CHECK(step(Outcome::failed) == std::nullopt);
    CHECK(step(Outcome::quarantined) == std::nullopt);
    CHECK(step(Outcome::unchanged) == source_recovered);
  }
  SECTION("two failures and a good visit are no event at all") {
    step(Outcome::failed);
    step(Outcome::failed);
    CHECK(step(Outcome::complete) == std::nullopt);
    CHECK(memory.failures == 0);
  }
  SECTION("waiting for a host is no failure of the source") {
    for (int i = 0; i < 5; ++i) CHECK(next_health(memory, Outcome::failed, false) == std::nullopt);
    CHECK(memory.failures == 0);
  }
}

TEST_CASE("what a visit leaves as the yardstick", "[health]") {
  Yardstick before = measure({}, listing(30), Outcome::complete, false, 30);
  VisitFacts facts = listing(10);

  SECTION("one that stopped at what is known says nothing of the size") {
    facts.full = facts.reached_end = false;
    const auto after = measure(before, facts, Outcome::partial, false, 30);
    CHECK(after.papers == 30);
    CHECK(after.reached_end);
  }
  SECTION("one that max ended does, and what lies deeper was never read") {
    facts.reached_end = false;
    const auto after = measure(before, facts, Outcome::partial, false, 30);
    CHECK(after.papers == 10);
    CHECK_FALSE(after.reached_end);
    CHECK(after.depth == 1);
  }
  SECTION("one whose total disagrees does too") {
    facts.stated = Count{CountKind::exact, 12};
    const auto after = measure({}, facts, Outcome::partial, false, 10);
    CHECK(after.papers == 10);
    CHECK(after.reached_end);
    CHECK_FALSE(after.stated);
  }
  SECTION("one that broke off leaves it as it was") {
    facts.trouble = Problem{"later_page", "", ""};
    CHECK(measure(before, facts, Outcome::partial, false, 30) == before);
    facts.trouble.reset();
    facts.truncated = true;
    CHECK(measure(before, facts, Outcome::partial, false, 30) == before);
  }
}
