// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "app/commands.hpp"
#include "notify/feed_files.hpp"

namespace paperwatch {

namespace {

int feeds(const Session& session) {
  const Config config = session.load();
  Store store = session.open(config, Store::Access::read);
  const auto result = write_feeds(config, store);
  if (session.json) {
    Json document = {{"written", Json::array()}, {"unchanged", Json::array()}};
    for (const auto& file : result.written) document["written"].push_back(file.string());
    for (const auto& file : result.unchanged) document["unchanged"].push_back(file.string());
    session.print_json(document);
  } else {
    for (const auto& file : result.written) session.print(fmt::format("{}\n", file.string()));
    session.print(
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
