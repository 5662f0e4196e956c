// SPDX-License-Identifier: MIT
#include "app/session.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <paperwatch/given_fields.hpp>
#include <paperwatch/host.hpp>
#include <paperwatch/sync.hpp>

#include "app/query_fields.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "base/url.hpp"
#include "core/calendar.hpp"
#include "core/visit_times.hpp"
#include "notify/channels.hpp"
#include "render/query.hpp"
#include "sync/scratch_store.hpp"

namespace paperwatch {

namespace {

// `well`: sources that have rules without a fault, others each; many have those of one template.
void check_extraction(const Source& source, std::vector<const Source*>& well,
                      std::vector<ConfigFault>& faults) {
  const auto has_same_rules = [&source](const Source* other) {
    return other->extract == source.extract && other->pages == source.pages;
  };
  if (std::any_of(well.begin(), well.end(), has_same_rules)) return;
  std::vector<RuleFault> rule_faults;
  Extractor::compile(source.extract, source.pages, rule_faults);
  if (rule_faults.empty()) well.push_back(&source);
  for (auto& fault : rule_faults) {
    if (fault.at.line == 0) {
      faults.push_back({source.at, fmt::format("source {}: {}", source.id, fault.message),
                        std::move(fault.hint)});
      continue;
    }
    // A template's rule is compiled for each source that uses it.
    const auto is_told = [&fault](const ConfigFault& other) {
      return other.at.file == fault.at.file && other.at.line == fault.at.line &&
             other.at.column == fault.at.column && other.message == fault.message;
    };
    if (std::none_of(faults.begin(), faults.end(), is_told))
      faults.push_back({fault.at, std::move(fault.message), std::move(fault.hint)});
  }
}

void check_query(const std::string& text, const Position& at, std::string_view what,
                 const std::vector<std::string>& given, RuleCheck& check) {
  const auto query = parse_query(text);
  if (!query) {
    check.faults.push_back(
        {at, fmt::format("{}: {}", what, query.error().message), query.error().hint});
    return;
  }
  if (given.empty()) return;  // without sources nothing is asked yet
  for (const auto& name : unknown_fields(*query, given)) {
    check.warnings.push_back({at, fmt::format("{}: no source's rules give '{}'", what, name),
                              did_you_mean(name, given)});
  }
}

void check_queries(const Config& config, RuleCheck& check) {
  const auto given = given_fields(config);
  for (const auto& route : config.routes) {
    if (!route.match.empty()) check_query(route.match, route.at, "match", given, check);
  }
  if (config.queries.empty()) return;
  const auto positions = query_positions(config.file);
  for (const auto& [name, text] : config.queries) {
    Position at;
    at.file = config.file.string();
    if (const auto found = positions.find(name); found != positions.end()) at = found->second;
    check_query(text, at, "queries: " + name, given, check);
  }
}

void warn_of_private_address(const Source& source, std::vector<ConfigFault>& warnings) {
  const auto url = parse_url(source.url);
  if (!url || source.fetch.allow_private_addresses || !is_private_host(url->host)) return;
  warnings.push_back({source.at,
                      fmt::format("source {}: {} is a private address, which is not fetched",
                                  source.id, url->host),
                      "write private_addresses: allow in the source, or under fetch:"});
}

void warn_of_idle_calendar(const Source& source, std::vector<ConfigFault>& warnings) {
  const Time now = wall_now();
  if (source.at_calendar.empty() || next_visit(source, now, now) < never) return;
  warnings.push_back(
      {source.at, fmt::format("source {}: '{}' never comes again", source.id, source.at_calendar),
       "after its first visit the source is not visited any more"});
}

}  // namespace

RuleCheck check_rules(const Config& config) {
  RuleCheck check;
  std::vector<const Source*> well;
  for (const auto& source : config.sources) check_extraction(source, well, check.faults);
  check_queries(config, check);
  for (const auto& channel : config.channels) {
    if (const auto right = check_channel(channel); !right)
      check.faults.push_back({channel.at,
                              fmt::format("channel {}: {}", channel.name, right.error().message),
                              right.error().hint});
  }
  for (const auto& source : config.sources) {
    warn_of_idle_calendar(source, check.warnings);
    warn_of_private_address(source, check.warnings);
  }
  return check;
}

LoadedConfig load_and_check(const std::filesystem::path& file, Secrets secrets) {
  auto loaded = load_config(file, secrets);
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

namespace {

LoadedConfig load_unless_at_fault(const std::optional<std::string>& given, Secrets secrets) {
  const auto file = find_config(given);
  if (!file) {
    throw Refusal{wrong_usage,
                  {"config", "no configuration was found",
                   "write one with `paperwatch init`, or name it with --config"},
                  {}};
  }
  auto loaded = load_and_check(*file, secrets);
  if (!loaded.faults.empty()) {
    const auto problems = counted(loaded.faults.size(), "problem");
    throw Refusal{wrong_usage,
                  {"config", problems + " in the configuration, nothing was started",
                   "see `paperwatch check`"},
                  std::move(loaded.faults)};
  }
  return loaded;
}

}  // namespace

Config Session::load() const {
  return std::move(*load_unless_at_fault(config_file, Secrets::needed).config);
}

Config Session::load_to_read() const {
  return std::move(*load_unless_at_fault(config_file, Secrets::unneeded).config);
}

Config Session::load_to_try() const {
  auto loaded = load_unless_at_fault(config_file, Secrets::unneeded);
  for (const auto& secret : loaded.absent_secrets)
    fmt::print(stderr, "paperwatch: without a secret: {}\n", render(secret));
  return std::move(*loaded.config);
}

std::filesystem::path Session::database(const Config& config) const {
  if (std::filesystem::exists(config.database)) return config.database;
  if (!stand_in_) stand_in_ = std::make_shared<ScratchStore>();
  return stand_in_->file();
}

Store Session::open(const Config& config, Store::Access access) const {
  return Store(access == Store::Access::read ? database(config) : config.database, access);
}

void Session::print(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void Session::say(std::string_view text) const {
  if (!quiet) print(text);
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

void check_known_source(const Config& config, Store& store, const std::string& name) {
  if (name.empty() || config.find(name)) return;
  std::vector<std::string> known;
  for (const auto& source : config.sources) known.push_back(source.id);
  for (const auto& memory : store.sources()) known.push_back(memory.source);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  if (std::binary_search(known.begin(), known.end(), name)) return;
  throw Refusal{
      wrong_usage,
      {"usage", fmt::format("--source: no source is called '{}'", name), did_you_mean(name, known)},
      {}};
}

Time read_moment(std::string_view option, const std::string& text) {
  const Time now = wall_now();
  if (const auto moment = parse_moment(text, now)) {
    if (*moment > now)
      fmt::print(stderr, "paperwatch: {}: {} is still to come\n", option, local_time(*moment));
    return *moment;
  }
  // A span alone may be meant either way.
  const auto span = text.starts_with("-") ? text.substr(1) : text;
  throw Refusal{
      wrong_usage,
      {"usage", fmt::format("{}: '{}' is no time", option, text),
       parse_duration(span) ? fmt::format("for a moment in the past write \"{} ago\"", span)
                            : "write 2026-11-30, \"2026-11-30 09:00\" (local time), "
                              "2026-11-30T09:00:00Z, or \"7d ago\""},
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
