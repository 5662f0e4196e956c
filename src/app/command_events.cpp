// SPDX-License-Identifier: MIT
// events and deliveries: what happened, and who is still owed a word of it.
#include <algorithm>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "core/paper_name.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

struct EventArguments {
  std::string source, since;
  std::vector<std::string> kinds;
  std::optional<std::size_t> limit;
};

EventKind read_kind(const std::string& name) {
  if (const auto kind = parse_event_kind(name)) return *kind;
  std::vector<std::string> known;
  for (int i = 0; i <= static_cast<int>(EventKind::source_recovered); ++i) {
    known.emplace_back(name_of(static_cast<EventKind>(i)));
  }
  throw Refusal{wrong_usage,
                {"usage", fmt::format("no event kind '{}'", name), did_you_mean(name, known)},
                {}};
}

EventQuery query_of(const EventArguments& arguments) {
  EventQuery query;
  if (!arguments.source.empty()) query.source = arguments.source;
  for (const auto& kind : arguments.kinds) query.kinds.push_back(read_kind(kind));
  if (const auto id = read_id(arguments.since)) {
    query.after = *id;
  } else if (!arguments.since.empty()) {
    query.since = read_moment("--since", arguments.since);
  }
  query.limit = arguments.limit;
  return query;
}

int events(const Session& session, const EventArguments& arguments) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  check_known_source(config, store, arguments.source);
  const auto found = store.events(query_of(arguments));
  if (session.json) {
    session.print_json(events_json(found));
    return done;
  }
  for (const auto& event : found) {
    session.print(fmt::format("{:>6}  {}  {:<12}  {}{}\n", event.id, local_time(event.at),
                              event.source, event.message, event.baseline ? " (baseline)" : ""));
  }
  return done;
}

struct DeliveryArguments {
  std::string state;
  std::optional<DeliveryId> retry, drop;
};

std::vector<DeliveryRow> all_of_one_message(Store& store, DeliveryId id) {
  auto rows = store.deliveries(std::nullopt);
  const auto named =
      std::find_if(rows.begin(), rows.end(), [&](const DeliveryRow& row) { return row.id == id; });
  const auto digest = named == rows.end() ? std::nullopt : named->digest;
  std::erase_if(rows, [&](const DeliveryRow& row) {
    return row.id != id && (!digest || row.digest != digest);
  });
  return rows;
}

// Of a digest all its deliveries are tried again; one alone can be dropped.
int change_delivery(const Session& session, Store& store, const DeliveryArguments& arguments) {
  const DeliveryId id = arguments.retry ? *arguments.retry : *arguments.drop;
  const auto before = all_of_one_message(store, id);
  const bool changed = arguments.retry ? store.retry(id, wall_now()) : store.drop(id);
  if (!changed) {
    throw Refusal{wrong_usage,
                  {"usage", fmt::format("no delivery {} waits or has failed", id),
                   "see `paperwatch deliveries`"},
                  {}};
  }
  if (session.json) {
    session.print_json(deliveries_json(all_of_one_message(store, id)));
    return done;
  }
  const auto& delivery = *std::find_if(before.begin(), before.end(),
                                       [&](const DeliveryRow& row) { return row.id == id; });
  session.say(arguments.drop
                  ? fmt::format("delivery {} is dropped: {} will not be told of event {}\n", id,
                                delivery.channel, delivery.event)
                  : fmt::format("delivery {} is due now: the daemon or the next sync tells {}\n",
                                id, delivery.channel));
  return done;
}

std::optional<DeliveryRow::State> read_state(const std::string& name) {
  if (name == "waiting") return DeliveryRow::State::waiting;
  if (name == "failed") return DeliveryRow::State::failed;
  if (name == "done") return DeliveryRow::State::done;
  return std::nullopt;
}

void print_table(const Session& session, const std::vector<DeliveryRow>& deliveries) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : deliveries) {
    const bool is_waiting = row.state == DeliveryRow::State::waiting;
    rows.push_back({std::to_string(row.id), std::to_string(row.event), row.channel,
                    is_waiting                                ? "waiting"
                    : row.state == DeliveryRow::State::failed ? "failed"
                                                              : "done",
                    std::to_string(row.attempts), is_waiting ? local_time(row.due) : "",
                    row.error});
  }
  session.print(render_table({{"id", Column::Align::right},
                              {"event", Column::Align::right},
                              {"channel", Column::Align::left, true},
                              {"state"},
                              {"attempts", Column::Align::right},
                              {"due"},
                              {"last error", Column::Align::left, true}},
                             rows, terminal_width()));
}

int deliveries(const Session& session, const DeliveryArguments& arguments) {
  const Config config = session.load_to_read();
  const bool changes = arguments.retry || arguments.drop;
  Store store = session.open(config, changes ? Store::Access::write : Store::Access::read);
  if (changes) return change_delivery(session, store, arguments);
  const auto rows = store.deliveries(read_state(arguments.state));
  if (session.json) {
    session.print_json(deliveries_json(rows));
    return done;
  }
  print_table(session, rows);
  return done;
}

}  // namespace

void add_events(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(app, session, "events", "the change log, newest last",
                                        "paperwatch events --source hoefler --since \"7d ago\"");
  auto arguments = std::make_shared<EventArguments>();
  command->add_option("--source", arguments->source, "of this source only");
  command->add_option("--kind", arguments->kinds,
                      "of these kinds only: paper_new, count_changed, …");
  command->add_option("--since", arguments->since,
                      "a time, a date, \"7d ago\", or the id of the last event known");
  command->add_option("--limit", arguments->limit, "the newest N; with --since the oldest N")
      ->check(whole_number());
  command->callback([&session, &status, arguments] { status = events(session, *arguments); });
}

void add_deliveries(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(app, session, "deliveries",
                                        "the outbox: what channels are still to be told",
                                        "paperwatch deliveries --state failed");
  auto arguments = std::make_shared<DeliveryArguments>();
  command->add_option("--state", arguments->state, "waiting, failed or done")
      ->check(CLI::IsMember({"waiting", "failed", "done"}));
  auto* retry = command->add_option("--retry", arguments->retry, "try this delivery again at once")
                    ->check(whole_number());
  command->add_option("--drop", arguments->drop, "forget this delivery")
      ->check(whole_number())
      ->excludes(retry);
  command->callback([&session, &status, arguments] { status = deliveries(session, *arguments); });
}

}  // namespace paperwatch
