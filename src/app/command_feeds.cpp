// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "app/commands.hpp"
#include "notify/feed_files.hpp"

namespace paperwatch {

namespace {

int feeds(const Session& session) {
  const Config config = session.load_to_read();
  // Not a stand-in for a database that is not there yet: its uuid goes into the feeds.
  Store store = session.open(config, Store::Access::write);
  const auto result = write_feeds(config, store);
  if (session.json) {
    Json document = {
        {"written", Json::array()}, {"unchanged", Json::array()}, {"removed", Json::array()}};
    for (const auto& file : result.written) document["written"].push_back(file.string());
    for (const auto& file : result.unchanged) document["unchanged"].push_back(file.string());
    for (const auto& file : result.removed) document["removed"].push_back(file.string());
    session.print_json(document);
  } else {
    for (const auto& file : result.written) session.say(fmt::format("{}\n", file.string()));
    for (const auto& file : result.removed)
      session.say(fmt::format("{} removed: no feed has this name any more\n", file.string()));
    session.say(
        fmt::format("{} written, {} unchanged\n", result.written.size(), result.unchanged.size()));
  }
  for (const auto& error : result.errors)
    fmt::print(stderr, "paperwatch: {}\n  {}\n", error.message, error.hint);
  return result.errors.empty() ? done : source_failed;
}

}  // namespace

void add_feeds(CLI::App& app, Session& session, int& status) {
  auto* command =
      add_reporting_command(app, session, "feeds", "write the feed files now", "paperwatch feeds");
  command->callback([&session, &status] { status = feeds(session); });
}

}  // namespace paperwatch
