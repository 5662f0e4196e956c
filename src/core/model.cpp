// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include <paperwatch/model.hpp>

namespace paperwatch {

namespace {

template <typename E, std::size_t N>
using Names = std::array<std::pair<E, std::string_view>, N>;

constexpr Names<CountKind, 3> count_kinds{
    {{CountKind::exact, "exact"}, {CountKind::at_least, "at_least"}, {CountKind::about, "about"}}};
constexpr Names<Outcome, 5> outcomes{{{Outcome::complete, "complete"},
                                      {Outcome::unchanged, "unchanged"},
                                      {Outcome::partial, "partial"},
                                      {Outcome::quarantined, "quarantined"},
                                      {Outcome::failed, "failed"}}};
constexpr Names<EventKind, 10> event_kinds{{{EventKind::paper_new, "paper_new"},
                                            {EventKind::paper_changed, "paper_changed"},
                                            {EventKind::paper_withdrawn, "paper_withdrawn"},
                                            {EventKind::paper_removed, "paper_removed"},
                                            {EventKind::paper_returned, "paper_returned"},
                                            {EventKind::count_changed, "count_changed"},
                                            {EventKind::source_broken, "source_broken"},
                                            {EventKind::source_unreachable, "source_unreachable"},
                                            {EventKind::source_stale, "source_stale"},
                                            {EventKind::source_recovered, "source_recovered"}}};
constexpr Names<Health, 5> healths{{{Health::fresh, "new"},
                                    {Health::ok, "ok"},
                                    {Health::broken, "broken"},
                                    {Health::unreachable, "unreachable"},
                                    {Health::stale, "stale"}}};

template <typename E, std::size_t N>
std::string_view find_name(const Names<E, N>& names, E value) {
  return std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == value; })
      ->second;
}

template <typename E, std::size_t N>
std::optional<E> find_value(const Names<E, N>& names, std::string_view name) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == name; });
  if (found == names.end()) return std::nullopt;
  return found->first;
}

}  // namespace

std::string_view text_of(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  if (found == fields.end()) return {};
  const auto* text = std::get_if<std::string>(&found->second);
  return text ? std::string_view(*text) : std::string_view();
}

const std::vector<std::string>& list_of(const Fields& fields, std::string_view name) {
  static const std::vector<std::string> none;
  const auto found = fields.find(name);
  if (found == fields.end()) return none;
  const auto* list = std::get_if<std::vector<std::string>>(&found->second);
  return list ? *list : none;
}

std::optional<std::int64_t> number_of(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  if (found == fields.end()) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&found->second);
  return number ? std::optional(*number) : std::nullopt;
}

std::string_view name_of(CountKind kind) {
  return find_name(count_kinds, kind);
}
std::string_view name_of(Outcome outcome) {
  return find_name(outcomes, outcome);
}
std::string_view name_of(EventKind kind) {
  return find_name(event_kinds, kind);
}
std::string_view name_of(Health health) {
  return find_name(healths, health);
}
std::string_view name_of(CountChange::Basis basis) {
  return basis == CountChange::Basis::stated ? "stated" : "observed";
}
std::optional<CountKind> parse_count_kind(std::string_view name) {
  return find_value(count_kinds, name);
}
std::optional<Outcome> parse_outcome(std::string_view name) {
  return find_value(outcomes, name);
}
std::optional<EventKind> parse_event_kind(std::string_view name) {
  return find_value(event_kinds, name);
}
std::optional<Health> parse_health(std::string_view name) {
  return find_value(healths, name);
}

}  // namespace paperwatch
