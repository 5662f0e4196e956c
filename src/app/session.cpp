// SPDX-License-Identifier: MIT
#include "app/session.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.hpp"
#include "base/time.hpp"
#include "notify/channels.hpp"
#include "render/query.hpp"

namespace paperwatch {

namespace {

void check_extraction(const Source& source, std::vector<ConfigFault>& faults) {
  std::vector<RuleFault> rule_faults;
  Extractor::compile(source.extract, source.pages, rule_faults);
  for (auto& fault : rule_faults) {
    faults.push_back({fault.at.line > 0 ? fault.at : source.at,
                      fmt::format("source {}: {}", source.id, fault.message),
                      std::move(fault.hint)});
  }
}

void check_query(const std::string& text, const Position& at, std::string_view what,
                 std::vector<ConfigFault>& faults) {
  const auto query = parse_query(text);
  if (!query)
    faults.push_back({at, fmt::format("{}: {}", what, query.error().message), query.error().hint});
}

// What the configuration may say but this version does not do yet: nobody is to wait for it.
void warn_of_what_is_to_come(const Config& config, std::vector<ConfigFault>& warnings) {
  const auto warn = [&](const Position& at, std::string what, const char* hint) {
    warnings.push_back({at, std::move(what), hint});
  };
  for (const auto& channel : config.channels) {
    if (is_supported(channel)) continue;
    warn(channel.at,
         fmt::format("channel {}: this version does not deliver to it yet", channel.name),
         "use `type: exec` or `type: log`; nothing is queued for it");
  }
  for (const auto& route : config.routes) {
    if (route.digest.empty() && route.quiet.empty()) continue;
    warn(route.at, "digest and quiet: this version delivers every event at once",
         "leave them out, or expect single messages");
  }
  for (const auto& source : config.sources) {
    if (!source.at_calendar.empty()) {
      warn(source.at,
           fmt::format("source {}: this version does not know `at:` yet and visits once a day",
                       source.id),
           "write `every: 24h`");
    }
  }
  Position file;
  file.file = config.file.string();
  if (config.serve) {
    warn(file, "serve: this version opens no port",
         "let any web server serve the folder of the feeds");
  }
}

}  // namespace

RuleCheck check_rules(const Config& config) {
  RuleCheck check;
  for (const auto& source : config.sources) check_extraction(source, check.faults);
  for (const auto& route : config.routes) {
    if (!route.match.empty()) check_query(route.match, route.at, "match", check.faults);
  }
  Position file;
  file.file = config.file.string();
  for (const auto& [name, text] : config.queries)
    check_query(text, file, "queries: " + name, check.faults);
  warn_of_what_is_to_come(config, check.warnings);
  return check;
}

LoadedConfig load_and_check(const std::filesystem::path& file) {
  auto loaded = load_config(file);
  if (!loaded.config) return loaded;
  auto check = check_rules(*loaded.config);
  loaded.faults.insert(loaded.faults.end(), check.faults.begin(), check.faults.end());
  loaded.warnings.insert(loaded.warnings.end(), check.warnings.begin(), check.warnings.end());
  return loaded;
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const auto near = nearest(word, known);
  return near.empty() ? "known: " + join(known, ", ") : fmt::format("did you mean '{}'?", near);
}

std::optional<std::int64_t> read_id(const std::string& text) {
  const bool is_id =
      !text.empty() && text.size() < 18 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_id ? std::optional<std::int64_t>(std::stoll(text)) : std::nullopt;
}

Config Session::load() const {
  const auto file = find_config(config_file);
  if (!file) {
    throw Refusal{wrong_usage,
                  {"config", "no configuration was found",
                   "write one with `paperwatch init`, or name it with --config"},
                  {}};
  }
  auto loaded = load_and_check(*file);
  if (!loaded.faults.empty()) {
    const auto problems = counted(loaded.faults.size(), "problem");
    throw Refusal{wrong_usage,
                  {"config", problems + " in the configuration, nothing was started",
                   "see `paperwatch check`"},
                  std::move(loaded.faults)};
  }
  return std::move(*loaded.config);
}

Store Session::open(const Config& config, Store::Access access) const {
  if (access == Store::Access::read && !std::filesystem::exists(config.database)) {
    // Nothing was ever visited: an empty database answers every question rightly.
    access = Store::Access::write;
  }
  return Store(config.database, access);
}

void Session::print(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void Session::print_json(const Json& document) const {
  print(indented_text(document) + "\n");
}

const Source& find_source(const Config& config, const std::string& name) {
  if (const auto* source = config.find(name)) return *source;
  std::vector<std::string> known;
  for (const auto& source : config.sources) known.push_back(source.id);
  throw Refusal{wrong_usage,
                {"usage", fmt::format("no source '{}' in {}", name, config.file.string()),
                 did_you_mean(name, known)},
                {}};
}

Time read_moment(std::string_view option, const std::string& text) {
  if (const auto moment = parse_moment(text, wall_now())) return *moment;
  throw Refusal{wrong_usage,
                {"usage", fmt::format("{}: '{}' is no time", option, text),
                 "write 2026-11-30T09:00:00Z, 2026-11-30, or 7d ago"},
                {}};
}

bool is_terminal(int fd) {
  return ::isatty(fd) == 1;
}

std::size_t terminal_width() {
  winsize size{};
  if (!is_terminal(STDOUT_FILENO) || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace paperwatch
