// SPDX-License-Identifier: MIT
// Who is still owed a word.
#include <algorithm>

#include <fmt/format.h>

#include "serve/page_parts.hpp"
#include "serve/pages.hpp"

namespace paperwatch {

namespace {

constexpr std::size_t most_deliveries = 200;

std::optional<DeliveryRow::State> read_state(std::string_view name) {
  if (name == "waiting") return DeliveryRow::State::waiting;
  if (name == "done") return DeliveryRow::State::done;
  return DeliveryRow::State::failed;
}

// What is to be told: the paper's title, or the event in words.
std::string subject_of(Store& store, EventId id) {
  const auto event = store.event(id);
  if (!event) return fmt::format("event {}", id);
  return event->paper && !event->paper->title.empty() ? event->paper->title : event->message;
}

std::vector<Markup> delivery_row(Store& store, const DeliveryRow& row) {
  return {markup(std::to_string(row.id)),
          markup(row.channel),
          link(fmt::format("/events?before={0}#event-{1}", row.event + 1, row.event),
               subject_of(store, row.event)),
          markup(std::to_string(row.attempts)),
          time_element(row.created),
          time_element(row.due),
          markup(row.error)};
}

Markup table_of(Store& store, const std::vector<DeliveryRow>& rows) {
  std::vector<std::vector<Markup>> cells;
  for (const auto& row : rows) cells.push_back(delivery_row(store, row));
  constexpr auto number = TableColumn::Kind::number;
  return table_element({{"id", number},
                        {"channel"},
                        {"about"},
                        {"attempts", number},
                        {"since"},
                        {"due"},
                        {"last error"}},
                       cells);
}

Markup choice(std::string_view name, std::string_view chosen, std::size_t number) {
  const auto text = fmt::format("{} ({})", name, number);
  if (name == chosen) return el("strong", text);
  return link(fmt::format("/deliveries?state={}", name), text);
}

}  // namespace

WebResponse deliveries_page(const WebRequest& request, const std::string&, ReadingRoom& room) {
  std::string state(request.parameters().text("state"));
  if (state != "waiting" && state != "done") state = "failed";
  auto rows = room.store.deliveries(read_state(state));
  std::reverse(rows.begin(), rows.end());
  const auto all = rows.size();
  if (rows.size() > most_deliveries)
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(most_deliveries), rows.end());
  const auto& totals = room.overview.totals;
  const Markup turn =
      el("p", {{"class", "turn"}}, choice("failed", state, totals.failed),
         choice("waiting", state, totals.waiting),
         state == "done" ? el("strong", "done") : link("/deliveries?state=done", "done"));
  return page_response(
      request, room, "Deliveries",
      markup(el("h1", "Deliveries"),
             el("p", {{"class", "lead"}},
                "What channels are still to be told. Failed ones are tried again with ",
                el("code", "paperwatch deliveries --retry ID"), "."),
             turn, rows.empty() ? el("p", "None.") : table_of(room.store, rows),
             all > rows.size() ? el("p", {{"class", "facts"}},
                                    fmt::format("The newest {} of {}.", most_deliveries, all))
                               : Markup()));
}

}  // namespace paperwatch
