// SPDX-License-Identifier: MIT
// What every command needs: the global options, the configuration, the database, the output.
#pragma once

#include <cstdint>
#include <filesystem>
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
  // Throws StoreError.
  Store open(const Config& config, Store::Access access) const;

  void print(std::string_view text) const;      // to stdout
  void print_json(const Json& document) const;  // to stdout, indented, with a line end
};

// Every fault of a configuration that its values alone do not show: rules and queries that do not
// parse, templates of channels, what this version does not do yet (as warnings).
struct RuleCheck {
  std::vector<ConfigFault> faults, warnings;
};
RuleCheck check_rules(const Config& config);

// A configuration with all of these told too.
LoadedConfig load_and_check(const std::filesystem::path& file);

std::string counted(std::size_t number, std::string_view noun);  // "1 source", "2 sources"
// Advice for a word that is none of `known`.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

// The source of this name; throws Refusal that suggests a near one.
const Source& find_source(const Config& config, const std::string& name);

// Reads what `--since`, `--as-of`, `--from` and `--to` take; throws Refusal.
Time read_moment(std::string_view option, const std::string& text);

std::size_t terminal_width();  // cells of stdout, 0 if it is none
bool is_terminal(int fd);

}  // namespace paperwatch
