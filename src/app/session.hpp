// SPDX-License-Identifier: MIT
// What every command needs: the global options, the configuration, the database, the output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <paperwatch/config.hpp>
#include <paperwatch/extract.hpp>
#include <paperwatch/result.hpp>
#include <paperwatch/store.hpp>

#include "app/run.hpp"
#include "render/json.hpp"

namespace paperwatch {

class ScratchStore;

// Ends a command with a status and a word to the user; caught once, in `run`.
struct Refusal {
  int status = wrong_usage;
  Error error;
  std::vector<ConfigFault> faults;  // of the configuration, where that is the reason
};

struct Session {
  std::optional<std::string> config_file;
  bool verbose = false;
  bool quiet = false;
  bool json = false;  // of the command given

  // Reads and checks the configuration, rules and queries included; throws Refusal with all faults.
  Config load() const;
  // The same for a command that only reads what is known: it does without secrets that this
  // process cannot have, such as those that systemd gives to the service.
  Config load_to_read() const;
  // The same for one that fetches as a trial, and tells on stderr which secrets it goes without.
  Config load_to_try() const;

  // Throws StoreError. For reading, an empty database stands in for one that is not there yet: a
  // look at it, perhaps as root, must not create what the service then cannot write.
  Store open(const Config& config, Store::Access access) const;
  // The file that `open` reads.
  std::filesystem::path database(const Config& config) const;

  void print(std::string_view text) const;      // to stdout: what was asked for
  void say(std::string_view text) const;        // to stdout unless --quiet: that all went well
  void print_json(const Json& document) const;  // to stdout, indented, with a line end

 private:
  mutable std::shared_ptr<ScratchStore> stand_in_;
};

// Every fault of a configuration that its values alone do not show: rules and queries that do not
// parse, templates of channels, what this version does not do yet (as warnings).
struct RuleCheck {
  std::vector<ConfigFault> faults, warnings;
};
RuleCheck check_rules(const Config& config);

// A configuration with all of these told too.
LoadedConfig load_and_check(const std::filesystem::path& file, Secrets secrets);

std::string counted(std::size_t number, std::string_view noun);  // "1 source", "2 sources"
// Advice for a word that is none of `known`.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

// The source of this name; throws Refusal that suggests a near one.
const Source& find_source(const Config& config, const std::string& name);

// Throws Refusal, with a near name, unless `name` is a source that is configured or whose history
// is known. "" is every source.
void check_known_source(const Config& config, Store& store, const std::string& name);

// Reads what `--since`, `--as-of`, `--from` and `--to` take; throws Refusal. One that is still to
// come is told on stderr.
Time read_moment(std::string_view option, const std::string& text);

std::size_t terminal_width();  // cells of stdout, 0 if it is none
bool is_terminal(int fd);

}  // namespace paperwatch
