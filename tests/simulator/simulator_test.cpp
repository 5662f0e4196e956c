// SPDX-License-Identifier: MIT
// Many steps of a random world: after each, exactly the true events, no more and no fewer.
//
// PAPERWATCH_SIMULATOR_STEPS sets the number of steps (default 1000 in all),
// PAPERWATCH_SIMULATOR_SEED the first seed. A failure names the seed and the step.
#include <cstdlib>
#include <iterator>
#include <random>

#include "base/text.hpp"
#include "simulator/rules.hpp"
#include "simulator/truth.hpp"
#include "support/catch.hpp"
#include "sync/world.hpp"

using namespace paperwatch;
using namespace paperwatch::test;

namespace {

int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

// The hidden name of a paper stands in its link.
int number_of(const Event& event) {
  const auto& url = event.paper->url;
  if (const auto at = url.find("/abs/2301."); at != std::string::npos)
    return std::stoi(url.substr(at + 10, 5));
  return std::stoi(url.substr(url.rfind('/') + 1));
}

std::multiset<std::string> lines_of(const VisitReport& report) {
  std::multiset<std::string> lines;
  for (const auto& event : report.events) {
    if (!event.paper) {
      lines.insert(std::string(name_of(event.kind)));
      continue;
    }
    std::set<std::string> fields;
    for (const auto& change : event.changes) fields.insert(change.field);
    lines.insert(line_of(std::string(name_of(event.kind)), number_of(event), fields));
  }
  return lines;
}

std::string difference_of(const std::multiset<std::string>& told,
                          const std::multiset<std::string>& due) {
  std::vector<std::string> missed, wrong;
  std::set_difference(due.begin(), due.end(), told.begin(), told.end(), std::back_inserter(missed));
  std::set_difference(told.begin(), told.end(), due.begin(), due.end(), std::back_inserter(wrong));
  return "missed [" + join(missed, " | ") + "] wrong [" + join(wrong, " | ") + "]";
}

void simulate(std::uint32_t seed, int steps) {
  const auto totals = static_cast<Totals>(seed % 3);
  Site site(seed, totals);
  Truth truth;
  World world;
  watch_site(world, site);
  std::mt19937 dice(seed + 1);
  bool calm = true;  // the visit before was healthy
  Fault fault = Fault::none;
  std::string history;
  for (int step = 0; step < steps; ++step) {
    const bool goes_on = fault != Fault::none && dice() % 3 == 0;  // troubles last
    if (!goes_on)
      fault = step > 0 && dice() % 3 == 0 ? static_cast<Fault>(dice() % 15) : Fault::none;
    if (step > 0) site.mutate(calm && fault == Fault::none);
    world.now += std::chrono::hours(13 + dice() % 20);
    site.begin_visit(fault);

    const auto report = world.visit();
    const auto due = truth.after_visit(site, fault, world.now);

    const auto told = lines_of(report);
    history += fmt::format("\n  step {} {} {}: {} {}", step, name_of(fault), site.notes(),
                           name_of(report.visit.outcome), code(report));
    if (told != due) {
      FAIL("seed " << seed << " step " << step << " (" << name_of(fault)
                   << "): " << difference_of(told, due)
                   << history.substr(history.size() > 1500 ? history.size() - 1500 : 0));
    }
    calm = fault == Fault::none;
  }
}

}  // namespace

TEST_CASE("every step of a random world is told as it was", "[simulator]") {
  const int steps = number_from("PAPERWATCH_SIMULATOR_STEPS", 1000);
  const int seed = number_from("PAPERWATCH_SIMULATOR_SEED", 1);
  const int worlds = 10;
  for (int i = 0; i < worlds; ++i) simulate(static_cast<std::uint32_t>(seed + i), steps / worlds);
  SUCCEED(steps << " steps in " << worlds << " worlds");
}
