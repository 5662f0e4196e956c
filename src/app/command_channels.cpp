// SPDX-License-Identifier: MIT
// channels: who can be told, and whether a word reaches them.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/signals.hpp"
#include "base/time.hpp"
#include "notify/channels.hpp"
#include "render/text.hpp"

namespace paperwatch {

namespace {

struct Owed {
  std::size_t waiting = 0, failed = 0;
};

std::map<std::string, Owed> owed_by_channel(Store& store) {
  std::map<std::string, Owed> owed;
  for (const auto& row : store.deliveries(DeliveryRow::State::waiting)) ++owed[row.channel].waiting;
  for (const auto& row : store.deliveries(DeliveryRow::State::failed)) ++owed[row.channel].failed;
  return owed;
}

int list_channels(const Session& session) {
  const Config config = session.load_to_read();
  Store store = session.open(config, Store::Access::read);
  auto owed = owed_by_channel(store);
  if (session.json) {
    Json list = Json::array();
    for (const auto& channel : config.channels) {
      const auto& here = owed[channel.name];
      list.push_back({{"name", channel.name},
                      {"type", type_of(channel)},
                      {"target", target_of(channel)},
                      {"waiting", here.waiting},
                      {"failed", here.failed}});
    }
    session.print_json({{"channels", std::move(list)}});
    return done;
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& channel : config.channels) {
    const auto& here = owed[channel.name];
    rows.push_back({channel.name, type_of(channel), target_of(channel),
                    std::to_string(here.waiting), std::to_string(here.failed)});
  }
  session.print(render_table({{"channel", Column::Align::left, true},
                              {"type"},
                              {"target", Column::Align::left, true},
                              {"waiting", Column::Align::right},
                              {"failed", Column::Align::right}},
                             rows, terminal_width()));
  return done;
}

const Channel& find_channel(const Config& config, const std::string& name) {
  const auto found = std::find_if(config.channels.begin(), config.channels.end(),
                                  [&](const Channel& channel) { return channel.name == name; });
  if (found != config.channels.end()) return *found;
  std::vector<std::string> known;
  for (const auto& channel : config.channels) known.push_back(channel.name);
  throw Refusal{wrong_usage,
                {"usage", fmt::format("no channel '{}' in {}", name, config.file.string()),
                 did_you_mean(name, known)},
                {}};
}

// Sends past the outbox: what is owed is none of a test's business.
int test_channel(const Session& session, const std::string& name) {
  const Config config = session.load();
  const Channel& channel = find_channel(config, name);
  const Signals signals;
  const auto notice = sample_notice(wall_now());
  Json results = Json::array();
  bool all_accepted = true;
  for (const auto& recipient : recipients_of(channel)) {
    const auto receipt = send(channel, notice, recipient, wall_now(), signals.stop());
    all_accepted = all_accepted && receipt.accepted();
    const auto to = recipient.empty() ? target_of(channel) : recipient;
    results.push_back({{"to", to},
                       {"accepted", receipt.accepted()},
                       {"error", receipt.error ? Json(receipt.error->message) : Json()}});
    if (session.json) continue;
    if (!receipt.error) {
      session.say(fmt::format("{}: a sample was sent to {} and accepted\n", channel.name, to));
      continue;
    }
    session.print(fmt::format("{}: the sample{} was not accepted: {}\n", channel.name,
                              recipient.empty() ? "" : " for " + recipient,
                              receipt.error->message));
    if (!receipt.error->hint.empty()) session.print(fmt::format("  {}\n", receipt.error->hint));
  }
  if (session.json) {
    session.print_json({{"channel", channel.name},
                        {"delivery", notice.delivery},
                        {"results", std::move(results)}});
  }
  return all_accepted ? done : source_failed;
}

}  // namespace

void add_channels(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(app, session, "channels",
                                        "list who can be told; `channels test NAME` sends a sample",
                                        "paperwatch channels test lab-mail");
  command->require_subcommand(0, 1);
  auto* test = command->add_subcommand("test", "send one sample, at once and past the outbox");
  test->footer("Example:\n  paperwatch channels test lab-mail");
  test->fallthrough();
  auto name = std::make_shared<std::string>();
  test->add_option("NAME", *name, "the channel's name in the configuration")->required();
  command->callback([&session, &status, test, name] {
    status = test->parsed() ? test_channel(session, *name) : list_channels(session);
  });
}

}  // namespace paperwatch
