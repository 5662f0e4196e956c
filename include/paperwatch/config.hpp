// SPDX-License-Identifier: MIT
// The configuration as values. Reading it is strict: every fault of every file is found at once.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <paperwatch/fetch.hpp>
#include <paperwatch/model.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/rules.hpp>
#include <paperwatch/shared.hpp>

namespace paperwatch {

// A secret's text. It has no operator<<, and equality is all that may be asked of it, so that it
// reaches a log or an answer only by being asked for by name.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string text) : text_(std::move(text)) {}
  const std::string& reveal() const { return text_; }
  bool empty() const { return text_.empty(); }
  bool operator==(const Secret&) const = default;

 private:
  std::string text_;
};

struct LogChannel {};
struct ExecChannel {
  std::vector<std::string> command;  // program and arguments, no shell
  Duration timeout = std::chrono::seconds(30);
};
struct WebhookChannel {
  std::string url;   // may be a secret: only its host is ever shown
  Secret secret;     // "" no signature
  std::string form;  // "" the plain JSON; slack, matrix, ntfy, discord
  Secret bearer;     // "" none; sent as `Authorization: Bearer`
  std::vector<std::pair<std::string, Secret>> headers;
  std::string body;          // a template (docs/delivery.md), "" the form's own
  std::string content_type;  // of `body`, "" the form's own
  std::string ca_file;       // "" the system's
  Duration timeout = std::chrono::seconds(30);
};
struct EmailChannel {
  std::string smtp;  // smtp:// or smtps://
  // Of smtp://: STARTTLS is insisted upon, used where it is offered, or not used.
  enum class Tls { required, offered, none } tls = Tls::offered;
  std::string user;
  Secret password;
  std::string from;
  std::vector<std::string> to;
  std::string subject, text, html;              // templates (docs/delivery.md), "" our own
  std::string ca_file;                          // "" the system's
  Duration timeout = std::chrono::seconds(60);  // of one transfer
};

struct Channel {
  std::string name;
  std::variant<LogChannel, ExecChannel, WebhookChannel, EmailChannel> kind;
  Position at;
};

struct Route {
  std::string channel;
  std::vector<EventKind> kinds;      // empty: all
  std::vector<std::string> sources;  // empty: all
  std::string match;                 // a query, "" everything
  std::string digest;                // "" at once; "hourly", "daily 08:00", "weekly Mon 08:00"
  std::string timezone;              // IANA, "" the machine's
  std::string quiet;                 // "22:00-07:00", "" never
  int cap = 50;                      // events named in a digest
  Position at;
};

struct Expect {
  std::optional<Duration> new_every;
  std::string except;  // "" or "weekend"
};

struct Source {
  std::string id;     // [A-Za-z0-9._-]+
  std::string title;  // for readers; the id if none was given
  std::string url;
  bool enabled = true;
  std::optional<Duration> every;  // exactly one of `every` and `at`
  std::string at_calendar;        // `at:`, systemd's calendar notation
  std::string timezone;
  std::vector<std::string> tags;
  Shared<ExtractRules> extract;  // one for all sources that take a template's as they are
  std::optional<PagesRules> pages;
  TrackRules track;
  Expect expect;
  FetchOptions fetch;  // the global settings with the source's own laid over
  Position at;
};

struct ArchiveSettings {
  Duration keep = std::chrono::hours(24 * 30);
  std::uint64_t max_size = 1u << 30;  // bytes, compressed
};

struct FeedSettings {
  std::filesystem::path directory;
  std::string base_url;  // "" none; ends in /
  int entries = 100;
  bool changes_as_entries = false;  // a change adds an entry of its own
};

struct ServeSettings {
  std::string listen;  // address:port
  Secret token;
};

struct Config {
  std::filesystem::path file;  // "" the built-in defaults
  std::filesystem::path database;
  FetchOptions fetch;
  int connections = 16;
  ArchiveSettings archive;
  FeedSettings feeds;
  std::optional<ServeSettings> serve;
  std::vector<Channel> channels;
  std::vector<Route> routes;
  std::map<std::string, std::string> queries;  // name to query
  std::map<std::string, Source> templates;     // rules without an id or an address
  std::vector<Source> sources;                 // in the order written, includes where they stand

  const Source* find(std::string_view source) const;
};

struct ConfigFault {
  Position at;
  std::string message;
  std::string hint;  // what to write instead
};

// What reading gave: a configuration exactly if `faults` is empty. Warnings never stop anything.
struct LoadedConfig {
  std::optional<Config> config;
  std::vector<ConfigFault> faults;
  std::vector<ConfigFault> warnings;
  std::vector<ConfigFault> absent_secrets;  // that could be done without; they are "" in `config`
};

// What becomes of a secret that cannot be had.
enum class Secrets {
  needed,   // it is a fault
  checked,  // a fault, but for systemd's credentials in a process that systemd did not start
  unneeded  // no fault: who only reads what is known does without
};

// Reads `file` and all it includes. Relative paths are relative to the file they stand in;
// secrets are read now. Rules are checked for shape; that selectors parse is for
// Extractor::compile to say.
LoadedConfig load_config(const std::filesystem::path& file, Secrets secrets = Secrets::needed);
// The same for text, as if it stood in `file`; for tests.
LoadedConfig parse_config(std::string_view text, const std::filesystem::path& file,
                          Secrets secrets = Secrets::needed);

// Which file a command uses: `given` (--config), $PAPERWATCH_CONFIG, ./paperwatch.yaml,
// $XDG_CONFIG_HOME/paperwatch/paperwatch.yaml, /etc/paperwatch/paperwatch.yaml; the first two
// even if they do not exist. Nothing: none of the others exists.
std::optional<std::filesystem::path> find_config(const std::optional<std::string>& given);

// "file:line:column: what" and, on an indented line, the hint.
std::string render(const ConfigFault& fault);

// Rules that need no configuration, by name: "feed" and the templates that come with paperwatch.
// Nothing for an unknown name.
std::optional<Source> builtin_template(std::string_view name);

// The starter configuration that `init` writes.
std::string starter_config();

}  // namespace paperwatch
