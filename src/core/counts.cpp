// SPDX-License-Identifier: MIT
#include "core/counts.hpp"

#include <cstdlib>

namespace paperwatch {

namespace {

bool differs_by_more_than_a_tenth(std::int64_t before, std::int64_t after) {
  return std::abs(after - before) * 10 > std::abs(before);
}

bool may_tell_stated(const CountFacts& visit) {
  if (proves_absence(visit.outcome)) return true;
  return visit.outcome == Outcome::partial && visit.limited && visit.stated &&
         visit.stated->kind == CountKind::exact;
}

}  // namespace

std::optional<Statement> stated_by(const std::vector<Statement>& statements) {
  std::optional<Statement> best;
  for (const auto& statement : statements) {
    const bool is_exact = statement.count.kind == CountKind::exact;
    const bool have_exact = best && best->count.kind == CountKind::exact;
    if (have_exact && !is_exact) continue;
    if (!best || (is_exact && !have_exact) || statement.page >= best->page) best = statement;
  }
  return best;
}

bool is_news(const Count& before, const Count& after) {
  using enum CountKind;
  if (before.kind == about || after.kind == about) {
    // A bound that the estimate keeps says nothing against it.
    if (after.kind == at_least && after.value <= before.value) return false;
    if (before.kind == at_least && after.value >= before.value) return false;
    return differs_by_more_than_a_tenth(before.value, after.value);
  }
  if (before.kind == exact && after.kind == exact) return before.value != after.value;
  if (before.kind == exact) return after.value > before.value;  // at least m
  if (after.kind == exact) return after.value < before.value;   // below the old bound
  return false;  // two bounds: reading a deeper page makes it larger
}

std::optional<CountChange> count_change(const Yardstick& before, const CountFacts& visit,
                                        const TrackRules& rules) {
  if (std::holds_alternative<TrackRules::Day>(rules.window)) return std::nullopt;

  if (visit.stated && before.stated && may_tell_stated(visit) &&
      is_news(*before.stated, *visit.stated)) {
    return CountChange{*before.stated, *visit.stated, CountChange::Basis::stated};
  }

  // Where the page itself says an exact total, ours would only repeat it later.
  const bool page_says_it = visit.stated && visit.stated->kind == CountKind::exact;
  const bool is_window = std::holds_alternative<std::int64_t>(rules.window);
  if (!proves_absence(visit.outcome) || is_window || page_says_it || !before.observed) {
    return std::nullopt;
  }
  const Count expected{CountKind::exact,
                       before.observed->value - static_cast<std::int64_t>(visit.merged)};
  const Count now{CountKind::exact, static_cast<std::int64_t>(visit.tracked)};
  if (before.observed->kind != CountKind::exact || expected.value == now.value) return std::nullopt;
  return CountChange{*before.observed, now, CountChange::Basis::observed};
}

Count compared_with(const std::optional<Count>& before, const Count& now) {
  const bool is_estimate = now.kind == CountKind::about;
  return before && is_estimate && !is_news(*before, now) ? *before : now;
}

void note_told(Yardstick& yardstick, const CountChange& told) {
  const bool is_exact = yardstick.stated && yardstick.stated->kind == CountKind::exact;
  if (told.basis == CountChange::Basis::observed && is_exact)
    yardstick.stated->value += told.after.value - told.before.value;
}

}  // namespace paperwatch
