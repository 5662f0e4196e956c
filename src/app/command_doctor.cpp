// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <future>
#include <map>

#include <fmt/format.h>
#include <unistd.h>

#include "app/commands.hpp"
#include "app/signals.hpp"
#include "app/trial.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "core/page_options.hpp"

namespace paperwatch {

namespace {

constexpr std::uintmax_t low_disk = 100u << 20;

StoreCheck check_folder(const std::string& name, const std::filesystem::path& folder) {
  const auto where = folder.empty() ? std::filesystem::path(".") : folder;
  auto existing = std::filesystem::absolute(where);
  while (!std::filesystem::exists(existing) && existing.has_parent_path() &&
         existing != existing.parent_path()) {
    existing = existing.parent_path();
  }
  if (::access(existing.c_str(), W_OK | X_OK) == 0)
    return {name, true, where.string() + " can be written"};
  return {name, false, fmt::format("{} cannot be written by this user", where.string())};
}

StoreCheck check_disk(const std::filesystem::path& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder.empty() ? "." : folder, error);
  if (error) return {"disk", false, error.message()};
  return {"disk", space.available >= low_disk, size_text(space.available) + " free"};
}

// A clock before this release was made would give events times that never were.
StoreCheck check_clock() {
  const Time now = wall_now();
  const bool plausible = now > *parse_rfc3339("2026-01-01") && now < *parse_rfc3339("2100-01-01");
  return {"clock", plausible, "it is " + local_time(now)};
}

// Asks for each source's first page, its robots.txt before, as politely as a visit does.
void check_sources(const Config& config, const Session& session, std::vector<StoreCheck>& checks) {
  const Signals signals;
  const auto hosts = open_host_memory(session.database(config));
  // Every source may have to wait for its turn at its host.
  auto fetcher =
      make_fetcher({config.connections, std::chrono::minutes(5), wall_now}, *hosts, signals.stop());
  std::vector<std::pair<std::string, std::future<Fetcher::Answer>>> answers;
  for (const auto& source : config.sources) {
    if (!source.enabled) continue;
    auto promise = std::make_shared<std::promise<Fetcher::Answer>>();
    answers.emplace_back(source.id, promise->get_future());
    const auto page = first_page_of(source);
    fetcher->fetch({page, {}, options_for(source, page)},
                   [promise](Fetcher::Answer answer) { promise->set_value(std::move(answer)); });
  }
  for (auto& [id, future] : answers) {
    const auto answer = future.get();
    if (const auto* error = std::get_if<FetchError>(&answer)) {
      checks.push_back(
          {"source " + id, false,
           error->error.message + (error->error.hint.empty() ? "" : "; " + error->error.hint)});
    } else {
      const auto& response = std::get<FetchResponse>(answer);
      const std::string robots = config.find(id)->fetch.obey_robots ? ", robots.txt allows it" : "";
      checks.push_back({"source " + id, true,
                        fmt::format("{} answered {}{}", response.url, response.status, robots)});
    }
  }
}

// One that is not there yet is not made here: it would belong to whoever asks.
void check_database(const Config& config, const Session& session, std::vector<StoreCheck>& checks) {
  if (!std::filesystem::exists(config.database)) {
    checks.push_back({"database", true,
                      config.database.string() + " is not there yet; the first visit makes it"});
    return;
  }
  Store store = session.open(config, Store::Access::write);
  for (auto& check : store.check()) checks.push_back(std::move(check));
}

int doctor(const Session& session, bool offline) {
  const Config config = offline ? session.load_to_read() : session.load_to_try();
  std::vector<StoreCheck> checks{{"configuration", true, config.file.string() + " is well"}};
  const auto folder = config.database.parent_path();
  checks.push_back(check_folder("permissions", folder));
  checks.push_back(check_folder("feeds", config.feeds.directory));
  checks.push_back(check_disk(std::filesystem::exists(folder) ? folder : "."));
  checks.push_back(check_clock());
  check_database(config, session, checks);
  if (!offline) check_sources(config, session, checks);

  if (session.json) {
    session.print_json(checks_json(checks));
  } else {
    for (const auto& check : checks)
      session.print(
          fmt::format("{:<4} {}: {}\n", check.ok ? "ok" : "BAD", check.name, check.message));
  }
  const bool well =
      std::all_of(checks.begin(), checks.end(), [](const StoreCheck& check) { return check.ok; });
  return well ? done : source_failed;
}

}  // namespace

void add_doctor(CLI::App& app, Session& session, int& status) {
  auto* command = add_reporting_command(
      app, session, "doctor", "check database, permissions, disk, clock, and reach every source",
      "paperwatch doctor --offline");
  auto offline = std::make_shared<bool>(false);
  command->add_flag("--offline", *offline, "leave the sources alone");
  command->callback([&session, &status, offline] { status = doctor(session, *offline); });
}

}  // namespace paperwatch
